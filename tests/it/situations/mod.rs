//! Situations that people meet with bridges and gateways: what must be said of each, and of many of them nothing.

/// The reply to a request whose id is `$id` carries `$back` instead.
macro_rules! comes_back {
    ($name:literal, $correlation:literal: $id:expr => $back:expr, $rule:literal) => {
        says(
            $name,
            |s| {
                ask(s, $correlation, $id);
                answer(s, $correlation, $back);
            },
            &[($rule, "s1")],
        )
    };
}

/// The only reply is this message.
macro_rules! replies {
    ($name:literal, $message:expr, $rule:literal) => {
        says(
            $name,
            |s| {
                replied(s, $message);
            },
            &[($rule, "s1")],
        )
    };
}

mod classes;
mod clean;
mod errors;
mod ids;
mod labels;
mod lossy;
mod sessions;
mod slots;
mod streams;
mod texts;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::innocence::{accusations, mishaps};

use npscope::base::direction::Direction::{C2s, S2c};
use npscope::base::id::FrameId;
use npscope::engine::{Engine, Options};
use npscope::scenario::{BridgeSpec, Scenario};
use npscope::spec::channel::Channel;
use npscope::spec::protocol::Protocol;
use npscope::store::finding::Severity;
use npscope::store::snapshot::Snapshot;

/// Packets of one situation to which something happens.
const MOST_PACKETS: usize = 60;

/// What takes the evidence for a defect away.
const LOSSES: [&str; 3] = ["lost", "lost with the next two", "the first captured"];

/// Rules that say the defect where less was captured.
const PLAINER: [&str; 6] = [
    "a2a/stream-as-response",
    "exchange/reply-without-request",
    "exchange/second-terminal",
    "safety/missing-must",
    "safety/missing-tool-unseen",
    "safety/readonly-but-destructive-name",
];

/// What is said of one situation: rules, each at a Bridge frame of the client (`c1`) or of the server (`s1`), in the order of capture.
type Said = &'static [(&'static str, &'static str)];

/// A situation.
struct Situation {
    name: &'static str,
    build: fn(&mut Scenario),
    /// Everything that is said at warning or error, and what must be said at any severity.
    said: Said,
}

/// A situation with what is said of it.
const fn says(name: &'static str, build: fn(&mut Scenario), said: Said) -> Situation {
    Situation { name, build, said }
}

/// A situation in which nobody is accused.
const fn clean(name: &'static str, build: fn(&mut Scenario)) -> Situation {
    Situation { name, build, said: &[] }
}

fn judge(build: impl Fn(&mut Scenario)) -> Snapshot {
    let mut scenario = Scenario::new();
    build(&mut scenario);
    let mut engine = Engine::new(Options::default());
    for input in scenario.inputs() {
        engine.ingest(input);
    }
    engine.finish();
    engine.into_snapshot()
}

/// The name of each Bridge frame: direction and number in it.
fn names(snapshot: &Snapshot) -> BTreeMap<FrameId, String> {
    let mut counts = [0; 2];
    let bridge = snapshot.frames.iter().filter(|(_, row)| matches!(row.channel, Channel::BRIDGE | Channel::DISCOVERY));
    bridge
        .map(|(at, row)| {
            let direction = snapshot.direction_of(row);
            let count = &mut counts[direction.index()];
            *count += 1;
            (FrameId::from_index(at), format!("{}{count}", if direction == C2s { 'c' } else { 's' }))
        })
        .collect()
}

/// What is wrong with a situation; empty when everything is as it says.
fn complaint(situation: &Situation) -> String {
    let snapshot = judge(situation.build);
    let names = names(&snapshot);
    let place = |frame: Option<FrameId>| frame.and_then(|frame| names.get(&frame).cloned()).unwrap_or_else(|| "-".to_owned());
    let mut due: Vec<(&str, &str)> = situation.said.to_vec();
    let mut out = String::new();
    for (_, finding) in snapshot.findings.iter() {
        let at = place(finding.frame);
        if let Some(found) = due.iter().position(|(rule, frame)| *rule == finding.rule.id && *frame == at) {
            due.swap_remove(found);
        } else if finding.severity > Severity::Note {
            let _ = writeln!(out, "    says {} of {at} ({}): {}", finding.rule.id, finding.severity.name(), finding.message);
        }
    }
    for (rule, at) in due {
        let notes: Vec<&str> = snapshot.findings.iter().map(|(_, finding)| finding.rule.id).collect();
        let _ = writeln!(out, "    does not say {rule} of {at}; it says {notes:?}");
    }
    out
}

fn hold(situations: &[Situation]) {
    let mut complaints = String::new();
    for situation in situations {
        let complaint = complaint(situation);
        if !complaint.is_empty() {
            let _ = writeln!(complaints, "{}:\n{complaint}", situation.name);
        }
    }
    assert!(complaints.is_empty(), "\n{complaints}");
}

#[test]
fn clean_sessions_accuse_nobody() {
    hold(clean::SITUATIONS);
}

#[test]
fn what_happens_to_a_packet_of_a_clean_session_accuses_nobody() {
    let mut wrong = Vec::new();
    for situation in clean::SITUATIONS.iter().chain(classes::SITUATIONS).filter(|situation| situation.said.is_empty()) {
        let mut scenario = Scenario::new();
        (situation.build)(&mut scenario);
        let packets = scenario.packets();
        for at in (0..packets.len()).take(MOST_PACKETS) {
            for (mishap, packets) in mishaps(&packets, at) {
                let found = accusations(&scenario, packets);
                wrong.extend(found.first().map(|first| format!("{}, packet {at} {mishap}: {first}", situation.name)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} accusations:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_happens_to_a_packet_invents_no_accusation() {
    let all = [ids::SITUATIONS, texts::SITUATIONS, errors::SITUATIONS, labels::SITUATIONS, streams::SITUATIONS, sessions::SITUATIONS];
    let mut wrong = Vec::new();
    for situation in all.into_iter().flatten() {
        let mut scenario = Scenario::new();
        (situation.build)(&mut scenario);
        let packets = scenario.packets();
        let rule = |found: &String| found.split(':').next().unwrap_or_default().to_owned();
        let due: Vec<String> = accusations(&scenario, packets.clone()).iter().map(rule).collect();
        for at in (0..packets.len()).take(MOST_PACKETS) {
            for (mishap, packets) in mishaps(&packets, at).into_iter().filter(|(mishap, _)| LOSSES.contains(mishap)) {
                let found = accusations(&scenario, packets);
                let new = found.iter().find(|found| !due.contains(&rule(found)) && !PLAINER.contains(&rule(found).as_str()));
                wrong.extend(new.map(|new| format!("{}, packet {at} {mishap}: {new}", situation.name)));
            }
        }
    }
    assert!(wrong.is_empty(), "{} accusations:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_a_carriage_class_allows_accuses_nobody() {
    hold(classes::SITUATIONS);
}

#[test]
fn lossy_captures_accuse_nobody() {
    hold(lossy::SITUATIONS);
}

#[test]
fn ids_and_correlations_that_go_wrong_are_named() {
    hold(ids::SITUATIONS);
}

#[test]
fn texts_that_are_no_plain_objects_are_named() {
    hold(texts::SITUATIONS);
}

#[test]
fn errors_that_are_changed_or_made_up_are_named() {
    hold(errors::SITUATIONS);
}

#[test]
fn labels_that_are_missing_or_too_mild_are_named() {
    hold(labels::SITUATIONS);
}

#[test]
fn streams_that_go_astray_are_named() {
    hold(streams::SITUATIONS);
}

#[test]
fn sessions_out_of_order_are_named() {
    hold(sessions::SITUATIONS);
}

/// A request that changes nothing and owes no label: A2A `tasks/get`.
fn ask<'s>(s: &'s mut Scenario, correlation: &str, id: &str) -> &'s mut Scenario {
    s.bridge(C2s, get(correlation, &object(id)))
}

/// Its success reply.
fn answer<'s>(s: &'s mut Scenario, correlation: &str, id: &str) -> &'s mut Scenario {
    s.bridge(S2c, result(correlation, &format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{TASK}}}"#)))
}

/// Its error reply.
fn fail<'s>(s: &'s mut Scenario, correlation: &str, error: &str) -> &'s mut Scenario {
    let object = format!(r#"{{"jsonrpc":"2.0","id":{correlation},"error":{error}}}"#);
    s.bridge(S2c, BridgeSpec::error(Protocol::A2A, correlation, object))
}

const TASK: &str = r#"{"kind":"task","id":"t-1","contextId":"c-1","status":{"state":"working"}}"#;

fn object(id: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tasks/get","params":{{"id":"t-1"}}}}"#)
}

fn get(correlation: &str, object: &str) -> BridgeSpec {
    BridgeSpec::request(Protocol::A2A, "tasks/get", correlation, object)
}

fn result(correlation: &str, object: &str) -> BridgeSpec {
    BridgeSpec::response(Protocol::A2A, correlation, object)
}

/// A request with an object of its own under correlation 7, answered with success.
fn asked<'s>(s: &'s mut Scenario, object: &str) -> &'s mut Scenario {
    s.bridge(C2s, get("7", object));
    answer(s, "7", "7")
}

/// A reply of the server to request 7.
fn replied(s: &mut Scenario, message: BridgeSpec) -> &mut Scenario {
    ask(s, "7", "7").bridge(S2c, message)
}
