//! What is written with `-w`, what is read while it grows, and keys that come late.

use std::fs::OpenOptions;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use npscope::scenario::sample;

use crate::program::{empty, run, sampled};
use crate::strict::rows;

fn start(folder: &Path, arguments: &[&str], input: Stdio) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_npscope"));
    command.args(arguments).current_dir(folder).env_clear().stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn finish(child: Child) -> (i32, String, String) {
    let output = child.wait_with_output().unwrap();
    let text = |octets: Vec<u8>| String::from_utf8(octets).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Hexadecimal secrets of a key log.
fn secrets(keys: &str) -> Vec<String> {
    keys.lines().filter_map(|line| line.split_whitespace().last()).map(str::to_owned).collect()
}

#[test]
fn a_whole_copy_is_judged_like_the_original() {
    let folder = sampled("violations");
    let audit = |words: &[&str]| run(folder.path(), &[&["audit", "-k", "a.keys"], words].concat());
    let original = audit(&["a.pcapng", "-w", "copy.pcapng"]);
    let copy = audit(&["copy.pcapng"]);
    assert_eq!(original.out.replace("a.pcapng", ""), copy.out.replace("copy.pcapng", ""));
    assert_eq!((original.status, copy.status), (1, 1));
    let refused = audit(&["a.pcapng", "-w", "a.pcapng"]);
    assert!(refused.status == 2 && refused.err.contains("is being read"), "{}", refused.err);
}

#[test]
fn a_selection_opens_with_the_secrets_that_it_was_given_and_not_without() {
    let folder = sampled("mcp-session");
    let frames =
        |words: &[&str]| run(folder.path(), &[&["frames", "--format", "jsonl", "-Y", "bridge.method == \"tools/call\""], words].concat());
    let all = frames(&["a.pcapng", "-k", "a.keys", "-w", "cut.pcapng", "--with-secrets"]);
    let wanted = rows(&all.out).len();
    assert!(wanted > 0);
    let again = frames(&["cut.pcapng"]);
    assert_eq!(rows(&again.out).len(), wanted, "{}", again.out);
    let whole = std::fs::metadata(folder.path().join("a.pcapng")).unwrap().len();
    let cut = std::fs::metadata(folder.path().join("cut.pcapng")).unwrap().len();
    assert!(cut < whole, "{cut} of {whole}");
    let copied = run(folder.path(), &["frames", "cut.pcapng", "-w", "kept.pcapng"]);
    assert_eq!(copied.status, 0, "{}", copied.err);
    assert_eq!(rows(&frames(&["kept.pcapng"]).out).len(), wanted);
    run(folder.path(), &["frames", "cut.pcapng", "-w", "bare.pcapng", "--strip-secrets"]);
    assert_eq!(rows(&frames(&["bare.pcapng"]).out).len(), 0);
    let bare = std::fs::read(folder.path().join("bare.pcapng")).unwrap();
    assert!(!bare.windows(6).any(|octets| octets == b"NPAMP_"));
}

#[test]
fn no_secret_is_ever_printed() {
    let folder = sampled("mcp-session");
    let keys = std::fs::read_to_string(folder.path().join("a.keys")).unwrap();
    let runs = [
        run(folder.path(), &["frames", "a.pcapng", "-k", "a.keys", "-w", "with.pcapng", "--with-secrets", "--format", "jsonl"]),
        run(folder.path(), &["associations", "-v", "a.pcapng", "-k", "a.keys"]),
        run(folder.path(), &["associations", "-v", "with.pcapng"]),
    ];
    for secret in secrets(&keys) {
        assert!(runs.iter().all(|run| !run.out.contains(&secret) && !run.err.contains(&secret)));
    }
}

#[test]
fn packets_go_to_standard_output_for_the_next_program() {
    let folder = sampled("mcp-session");
    let mut child = start(folder.path(), &["frames", "a.pcapng", "-w", "-"], Stdio::null());
    let mut octets = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut octets).unwrap();
    assert!(child.wait().unwrap().success());
    std::fs::write(folder.path().join("b.pcapng"), octets).unwrap();
    let frames = |name: &str| run(folder.path(), &["frames", name, "-k", "a.keys"]).out;
    assert_eq!(frames("a.pcapng"), frames("b.pcapng"));
}

#[test]
fn a_pipe_and_a_fifo_are_judged_like_the_file() {
    let folder = sampled("violations");
    let octets = std::fs::read(folder.path().join("a.pcapng")).unwrap();
    let file = run(folder.path(), &["frames", "a.pcapng", "-k", "a.keys"]).out;
    let mut child = start(folder.path(), &["frames", "-", "-k", "a.keys"], Stdio::piped());
    let mut pipe = child.stdin.take().unwrap();
    for piece in octets.chunks(777) {
        pipe.write_all(piece).unwrap();
    }
    drop(pipe);
    assert_eq!(finish(child).1, file);
    let fifo = folder.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let child = start(folder.path(), &["frames", "fifo", "-k", "a.keys"], Stdio::null());
    OpenOptions::new().write(true).open(&fifo).unwrap().write_all(&octets).unwrap();
    assert_eq!(finish(child).1, file);
}

#[test]
fn a_file_that_grows_is_followed_and_keys_that_come_behind_the_traffic_open_it() {
    let folder = sampled("mcp-session");
    let octets = std::fs::read(folder.path().join("a.pcapng")).unwrap();
    let expected = run(folder.path(), &["frames", "a.pcapng", "-k", "a.keys"]).out;
    let half = octets.len() / 2;
    std::fs::write(folder.path().join("b.pcapng"), &octets[..half]).unwrap();
    let child = start(folder.path(), &["frames", "b.pcapng", "--follow", "-k", "late.keys", "--duration", "3"], Stdio::null());
    thread::sleep(Duration::from_millis(500));
    OpenOptions::new().append(true).open(folder.path().join("b.pcapng")).unwrap().write_all(&octets[half..]).unwrap();
    thread::sleep(Duration::from_millis(500));
    std::fs::copy(folder.path().join("a.keys"), folder.path().join("late.keys")).unwrap();
    let (status, out, err) = finish(child);
    assert_eq!((status, out), (0, expected), "{err}");
    assert!(err.contains("late.keys: this key log is not there yet"), "{err}");
}

#[test]
fn the_loopback_interface_is_captured_and_judged_like_a_file() {
    let folder = empty();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let filter = format!("tcp port {port}");
    let capture = ["capture", "-i", "lo", "-f", &filter, "-w", "out.pcapng", "--duration", "2"];
    let child = start(folder.path(), &capture, Stdio::null());
    thread::sleep(Duration::from_millis(700));
    let streams = sample::find("mcp-session").unwrap().scenario().streams();
    let sent = streams[0][0].clone();
    let mut client = TcpStream::connect(("127.0.0.1", listener.local_addr().unwrap().port())).unwrap();
    client.write_all(&sent).unwrap();
    drop(client);
    let (status, _, err) = finish(child);
    if err.contains("you may not capture here") || err.contains("no such interface") || err.contains("built without live capture") {
        eprintln!("skipped: {err}");
        return;
    }
    assert_eq!(status, 0, "{err}");
    assert!(err.contains("dropped 0 by the kernel, 0 by the interface, 0 by npscope"), "{err}");
    let frames = run(folder.path(), &["frames", "out.pcapng", "--format", "jsonl"]);
    assert!(rows(&frames.out).len() > 5, "{}", frames.out);
}

#[test]
fn a_ring_keeps_the_newest_files_and_each_of_them_can_be_read() {
    let folder = empty();
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let upstream = server.local_addr().unwrap().to_string();
    thread::spawn(move || {
        let (mut stream, _) = server.accept().unwrap();
        let _ = std::io::copy(&mut stream, &mut std::io::sink());
    });
    let tap = [
        "tap",
        "--listen",
        "127.0.0.1:0",
        "--upstream",
        &upstream,
        "-w",
        "ring.pcapng",
        "-b",
        "filesize:100",
        "-b",
        "files:3",
        "--duration",
        "3",
    ];
    let mut child = start(folder.path(), &tap, Stdio::null());
    let mut told = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut told, &mut line).unwrap();
    let address = line.split("listening on ").nth(1).unwrap().split(", ").next().unwrap();
    TcpStream::connect(address).unwrap().write_all(&vec![7; 1 << 20]).unwrap();
    let (_, out, _) = finish(child);
    assert!(out.contains("inconclusive"), "{out}");
    let mut names: Vec<String> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(names.iter().all(|name| name.starts_with("ring_000") && name.ends_with(".pcapng")), "{names:?}");
    for name in &names {
        assert_eq!(run(folder.path(), &["frames", name]).status, 0);
    }
    let refused = run(folder.path(), &["tap", "--listen", ":0", "--upstream", &upstream, "-w", "x.pcapng", "--ring-files", "3"]);
    assert!(refused.status == 2 && refused.err.contains("--ring-size"), "{}", refused.err);
}

#[test]
fn options_of_live_capture_are_refused_with_a_word() {
    let folder = sampled("mcp-session");
    let told = |words: &[&str]| run(folder.path(), words);
    let none = told(&["capture", "-i", "no-such-if", "-w", "x.pcapng"]);
    assert_eq!(none.status, 2);
    let possible = ["no such interface", "you may not capture", "built without live capture"];
    assert!(possible.iter().any(|words| none.err.contains(words)), "{}", none.err);
    assert!(told(&["-i", "lo"]).err.contains("needs a terminal"));
    assert!(told(&["audit", "a.pcapng", "-i", "lo"]).err.contains("cannot be read at once"));
    assert!(told(&["a.pcapng", "-w", "x.pcapng"]).err.contains("npscope frames FILE"));
    for shell in ["bash", "zsh", "fish"] {
        assert!(told(&["completions", shell]).out.contains("npscope"));
    }
    assert!(told(&["man"]).out.contains(".TH npscope"));
}

#[test]
fn a_copy_says_as_much_of_drops_as_the_original() {
    let folder = sampled("mcp-session");
    let octets = std::fs::read(folder.path().join("a.pcapng")).unwrap();
    let block = |kind: u32, body: &[u8]| {
        let len = u32::try_from(body.len() + 12).unwrap().to_le_bytes();
        [&kind.to_le_bytes(), &len[..], body, &len[..]].concat()
    };
    let option = |code: u16, count: u64| [&code.to_le_bytes()[..], &[8, 0], &count.to_le_bytes()].concat();
    let dropped = [vec![0; 12], option(5, 2), option(7, 4), option(0x8001, 3)].concat();
    std::fs::write(folder.path().join("b.pcapng"), [octets, block(5, &dropped)].concat()).unwrap();
    let drops = |name: &str, more: &[&str]| {
        let report = run(folder.path(), &[&["audit", name, "-k", "a.keys", "--format", "json"], more].concat());
        let report: serde_json::Value = serde_json::from_str(&report.out).unwrap();
        report["inputs"][0]["drops_by"].clone()
    };
    let original = drops("b.pcapng", &["-w", "copy.pcapng"]);
    assert_eq!(original, serde_json::json!({"kernel": 4, "interface": 2, "program": 3, "overwritten": 0}));
    assert_eq!(drops("copy.pcapng", &[]), original);
    run(folder.path(), &["frames", "b.pcapng", "-k", "a.keys", "-Y", "bridge.method == \"ping\"", "-w", "cut.pcapng"]);
    assert_eq!(drops("cut.pcapng", &[]), original);
}

#[test]
fn one_thread_reads_what_many_read() {
    let folder = sampled("violations");
    let octets = std::fs::read(folder.path().join("a.pcapng")).unwrap();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&octets).unwrap();
    std::fs::write(folder.path().join("b.pcapng.gz"), packed.finish().unwrap()).unwrap();
    let audit = |threads: &str| {
        let words = ["audit", "a.pcapng", "b.pcapng.gz", "-k", "a.keys", "--format", "json", "--threads", threads];
        let report = run(folder.path(), &words);
        assert!(report.status == 1 && report.out.contains("sha256"), "{}", report.err);
        report.out
    };
    assert_eq!(audit("1"), audit("8"));
    let fifo = folder.path().join("fifo");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for threads in ["1", "8"] {
        let child = start(folder.path(), &["audit", "fifo", "-k", "a.keys", "--format", "json", "--threads", threads], Stdio::null());
        OpenOptions::new().write(true).open(&fifo).unwrap().write_all(&octets).unwrap();
        assert_eq!(finish(child).0, 1);
    }
    assert_eq!(run(folder.path(), &["audit", "a.pcapng", "--threads", "0"]).status, 2);
}
