//! What an audit says of the samples, and that it says the same every time.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::observed::{is_loud, shared, words};
use crate::program::{Run, run, sampled};

fn audit(folder: &Path, capture: &str, keys: &str) -> Run {
    run(folder, &["audit", capture, "-k", keys, "--format", "json", "--fail-on", "never"])
}

/// The findings that an audit of a sample has, those that accuse somebody.
fn accusations(sample: &str) -> Vec<Value> {
    let folder = sampled(sample);
    let report: Value = serde_json::from_str(&audit(folder.path(), "a.pcapng", "a.keys").out).unwrap();
    report["findings"].as_array().unwrap().iter().filter(|finding| is_loud(finding)).cloned().collect()
}

#[test]
fn samples_are_clean_or_not() {
    for sample in ["mcp-session", "a2a-stream"] {
        let loud: Vec<String> = accusations(sample).iter().map(words).collect();
        assert!(loud.is_empty(), "{sample}: {loud:#?}");
    }
    let rules: BTreeSet<String> = accusations("violations").iter().map(|finding| finding["rule"].to_string()).collect();
    assert!(rules.len() >= 12, "{rules:?}");
}

#[test]
fn two_audits_give_the_same_octets() {
    let folder = sampled("violations");
    let first = audit(folder.path(), "a.pcapng", "a.keys");
    assert_eq!((first.status, first.err.as_str()), (0, ""));
    assert!(first.out == audit(folder.path(), "a.pcapng", "a.keys").out);
    let Some(captures) = shared("captures") else { return };
    let recorded = || audit(&captures, "raw-violations.pcap", "raw-violations.npampkeys");
    let first = recorded();
    assert!(first.out.len() > 10_000 && first.out == recorded().out);
}
