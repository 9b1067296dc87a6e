//! Runs the program on captures in folders of their own.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use npscope::base::direction::Direction;
use npscope::scenario::sample;
use npscope::scenario::{BridgeSpec, Scenario};
use npscope::spec::protocol::Protocol;

/// How a run ended, what it printed, what it complained about.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the program in a folder, without an environment.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Run {
    let output: Output = Command::new(env!("CARGO_BIN_EXE_npscope"))
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let text = |octets| String::from_utf8(octets).expect("output is UTF-8");
    Run { status: output.status.code().expect("the program is not killed"), out: text(output.stdout), err: text(output.stderr) }
}

/// A folder with a capture `a.pcapng` and its key log `a.keys`.
pub(crate) fn folder(scenario: &Scenario) -> tempfile::TempDir {
    let folder = empty();
    std::fs::write(folder.path().join("a.pcapng"), scenario.pcapng(false)).unwrap();
    std::fs::write(folder.path().join("a.keys"), scenario.keys()).unwrap();
    folder
}

/// An empty folder.
pub(crate) fn empty() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// A folder with a sample.
pub(crate) fn sampled(name: &str) -> tempfile::TempDir {
    folder(&sample::find(name).unwrap().scenario())
}

/// A method that would clear the screen, hide and turn around text.
pub(crate) const HOSTILE: &str = "tools/\u{1b}[2J\u{9b}3m\u{202e}\u{200b}\u{feff}call\u{7f}";

/// Traffic that carries it.
pub(crate) fn hostile() -> Scenario {
    let mut scenario = Scenario::new();
    let object = format!("{{\"jsonrpc\":\"2.0\",\"id\":\"a\u{202e}b\",\"method\":{}}}", serde_json::to_string(HOSTILE).unwrap());
    scenario.bridge(Direction::C2s, BridgeSpec::request(Protocol::MCP, HOSTILE, b"1", object));
    scenario.bridge(Direction::C2s, BridgeSpec::request(Protocol::MCP, "\u{2066}", [0xff, 0x1b], [0x7b, 0xff, 0x1b, 0x7d]));
    scenario
}
