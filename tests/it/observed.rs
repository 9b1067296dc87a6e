//! What the library makes of capture files: rows as the contract writes them.

use std::path::{Path, PathBuf};

use npscope::base::input::Input;
use npscope::base::limits::Limits;
use npscope::base::secret::Secret;
use npscope::engine::{Engine, Options};
use npscope::report::Context;
use npscope::report::list::{self, Format, Listing};
use npscope::source::FileSource;
use npscope::store::octets::Octets;
use serde_json::Value;

/// The rows of a capture.
pub(crate) struct Observed {
    pub(crate) frames: Vec<Value>,
    pub(crate) associations: Vec<Value>,
    pub(crate) findings: Vec<Value>,
}

type Lister = fn(&Listing<'_>, &mut dyn std::io::Write) -> std::io::Result<()>;

/// Reads captures with key logs, to the end.
pub(crate) fn observe(captures: &[PathBuf], key_logs: &[PathBuf]) -> Observed {
    observe_without(captures, key_logs, &[])
}

/// The same, as if packets `lost`, counted from 0, were not captured.
pub(crate) fn observe_without(captures: &[PathBuf], key_logs: &[PathBuf], lost: &[usize]) -> Observed {
    let mut source = FileSource::open(captures).expect("the captures can be opened");
    let mut engine = Engine::new(Options { limits: Limits::default(), ..Options::default() });
    for path in key_logs {
        engine.ingest(Input::Secrets(Secret::new(std::fs::read(path).unwrap())));
    }
    let mut batch = Vec::new();
    while source.next_batch(&mut batch, 64).expect("the captures can be read") {
        let kept = |input: &Input| !matches!(input, Input::Packet(packet) if lost.contains(&packet.id.index()));
        batch.drain(..).filter(kept).for_each(|input| engine.ingest(input));
    }
    engine.finish();
    let snapshot = engine.into_snapshot();
    let context = Context::new(&snapshot, Octets::new(source.read_at()));
    let listing = Listing { context: &context, query: None, only: None, dissect: &|_| None, format: Format::JsonLines, verbose: false };
    let rows = |write: Lister| {
        let mut out = Vec::new();
        write(&listing, &mut out).unwrap();
        let lines = String::from_utf8(out).unwrap();
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    Observed { frames: rows(list::frames), associations: rows(list::associations), findings: rows(list::findings) }
}

/// A folder that lies beside the project; `None` when it is not there, which only a complete checkout must not say.
pub(crate) fn shared(name: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(std::env::vars().all(|(key, value)| key != "CI" || value != "true"), "{} is missing", folder.display());
    eprintln!("skipped: {} is missing", folder.display());
    None
}

/// Reads a JSON file.
pub(crate) fn json(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))).unwrap()
}

/// Whether a finding accuses somebody; a note never does.
pub(crate) fn is_loud(finding: &Value) -> bool {
    matches!(finding["severity"].as_str(), Some("error" | "warning"))
}

/// A finding in one line, for people who look why a test failed.
pub(crate) fn words(finding: &Value) -> String {
    let part = |key: &str| finding[key].to_string();
    format!("{} {} in association {} frame {}: {}", part("rule"), part("severity"), part("association"), part("frame"), part("message"))
}
