//! Recorded captures over TCP against what their senders wrote down, frame by frame.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::observed::{Observed, is_loud, json, observe, observe_without, shared, words};

/// Captures that lack something on purpose.
const INCOMPLETE: [&str; 5] = ["hole", "midstream", "nosyn", "oneway-", "variant-snaplen"];
/// Captures in which nothing names the key.
const NO_ID: [&str; 2] = ["midstream", "variant-snaplen"];
/// Faults that leave nothing to open.
const DAMAGED: [&str; 4] = ["bad-aead-tag", "header-altered", "encrypted-payload-shorter", "close-bad-tag"];
/// Faults whose octets may count as a frame or as octets between frames.
const MAYBE_FRAME: [&str; 3] = ["bad-crc", "bad-version", "garbage"];
/// Faults for which a note is enough.
const WEAK: [&str; 5] = ["should", "SHOULD", "stronger", "reserved-flag-bits", "never-answered"];
/// Associations of the capture of violations in which nothing is wrong.
const CLEAN_LABELS: [&str; 2] = ["control-no-fault", "reused-correlation-after-reply-is-fine"];
/// The recorded MCP script asks for tasks that the server never offered.
const TOLERATED: &str = "mcp/capability-unnegotiated";
const EFFECTS: [&str; 4] = ["read_only", "idempotent_write", "non_idempotent_write", "destructive"];

fn starts(text: &str, with: &[&str]) -> bool {
    with.iter().any(|start| text.starts_with(start))
}

fn fault(truth: &Value) -> &str {
    truth["planted"]["fault"].as_str().unwrap_or_default()
}

/// A capture with what its sender wrote down.
struct Recording {
    name: String,
    truth: Value,
    capture: PathBuf,
}

impl Recording {
    /// Every recording whose frames lie in TCP without another layer.
    fn all() -> Vec<Self> {
        let Some(folder) = shared("captures") else { return Vec::new() };
        let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = entries.filter_map(|name| name.strip_suffix(".truth.json").map(str::to_owned)).collect();
        names.sort();
        names.retain(|name| !folder.join(format!("{name}.tlskeys")).exists());
        names.into_iter().filter_map(|name| Self::open(&folder, name)).collect()
    }

    fn open(folder: &Path, name: String) -> Option<Self> {
        let suffixes = ["pcap", "pcapng", "pcap.gz", "pcapng.gz"];
        let capture = suffixes.iter().map(|suffix| folder.join(format!("{name}.{suffix}"))).find(|path| path.exists())?;
        Some(Self { truth: json(&folder.join(format!("{name}.truth.json"))), name, capture })
    }

    fn keys(&self, suffix: &str) -> Option<PathBuf> {
        Some(self.capture.with_file_name(format!("{}.{suffix}", self.name))).filter(|path| path.exists())
    }

    fn observe(&self, key_logs: &[PathBuf]) -> Observed {
        observe(std::slice::from_ref(&self.capture), key_logs)
    }

    fn is_incomplete(&self) -> bool {
        starts(&self.name, &INCOMPLETE)
    }

    fn frames(&self) -> &[Value] {
        self.truth["frames"].as_array().unwrap()
    }

    /// What an association sent in a direction.
    fn sent<'a>(&'a self, association: &'a Value, direction: usize) -> impl Iterator<Item = &'a Value> {
        self.frames().iter().filter(move |frame| frame["association"] == association["id"] && frame["direction"] == json!(direction))
    }

    /// The number that the program gives to an association: by its addresses, in a capture of one alone.
    fn number(&self, observed: &Observed, association: &Value) -> Value {
        let ends = |row: &&Value| row["client"] == association["client_addr"] && row["server"] == association["server_addr"];
        match observed.associations.iter().find(ends) {
            Some(row) => row["association"].clone(),
            None if observed.associations.len() == 1 => json!(1),
            None => panic!("{}: {association} is missing", self.name),
        }
    }
}

/// Complete frames of an association and direction, in order.
fn received<'a>(observed: &'a Observed, association: &'a Value, direction: usize) -> Vec<&'a Value> {
    let way = json!(["c2s", "s2c"][direction]);
    let of = |row: &&Value| row["association"] == *association && row["direction"] == way && row["complete"] == json!(true);
    observed.frames.iter().filter(of).collect()
}

fn sent_key(frame: &Value) -> [&Value; 4] {
    ["channel", "frame_type", "seq", "wire_len"].map(|key| &frame[key])
}

fn received_key(row: &Value) -> [&Value; 4] {
    ["channel", "type", "seq", "length"].map(|key| &row[key])
}

/// Pairs what was sent with what was received; both in order. Nothing may be left over but where garbage was planted.
fn pair<'a>(what: &str, sent: &[&'a Value], rows: &[&'a Value]) -> Vec<(&'a Value, &'a Value)> {
    let doubtful = sent.iter().any(|frame| starts(fault(frame), &MAYBE_FRAME));
    let (mut out, mut rest) = (Vec::new(), rows);
    for frame in sent {
        match rest.iter().position(|row| received_key(row) == sent_key(frame)) {
            Some(at) if at == 0 || doubtful => {
                out.push((*frame, rest[at]));
                rest = &rest[at + 1..];
            }
            _ => assert!(starts(fault(frame), &MAYBE_FRAME), "{what}: frame {} is missing, {:?}", frame["n"], sent_key(frame)),
        }
    }
    assert!(rest.is_empty() || doubtful, "{what}: {} frames were never sent", rest.len());
    out
}

/// Fields that differ, as name, value written down, value found.
type Differences = Vec<(String, Value, Value)>;

fn differ(out: &mut Differences, name: &str, want: &Value, found: &Value) {
    if want != found {
        out.push((name.to_owned(), want.clone(), found.clone()));
    }
}

/// What of a row is not as its sender wrote down.
fn differences(truth: &Value, row: &Value, must_open: bool) -> Differences {
    let mut out = Vec::new();
    let sealed = truth["encrypted"] == json!(true);
    let protection = row["protection"].as_str().unwrap();
    differ(&mut out, "flags", &truth["flags"], &row["flags"]);
    if !sealed && !fault(truth).starts_with("garbage") {
        differ(&mut out, "protection", &json!("clear"), &row["protection"]);
    } else if must_open {
        differ(&mut out, "protection", &json!("opened"), &row["protection"]);
    } else if starts(fault(truth), &DAMAGED) {
        differ(&mut out, "protection", &json!("sealed"), &row["protection"]);
    }
    if protection != "opened" && sealed {
        return out;
    }
    for (want, found) in [("plaintext_len", "plaintext_length"), ("plaintext_sha256", "plaintext_sha256")] {
        differ(&mut out, found, &truth[want], &row[found]);
    }
    if sealed {
        differ(&mut out, "epoch", &truth["epoch"], &row["epoch"]);
        differ(&mut out, "ratchet_generation", &truth["generation"], &row["ratchet_generation"]);
    }
    let readable = truth["bridge"].is_object() && truth["reference_bridge_decode_error"].is_null();
    if readable && (sealed || row["bridge"].is_object()) {
        bridge_differences(&mut out, truth, &row["bridge"]);
    }
    out
}

fn or_empty(value: &Value) -> Value {
    if value.is_null() { json!("") } else { value.clone() }
}

fn bridge_differences(out: &mut Differences, truth: &Value, row: &Value) {
    let want = &truth["bridge"];
    for key in ["protocol_id", "message_kind", "content_type", "final"] {
        differ(out, key, &want[key], &row[key]);
    }
    if !want["protocol"].is_null() {
        differ(out, "protocol", &want["protocol"], &row["protocol"]);
    }
    differ(out, "correlation_hex", &want["correlation_id_hex"], &or_empty(&row["correlation_hex"]));
    differ(out, "method", &or_empty(&want["method"]), &or_empty(&row["method"]));
    if !fault(truth).starts_with("unknown-tlv") {
        differ(out, "foreign_length", &want["foreign_len"], &row["foreign_length"]);
        differ(out, "foreign_sha256", &want["foreign_sha256"], &row["foreign_sha256"]);
    }
    label_differences(out, want, &row["safety"]);
    for (name, found) in [("stream_control", &row["stream"]), ("transport_error", &row["transport_error"])] {
        let Some(members) = want[name].as_object() else {
            differ(out, name, &Value::Null, found);
            continue;
        };
        for (key, value) in members.iter().filter(|(key, _)| *key != "version") {
            differ(out, &format!("{name}.{key}"), value, &if value.is_string() { or_empty(&found[key]) } else { found[key].clone() });
        }
    }
}

fn label_differences(out: &mut Differences, want: &Value, found: &Value) {
    if want["safety_label_present"] != json!(true) {
        return differ(out, "safety", &Value::Null, found);
    }
    let effect = want["effect"].as_u64().and_then(|effect| usize::try_from(effect).ok()).unwrap();
    let named = EFFECTS.get(effect).map_or_else(|| json!(effect), |name| json!(name));
    differ(out, "safety.effect", &named, &found["effect"]);
    differ(out, "safety.scope", &or_empty(&want["scope"]), &or_empty(&found["scope"]));
}

/// Whether keys that know everything must open a frame.
fn is_sound(truth: &Value) -> bool {
    truth["encrypted"] == json!(true) && !starts(fault(truth), &DAMAGED) && !starts(fault(truth), &MAYBE_FRAME)
}

/// Compares every frame of a complete capture; returns how many there were.
fn compare(recording: &Recording, observed: &Observed, must_open: impl Fn(&Value) -> bool) -> usize {
    let mut count = 0;
    for association in recording.truth["associations"].as_array().unwrap() {
        let number = recording.number(observed, association);
        for direction in [0, 1] {
            let what = format!("{} {} direction {direction}", recording.name, association["label"]);
            let sent: Vec<&Value> = recording.sent(association, direction).collect();
            let rows = received(observed, &number, direction);
            for (index, row) in rows.iter().enumerate() {
                assert_eq!(row["index"], json!(index), "{what}");
            }
            for (truth, row) in pair(&what, &sent, &rows) {
                let mut found = differences(truth, row, must_open(truth));
                differ(&mut found, "stream_offset", &truth["stream_offset"], &row["stream_offset"]);
                assert!(found.is_empty(), "{what} frame {}: (field, sent, found) {found:?}", truth["n"]);
                count += 1;
            }
        }
    }
    count
}

#[test]
fn complete_captures_give_what_was_sent() {
    let mut count = 0;
    for recording in Recording::all().iter().filter(|recording| !recording.is_incomplete()) {
        let full: Vec<PathBuf> = recording.keys("npampkeys").into_iter().collect();
        count += compare(recording, &recording.observe(&full), is_sound);
        if let Some(keys) = recording.keys("traffic.npampkeys") {
            compare(recording, &recording.observe(&[keys]), |truth| is_sound(truth) && truth["phase"] == json!("application"));
        }
        if recording.name.starts_with("variant-dsb") {
            compare(recording, &recording.observe(&[]), is_sound);
        }
    }
    assert!(count == 0 || count > 1000, "{count}");
}

/// Rows of an incomplete capture that are frames as sent, in the one or the other role of the two sides.
fn known(recording: &Recording, observed: &Observed, swapped: bool) -> Vec<String> {
    let association = &recording.truth["associations"][0];
    let must_open = |truth: &Value| {
        is_sound(truth)
            && !starts(&recording.name, &NO_ID)
            && (truth["phase"] == json!("application") || !recording.name.starts_with("oneway"))
    };
    let mut wrong = Vec::new();
    for direction in [0, 1] {
        let sent: Vec<&Value> = recording.sent(association, if swapped { 1 - direction } else { direction }).collect();
        for row in received(observed, &json!(1), direction) {
            let same = sent.iter().find(|truth| sent_key(truth) == received_key(row));
            let found = same.map(|truth| differences(truth, row, must_open(truth)));
            if found.as_ref().is_none_or(|found| !found.is_empty()) {
                wrong.push(format!("{} direction {direction} frame {}: {found:?}", recording.name, row["frame"]));
            }
        }
    }
    wrong
}

/// How many complete frames an incomplete capture holds at least.
fn least(recording: &Recording) -> usize {
    let count = |direction: usize| recording.sent(&recording.truth["associations"][0], direction).count();
    match recording.name.as_str() {
        "hole" => count(0) + count(1) - 1,
        "nosyn" => count(0) + count(1),
        "oneway-c2s" => count(0),
        "oneway-s2c" => count(1),
        "midstream" => 60,
        _ => 1,
    }
}

#[test]
fn incomplete_captures_give_nothing_that_was_not_sent() {
    for recording in Recording::all().iter().filter(|recording| recording.is_incomplete()) {
        let full: Vec<PathBuf> = recording.keys("npampkeys").into_iter().collect();
        let observed = recording.observe(&full);
        let complete = observed.frames.iter().filter(|row| row["complete"] == json!(true)).count();
        assert!(complete >= least(recording), "{}: {complete} frames", recording.name);
        let wrong = known(recording, &observed, false);
        assert!(wrong.is_empty() || known(recording, &observed, true).is_empty(), "{wrong:#?}");
    }
}

#[test]
fn conformant_captures_accuse_nobody() {
    for recording in Recording::all() {
        let conformant = starts(&recording.name, &["raw-mcp-session", "seq-wrap", "small", "loss", "reorder", "reseg", "variant"]);
        if !conformant && !recording.is_incomplete() {
            continue;
        }
        let full: Vec<PathBuf> = recording.keys("npampkeys").into_iter().collect();
        let observed = recording.observe(&full);
        let loud: Vec<String> =
            observed.findings.iter().filter(|found| is_loud(found) && found["rule"] != json!(TOLERATED)).map(words).collect();
        assert!(loud.is_empty(), "{}: {loud:#?}", recording.name);
    }
}

/// Whether a finding is about a frame: it names the frame or its exchange.
fn is_about(finding: &Value, row: Option<&Value>) -> bool {
    row.is_none_or(|row| finding["frame"] == row["frame"] || (!finding["exchange"].is_null() && finding["exchange"] == row["exchange"]))
}

/// Planted faults of an association that nothing was found about.
fn missed(recording: &Recording, observed: &Observed, association: &Value) -> Vec<String> {
    let number = recording.number(observed, association);
    let mut out = Vec::new();
    for direction in [0, 1] {
        let sent: Vec<&Value> = recording.sent(association, direction).collect();
        let pairs = pair("violations", &sent, &received(observed, &number, direction));
        for truth in sent.iter().filter(|truth| !fault(truth).is_empty()) {
            let row = pairs.iter().find(|(frame, _)| frame["n"] == truth["n"]).map(|(_, row)| *row);
            let weak = WEAK.iter().any(|word| fault(truth).contains(word));
            let hit = |found: &&Value| found["association"] == number && is_about(found, row) && (weak || is_loud(found));
            if observed.findings.iter().find(hit).is_none() {
                out.push(format!("{} at frame {}", fault(truth), truth["n"]));
            }
        }
    }
    out
}

#[test]
fn every_planted_fault_is_found_and_nothing_where_none_was_planted() {
    let Some(recording) = shared("captures").and_then(|folder| Recording::open(&folder, "raw-violations".to_owned())) else { return };
    let observed = recording.observe(&recording.keys("npampkeys").into_iter().collect::<Vec<_>>());
    let associations = recording.truth["associations"].as_array().unwrap();
    let missed: Vec<String> = associations.iter().flat_map(|association| missed(&recording, &observed, association)).collect();
    assert!(missed.is_empty(), "{missed:#?}");
    for association in associations.iter().filter(|association| CLEAN_LABELS.contains(&association["label"].as_str().unwrap())) {
        let number = recording.number(&observed, association);
        let loud = observed.findings.iter().filter(|found| found["association"] == number && is_loud(found));
        let loud: Vec<String> = loud.filter(|found| found["rule"] != json!(TOLERATED)).map(words).collect();
        assert!(loud.is_empty(), "{}: {loud:#?}", association["label"]);
    }
}

#[test]
fn recorded_sessions_that_lose_packets_accuse_nobody() {
    let Some(recording) = shared("captures").and_then(|folder| Recording::open(&folder, "raw-mcp-session".to_owned())) else { return };
    let keys: Vec<PathBuf> = recording.keys("npampkeys").into_iter().collect();
    for first in 0..95 {
        for lost in [vec![first], vec![first, first + 2], (first..first + 5).collect()] {
            let observed = observe_without(std::slice::from_ref(&recording.capture), &keys, &lost);
            let loud = observed.findings.iter().filter(|found| is_loud(found) && found["rule"] != json!(TOLERATED));
            let loud: Vec<String> = loud.map(words).collect();
            assert!(loud.is_empty(), "without packets {lost:?}: {loud:#?}");
        }
    }
}
