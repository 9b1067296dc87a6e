//! Caps: they hold, they are told, and nobody is accused because of them.

use npscope::base::direction::Direction::{C2s, S2c};
use npscope::base::limits::Limits;
use npscope::engine::{Engine, Options};
use npscope::report::summary::{GapKind, evidence_gaps};
use npscope::scenario::{FrameSpec, Scenario};
use npscope::spec::channel::Channel;
use npscope::spec::effect::Effect;
use npscope::spec::frame_type::FrameType;
use npscope::store::finding::Severity;
use npscope::store::log::CHUNK;
use npscope::store::row::ExchangeState;
use npscope::store::snapshot::Snapshot;

/// Caps that ordinary traffic reaches.
fn tiny() -> Limits {
    Limits {
        associations: 2,
        open_exchanges: 4,
        tombstones: 4,
        channels: 3,
        replay_window: 4,
        tools: 2,
        findings_per_rule: 2,
        frames: 2 * CHUNK,
        frame_octets: 100_000,
        frames_partial: 20_000,
        exchanges: CHUNK,
        exchange_frames: 3,
        gaps: 1,
        ..Limits::default()
    }
}

fn run(scenario: &Scenario) -> Snapshot {
    let mut engine = Engine::new(Options { limits: tiny(), ..Options::default() });
    scenario.inputs().into_iter().for_each(|input| engine.ingest(input));
    engine.finish();
    engine.into_snapshot()
}

/// The caps that a snapshot says were reached.
fn reached(snapshot: &Snapshot) -> Vec<String> {
    evidence_gaps(snapshot).into_iter().filter(|gap| gap.kind == GapKind::LimitReached).map(|gap| gap.detail).collect()
}

#[track_caller]
fn accuses_nobody(snapshot: &Snapshot) {
    let loud = snapshot.findings.iter().filter(|(_, row)| row.severity > Severity::Note);
    let loud: Vec<String> = loud.map(|(_, row)| format!("{} {:?}: {}", row.rule.id, row.frame, row.message)).collect();
    assert!(loud.is_empty(), "{loud:#?}");
}

#[track_caller]
fn says(snapshot: &Snapshot, caps: &[&str]) {
    let said = reached(snapshot);
    assert!(caps.iter().all(|cap| said.iter().any(|name| name == cap)), "{said:?}");
    let spelled = |name: &String| name.starts_with("further findings of ") || npscope::report::limit::words(name).is_some();
    assert!(said.iter().all(spelled), "{said:?} for people");
}

#[test]
fn exchanges_beyond_the_cap_are_forgotten_without_blame() {
    let mut s = Scenario::new();
    s.mcp_session();
    for id in 10..22 {
        s.request(C2s, "ping", &id.to_string(), "");
    }
    for id in (10..22).rev() {
        s.respond(S2c, &id.to_string(), "{}");
    }
    let snapshot = run(s.close());
    accuses_nobody(&snapshot);
    says(&snapshot, &["open_exchanges"]);
}

#[test]
fn tools_beyond_the_cap_are_unknown() {
    let mut s = Scenario::new();
    s.mcp_session();
    for (id, tool, effect) in [
        ("3", "read_file", Effect::ReadOnly),
        ("4", "write_note", Effect::IdempotentWrite),
        ("5", "send_mail", Effect::NonIdempotentWrite),
        ("6", "delete_branch", Effect::Destructive),
        ("7", "mystery", Effect::Destructive),
    ] {
        s.call(id, tool, Some(effect)).called(id, "done");
    }
    let snapshot = run(s.close());
    accuses_nobody(&snapshot);
    says(&snapshot, &["tools"]);
}

#[test]
fn rows_beyond_the_cap_go_oldest_first() {
    let mut s = Scenario::new();
    s.mcp_session();
    for id in 0..2200 {
        s.request(C2s, "ping", &format!("{}", id + 10), "").respond(S2c, &format!("{}", id + 10), "{}");
    }
    let snapshot = run(s.close());
    accuses_nobody(&snapshot);
    says(&snapshot, &["frames", "exchanges"]);
    let kept = [snapshot.frames.len() - snapshot.frames.first(), snapshot.exchanges.len() - snapshot.exchanges.first()];
    assert!(kept[0] <= 2 * CHUNK && kept[1] <= CHUNK, "{kept:?}");
    assert!(snapshot.exchanges.len() > 2200);
}

#[test]
fn a_frame_that_is_too_long_to_be_held_is_passed_over_without_blame() {
    for length in [60_000, 150_000] {
        let mut s = Scenario::new();
        s.mcp_session();
        let params = format!(r#"{{"text":"{}"}}"#, "x".repeat(length));
        s.request(C2s, "ping", "10", &params).respond(S2c, "10", "{}");
        s.request(C2s, "ping", "11", "").respond(S2c, "11", "{}");
        let snapshot = run(s.close());
        accuses_nobody(&snapshot);
        says(&snapshot, &["frame_octets"]);
        let long: Vec<bool> = snapshot.frames.iter().filter(|(_, row)| row.length > 50_000).map(|(_, row)| row.complete).collect();
        assert_eq!(long, [false]);
        assert!(snapshot.exchanges.iter().filter(|(_, row)| row.state == ExchangeState::Answered).count() >= 2);
    }
}

#[test]
fn long_streams_are_listed_in_part() {
    let mut s = Scenario::new();
    s.a2a_stream("1", 20);
    let snapshot = run(s.close());
    accuses_nobody(&snapshot);
    assert!(snapshot.long_exchanges.values().all(|frames| frames.len() <= 3));
    assert!(snapshot.exchanges.iter().any(|(_, row)| row.frames > 20));
}

#[test]
fn gaps_beyond_the_cap_are_counted() {
    let mut s = Scenario::new();
    s.mcp_session();
    for id in 10..16 {
        s.lose_next(S2c).request(C2s, "ping", &id.to_string(), "").respond(S2c, &id.to_string(), "{}");
        s.request(C2s, "ping", &format!("{}", id + 10), "").respond(S2c, &format!("{}", id + 10), "{}");
    }
    let snapshot = run(s.close());
    accuses_nobody(&snapshot);
    let (_, row) = snapshot.associations.iter().next().unwrap();
    assert_eq!((row.gaps[S2c.index()].len(), row.gap_count[S2c.index()]), (1, 6));
}

#[test]
fn channels_beyond_the_cap_have_no_sequence_space() {
    let mut s = Scenario::new();
    let channels = [Channel::MEMORY, Channel::TELEMETRY, Channel::KNOWLEDGE, Channel::WORKFLOW];
    for round in 0..3 {
        for channel in channels {
            s.frame(C2s, FrameSpec::new(channel, FrameType::PING)).frame(S2c, FrameSpec::new(channel, FrameType::PONG));
            s.key_update(C2s, channel).key_update_ack(S2c, channel, round + 1);
        }
    }
    let snapshot = run(s.close());
    accuses_nobody(&snapshot);
    says(&snapshot, &["channels"]);
}

#[test]
fn associations_beyond_the_cap_are_counted() {
    let mut s = Scenario::new();
    for _ in 0..4 {
        s.mcp_session().next_association();
    }
    let snapshot = run(&s);
    accuses_nobody(&snapshot);
    says(&snapshot, &["associations"]);
    assert_eq!(snapshot.associations.len(), 2);
}

#[test]
fn associations_that_have_ended_make_room_for_others() {
    let mut s = Scenario::new();
    for _ in 0..4 {
        s.mcp_session().close().next_association();
    }
    let snapshot = run(&s);
    accuses_nobody(&snapshot);
    assert!(!snapshot.limits_reached.iter().any(|(name, _)| *name == "associations"));
    let told = snapshot.associations.iter().map(|(_, row)| (row.end, row.exchanges, row.frames.iter().sum::<u64>() > 0));
    let told: Vec<_> = told.collect();
    assert_eq!((told.len(), told.iter().all(|row| *row == told[0])), (4, true), "{told:?}");
}

#[test]
fn findings_of_a_rule_beyond_the_cap_are_counted() {
    let mut s = Scenario::new();
    s.mcp_session();
    for _ in 0..10 {
        s.frame(C2s, FrameSpec::new(Channel::BRIDGE, FrameType::PING).reserved(3, 1));
    }
    let snapshot = run(s.close());
    let kept = snapshot.findings.iter().filter(|(_, row)| row.rule.id == "frame/reserved-nonzero").count();
    assert_eq!(kept, 2);
    assert_eq!(snapshot.findings_dropped.iter().find(|(rule, _)| *rule == "frame/reserved-nonzero").map(|(_, count)| *count), Some(8));
    says(&snapshot, &["findings"]);
}
