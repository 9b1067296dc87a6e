//! A line that falls quiet: what no packet can change any more is settled while somebody watches, and reading the recording again
//! settles the same.

use npscope::base::direction::Direction::{C2s, S2c};
use npscope::base::input::{Input, Packet};
use npscope::base::secret::Secret;
use npscope::base::time::Timestamp;
use npscope::engine::{Engine, Options};
use npscope::scenario::{Scenario, sample};
use npscope::store::row::{End, ExchangeState};
use npscope::store::snapshot::Snapshot;
use proptest::prelude::*;

const SECOND: i64 = 1_000_000_000;

fn engine(keys: &str) -> Engine {
    let mut engine = Engine::new(Options::default());
    engine.ingest(Input::Secrets(Secret::new(keys.as_bytes().to_vec())));
    engine
}

fn packets(scenario: &Scenario) -> Vec<Packet> {
    scenario.inputs().into_iter().filter_map(|input| if let Input::Packet(packet) = input { Some(packet) } else { None }).collect()
}

/// The same packets, this many times as slow.
fn slowed(mut packets: Vec<Packet>, factor: i64) -> Vec<Packet> {
    let first = packets.first().map_or(0, |packet| packet.time.0);
    for packet in &mut packets {
        packet.time = Timestamp(first + (packet.time.0 - first) * factor);
    }
    packets
}

/// Everything that rows and findings say, times included.
fn story(snapshot: &Snapshot) -> Vec<String> {
    let frames = snapshot.frames.iter().map(|row| format!("{row:?}"));
    let exchanges = snapshot.exchanges.iter().map(|row| format!("{row:?}"));
    let associations = snapshot.associations.iter().map(|(at, row)| format!("{at} {:?} {:?} {:?}", row.end, row.gaps, row.last_time));
    let findings = snapshot.findings.iter().map(|(at, row)| {
        format!("{at} {} {:?} {:?} {:?} {} {:?}", row.rule.id, row.severity, row.frame, row.exchange, row.message, row.time)
    });
    frames.chain(exchanges).chain(associations).chain(findings).collect()
}

/// Reads packets; `looks` are moments between two of them at which the driver says how late it is, and `after` those behind the last.
fn watch(keys: &str, packets: &[Packet], looks: &[u8], after: i64) -> Snapshot {
    let mut engine = engine(keys);
    let mut looks = looks.iter().cycle();
    for (at, packet) in packets.iter().enumerate() {
        engine.ingest(Input::Packet(packet.clone()));
        let Some((next, part)) = packets.get(at + 1).zip(looks.next()) else { continue };
        let span = next.time.0.saturating_sub(packet.time.0).max(0);
        for part in 1..=i64::from(*part) {
            engine.advance(Timestamp(packet.time.0 + span / 8 * part));
            let _ = engine.snapshot();
        }
    }
    let last = packets.last().map_or(0, |packet| packet.time.0);
    for second in 0..after {
        engine.advance(Timestamp(last + second * SECOND));
    }
    engine.finish();
    engine.into_snapshot()
}

/// Two flows at once: the second one goes on while the first one is quiet.
fn two_flows(lost: &[usize], factor: i64) -> (String, Vec<Packet>) {
    let first = sample::find("violations").unwrap().scenario();
    let second = sample::find("mcp-session").unwrap().scenario();
    let kept = packets(&first).into_iter().enumerate().filter(|(at, _)| !lost.contains(at)).map(|(_, packet)| packet);
    let mut all = slowed(kept.collect(), factor);
    let begin = all.first().map_or(0, |packet| packet.time.0);
    let mut others = slowed(packets(&second), factor * 3);
    let shift = begin - others.first().map_or(0, |packet| packet.time.0);
    for packet in &mut others {
        packet.time.0 += shift;
    }
    all.extend(others);
    all.sort_by_key(|packet| packet.time);
    (first.keys() + &second.keys(), all)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn who_watches_a_quiet_line_sees_what_reading_the_recording_again_gives(
        lost in prop::collection::vec(0_usize..120, 0..6),
        factor in prop::sample::select(vec![1_i64, 40, 700, 5000]),
        looks in prop::collection::vec(0_u8..=8, 1..9),
        after in prop::sample::select(vec![0_i64, 3, 60]),
    ) {
        let (keys, packets) = two_flows(&lost, factor);
        let watched = watch(&keys, &packets, &looks, after);
        prop_assert_eq!(story(&watched), story(&watch(&keys, &packets, &[0], 0)));
    }
}

#[test]
fn what_time_settles_needs_no_further_packet() {
    let mut scenario = Scenario::new();
    scenario.request(C2s, "ping", "1", "").lose_next(S2c).respond(S2c, "1", "{}").request(C2s, "ping", "2", "").rst(S2c);
    let packets = packets(&scenario);
    let last = packets.last().map_or(0, |packet| packet.time.0);
    let mut engine = engine(&scenario.keys());
    for packet in packets {
        engine.ingest(Input::Packet(packet));
    }
    let end = |snapshot: &Snapshot| snapshot.associations.iter().map(|(_, row)| row.end).next();
    let states = |snapshot: &Snapshot| snapshot.exchanges.iter().map(|(_, row)| row.state).collect::<Vec<_>>();
    assert_eq!(end(&engine.snapshot()), Some(End::CaptureEnd));
    engine.advance(Timestamp(last + 4 * SECOND));
    assert_eq!(end(&engine.snapshot()), Some(End::CaptureEnd));
    engine.advance(Timestamp(last + 12 * SECOND));
    let settled = engine.snapshot();
    assert_eq!(end(&settled), Some(End::Rst));
    assert!(states(&settled).contains(&ExchangeState::Unanswered), "{:?}", states(&settled));
    engine.finish();
    assert_eq!(story(&engine.snapshot())[..settled.frames.len()], story(&settled)[..settled.frames.len()]);
}
