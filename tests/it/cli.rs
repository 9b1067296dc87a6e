//! The program from outside: what it prints where, and how it ends.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use npscope::base::text::is_unsafe;
use npscope::scenario::Scenario;

use crate::program::{HOSTILE, Run, empty, folder, hostile, run, sampled};
use crate::strict::{parse, rows};

/// A complaint is one sentence that names the program; no panic, no debug output.
#[track_caller]
fn complains(run: &Run, about: &str) {
    assert_eq!(run.status, 2, "{}", run.err);
    assert_eq!(run.out, "");
    assert!(run.err.starts_with("npscope: ") && run.err.contains(about), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
}

#[test]
fn help_names_every_command_and_ends_well() {
    let folder = empty();
    let help = run(folder.path(), &["--help"]);
    assert_eq!(help.status, 0);
    for command in ["audit", "frames", "exchanges", "associations", "rules", "explain", "sample"] {
        assert!(help.out.contains(&format!("  {command} ")), "{command}");
        assert_eq!(run(folder.path(), &[command, "--help"]).status, 0, "{command}");
    }
    assert_eq!(run(folder.path(), &["audit", "--no-such-option"]).status, 2);
}

#[test]
fn what_the_user_typed_comes_back_without_a_control_character() {
    let folder = empty();
    let evil = "evil\u{1b}]0;title\u{7}\u{9b}31m\u{202e}\r.pcap";
    let typed: [&[&str]; 8] = [
        &["frames", evil],
        &["audit", "-r", evil],
        &[evil],
        &["frames", "--no-such-\u{9b}option"],
        &["audit", "--format", evil],
        &["explain", evil],
        &["capture", "-i", evil, "-w", "x"],
        &["tap", "--listen", evil, "--upstream", evil],
    ];
    for arguments in typed {
        let run = run(folder.path(), arguments);
        assert_eq!(run.status, 2, "{arguments:?}");
        assert!(!run.err.chars().any(|c| c != '\n' && is_unsafe(c)), "{arguments:?}: {:?}", run.err);
    }
}

#[test]
fn inputs_that_give_nothing_are_named() {
    let folder = empty();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("empty"), b"").unwrap();
    std::fs::write(at("text"), b"this is no capture, it is a letter to nobody\n").unwrap();
    for command in ["audit", "frames", "exchanges", "associations"] {
        complains(&run(folder.path(), &[command]), "no capture was named");
        complains(&run(folder.path(), &[command, "missing.pcap"]), "missing.pcap: no such file");
        complains(&run(folder.path(), &[command, "."]), ".: is a directory");
        complains(&run(folder.path(), &[command, "empty"]), "empty: is empty");
        complains(&run(folder.path(), &[command, "text"]), "text: is not a capture");
    }
}

#[test]
fn the_interface_needs_a_terminal() {
    let folder = sampled("mcp-session");
    complains(&run(folder.path(), &["a.pcapng"]), "needs a terminal");
    complains(&run(folder.path(), &["missing.pcap"]), "missing.pcap: no such file");
}

#[test]
fn wrong_arguments_say_what_would_be_right() {
    let folder = sampled("mcp-session");
    complains(&run(folder.path(), &["audit", "a.pcapng", "-k", "nokeys"]), "nokeys: cannot read this key log");
    complains(&run(folder.path(), &["audit", "a.pcapng", "--ignore", "nonsense"]), "there is no rule or layer nonsense");
    complains(&run(folder.path(), &["audit", "a.pcapng", "--severity", "x"]), "write it as RULE=LEVEL");
    complains(&run(folder.path(), &["audit", "a.pcapng", "--format", "text", "--format", "json"]), "its own -o FILE");
    complains(&run(folder.path(), &["audit", "a.pcapng", "--config", "no.toml"]), "no.toml: cannot read this configuration");
    complains(&run(folder.path(), &["explain", "nonsense"]), "there is no rule or layer nonsense");
    complains(&run(folder.path(), &["sample", "nonsense"]), "there is no sample nonsense");
}

#[test]
fn a_wrong_filter_is_refused_with_a_caret_under_the_fault() {
    let folder = sampled("mcp-session");
    let refused = run(folder.path(), &["frames", "a.pcapng", "-Y", "channel == Bridge && seq = 1"]);
    assert_eq!(refused.status, 2);
    let lines: Vec<&str> = refused.err.lines().collect();
    assert_eq!(lines[1..], ["  channel == Bridge && seq = 1", "                           ^"]);
}

#[test]
fn a_configuration_with_a_fault_names_its_line() {
    let folder = sampled("mcp-session");
    std::fs::write(folder.path().join("npscope.toml"), "mouse = true\nmoose = 1\n").unwrap();
    complains(&run(folder.path(), &["audit", "a.pcapng"]), "npscope.toml:2:1: there is no setting moose");
}

#[test]
fn a_conformant_session_is_clean() {
    let folder = sampled("mcp-session");
    let audit = run(folder.path(), &["audit", "a.pcapng", "-k", "a.keys"]);
    assert_eq!((audit.status, audit.err.as_str()), (0, ""), "{}", audit.out);
    assert!(audit.out.contains("verdict: clean "), "{}", audit.out);
}

#[test]
fn fail_on_decides_the_status() {
    let folder = sampled("violations");
    let status = |words: &[&str]| run(folder.path(), &[&["audit", "a.pcapng", "-k", "a.keys"], words].concat()).status;
    assert_eq!(status(&[]), 1);
    assert_eq!(status(&["--fail-on", "note"]), 1);
    assert_eq!(status(&["--fail-on", "never"]), 0);
}

#[test]
fn sealed_bridge_frames_are_inconclusive() {
    let folder = sampled("mcp-session");
    let audit = run(folder.path(), &["audit", "a.pcapng"]);
    assert_eq!(audit.status, 3, "{}", audit.out);
    assert!(audit.out.contains("verdict: inconclusive") && audit.out.contains("sealed-frames"), "{}", audit.out);
    assert_eq!(run(folder.path(), &["audit", "a.pcapng", "--fail-on", "never"]).status, 0);
}

#[test]
fn a_wrong_key_is_called_so() {
    let mut scenario = Scenario::new();
    scenario.wrong_keys().mcp_session();
    let folder = folder(&scenario);
    let frames = run(folder.path(), &["frames", "a.pcapng", "-k", "a.keys", "--format", "jsonl"]);
    assert_eq!(frames.status, 0);
    assert!(frames.out.contains("\"sealed_reason\":\"key-wrong\""), "{}", frames.out);
    assert_eq!(run(folder.path(), &["audit", "a.pcapng", "-k", "a.keys"]).status, 3);
}

#[test]
fn broken_key_log_lines_are_named_and_never_shown() {
    let folder = sampled("mcp-session");
    let keys = std::fs::read_to_string(folder.path().join("a.keys")).unwrap();
    std::fs::write(folder.path().join("a.keys"), format!("# keys\nNPAMP_MASTER_SECRET deadbeef c0ffee\n{keys}")).unwrap();
    let audit = run(folder.path(), &["audit", "a.pcapng", "-k", "a.keys"]);
    assert_eq!(audit.status, 0, "{}", audit.err);
    assert!(audit.err.contains("a.keys: line 2 of this key log is left out"), "{}", audit.err);
    assert!(!audit.err.contains("c0ffee") && !audit.err.contains("deadbeef"), "{}", audit.err);
}

#[test]
fn a_cut_capture_is_read_as_far_as_it_goes() {
    let folder = sampled("mcp-session");
    let path = folder.path().join("a.pcapng");
    let octets = std::fs::read(&path).unwrap();
    std::fs::write(&path, &octets[..octets.len() - 7]).unwrap();
    let audit = run(folder.path(), &["audit", "a.pcapng", "-k", "a.keys", "--format", "json"]);
    assert!(audit.err.contains("a.pcapng") && audit.err.starts_with("npscope: note: "), "{}", audit.err);
    assert!(audit.out.contains("\"kind\": \"file-damaged\""), "{}", audit.out);
    assert_ne!(audit.status, 2);
}

#[test]
fn hostile_text_reaches_no_output_unescaped() {
    let folder = folder(&hostile());
    let read = ["a.pcapng", "-k", "a.keys"];
    for command in [&["audit", "--color", "never"][..], &["audit", "--payloads"], &["frames"], &["exchanges"], &["associations"]] {
        let shown = run(folder.path(), &[command, &read].concat());
        assert!(!shown.out.chars().chain(shown.err.chars()).any(|c| is_unsafe(c) && c != '\n'), "{command:?}: {:?}", shown.out);
    }
    let exchanges = run(folder.path(), &[&["exchanges", "--format", "jsonl"], &read[..]].concat());
    let methods: Vec<String> = rows(&exchanges.out).iter().filter_map(|row| row.text("method")).collect();
    assert!(methods.contains(&HOSTILE.to_owned()), "{methods:?}");
}

#[test]
fn json_repeats_no_key_and_holds_no_control_character() {
    for folder in [sampled("violations"), sampled("a2a-stream"), folder(&hostile())] {
        let path = folder.path();
        for command in ["frames", "exchanges", "associations"] {
            let listed = run(path, &[command, "a.pcapng", "-k", "a.keys", "--format", "jsonl"]);
            assert!(!rows(&listed.out).is_empty(), "{command}");
        }
        let audit = run(path, &["audit", "a.pcapng", "-k", "a.keys", "--format", "json", "--fail-on", "never"]);
        let report = parse(&audit.out);
        assert_eq!(report.text("schema").as_deref(), Some("npscope.report/1"));
    }
    let rules = run(&PathBuf::from("."), &["rules", "--format", "json"]);
    parse(&rules.out);
}

#[test]
fn a_sample_is_written_with_its_key_log_beside_it() {
    let folder = empty();
    assert_eq!(run(folder.path(), &["sample", "violations", "-o", "v.pcapng"]).status, 0);
    assert!(folder.path().join("v.keys").exists());
    assert_eq!(run(folder.path(), &["audit", "v.pcapng", "-k", "v.keys"]).status, 1);
    let list = run(folder.path(), &["sample"]);
    assert!(list.out.contains("violations"));
}

#[test]
fn several_reports_go_to_files_of_their_own() {
    let folder = sampled("mcp-session");
    let words = ["audit", "a.pcapng", "-k", "a.keys", "--format", "text", "-o", "report.txt", "--format", "json", "-o", "report.json"];
    let audit = run(folder.path(), &words);
    assert_eq!((audit.status, audit.out.as_str()), (0, ""), "{}", audit.err);
    assert!(std::fs::read_to_string(folder.path().join("report.txt")).unwrap().contains("verdict: "));
    parse(&std::fs::read_to_string(folder.path().join("report.json")).unwrap());
}

#[test]
fn a_capture_without_a_frame_is_inconclusive() {
    let folder = empty();
    std::fs::write(folder.path().join("a.pcap"), Scenario::new().pcap()).unwrap();
    let audit = run(folder.path(), &["audit", "a.pcap"]);
    assert_eq!(audit.status, 3, "{}{}", audit.out, audit.err);
}

#[test]
fn key_logs_of_the_environment_are_used() {
    let folder = sampled("mcp-session");
    let output = Command::new(env!("CARGO_BIN_EXE_npscope"))
        .args(["audit", "a.pcapng"])
        .current_dir(folder.path())
        .env_clear()
        .env("NPAMPKEYLOGFILE", folder.path().join("a.keys"))
        .env("SSLKEYLOGFILE", folder.path().join("not-there-yet"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stderr).contains("not-there-yet"));
}

#[test]
fn a_reader_that_closes_early_is_no_fault() {
    let folder = sampled("violations");
    let mut child = Command::new(env!("CARGO_BIN_EXE_npscope"))
        .args(["frames", "a.pcapng", "-k", "a.keys", "--format", "jsonl"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn a_filter_selects_rows() {
    let folder = sampled("mcp-session");
    let count = |words: &[&str]| run(folder.path(), &[&["frames", "a.pcapng", "-k", "a.keys"], words].concat()).out.lines().count();
    let (all, bridge) = (count(&[]), count(&["-Y", "channel == Bridge"]));
    assert!(bridge > 0 && bridge < all);
    assert_eq!(bridge + count(&["-Y", "!(channel == Bridge)"]), all);
    assert!(count(&["-Y", "bridge.method == \"tools/call\""]) > 0);
    assert_eq!(count(&["-c", "0"]), 0);
}
