//! Packets of QUIC that are captured in another order than they were sent: what was sent after something waits for it.

use std::collections::BTreeMap;

use npscope::base::direction::Direction::{C2s, S2c};
use npscope::base::input::{Input, Packet};
use npscope::base::limits::Limits;
use npscope::base::secret::Secret;
use npscope::engine::{Engine, Options};
use npscope::report::summary::{GapKind, evidence_gaps};
use npscope::scenario::{FrameSpec, NativeSpec, QuicPlan, Scenario};
use npscope::spec::channel::Channel;
use npscope::spec::effect::Effect;
use npscope::spec::frame_type::FrameType;
use npscope::spec::generation::Generation;
use npscope::store::row::{ExchangeState, Protection, SealedReason};
use npscope::store::snapshot::Snapshot;

use crate::reading::accusations;

/// Port of the client whose association comes first.
const CLIENT_PORT: u16 = 51_000;

/// What client and server say of themselves.
const INITIALIZE: &str = r#"{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}"#;
const INITIALIZED: &str = r#"{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}"#;

/// A conversation on several streams, with everything that one side confirms or answers to the other. No packet is acknowledged.
fn talk() -> Scenario {
    talk_with(true)
}

fn talk_with(silent: bool) -> Scenario {
    let mut s = Scenario::new();
    s.generation(Generation::Three).quic(|plan| plan.silent = silent).mcp_session();
    for id in 10..14 {
        s.call(&id.to_string(), "read_file", Some(Effect::ReadOnly)).called(&id.to_string(), "text");
        s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_record("c"));
    }
    s.key_update(C2s, Channel::BRIDGE).key_update_ack(S2c, Channel::BRIDGE, 1).call("14", "read_file", Some(Effect::ReadOnly));
    s.called("14", "text").master_ratchet(C2s).master_ratchet_ack(S2c, 1);
    s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE)).frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK));
    s
}

/// Runs the packets in the order that `order` gives them, with the handshake secret alone.
fn run(scenario: &Scenario, limits: Limits, order: impl FnOnce(&mut Vec<Packet>)) -> Snapshot {
    let keys: String = scenario.keys().split_inclusive('\n').filter(|line| !line.starts_with("NPAMP_MASTER")).collect();
    let mut packets = scenario.packets();
    let stamps: Vec<_> = packets.iter().map(|packet| (packet.id, packet.time)).collect();
    order(&mut packets);
    for (packet, stamp) in packets.iter_mut().zip(stamps) {
        (packet.id, packet.time) = stamp;
    }
    let mut engine = Engine::new(Options { limits, ..Options::default() });
    engine.ingest(Input::Secrets(Secret::new(keys.into_bytes())));
    for packet in packets {
        engine.ingest(Input::Packet(packet));
    }
    engine.finish();
    engine.into_snapshot()
}

fn findings(snapshot: &Snapshot) -> Vec<String> {
    snapshot.findings.iter().map(|(_, finding)| format!("{}: {}", finding.rule.id, finding.message)).collect()
}

/// What frames are, in their order on each channel.
fn frames(snapshot: &Snapshot) -> Vec<String> {
    let of = |row: &npscope::store::row::FrameRow| {
        format!("{:?} {:?} {:?} {:04} {:?}", snapshot.direction_of(row), row.channel, row.frame_type, row.seq, row.protection)
    };
    let mut frames: Vec<String> = snapshot.frames.iter().map(|(_, row)| of(row)).collect();
    frames.sort();
    frames
}

fn unanswered(snapshot: &Snapshot) -> usize {
    snapshot.exchanges.iter().filter(|(_, row)| row.state.is_open() || row.state == ExchangeState::Unanswered).count()
}

/// Where the packet lies that completes the frame of a type on Control.
fn place_of(scenario: &Scenario, frame_type: FrameType) -> usize {
    let snapshot = run(scenario, Limits::default(), |_| {});
    let (_, row) = snapshot.frames.iter().find(|(_, row)| row.channel == Channel::CONTROL && row.frame_type == frame_type).unwrap();
    scenario.packets().iter().position(|packet| packet.id == row.packet).unwrap()
}

#[test]
fn frames_that_overtake_the_handshake_wait_for_the_keys_that_it_gives() {
    let made = talk();
    let straight = run(&made, Limits::default(), |_| {});
    assert!(frames(&straight).iter().all(|frame| !frame.contains("Sealed")));
    for (kind, by) in [
        (FrameType::CLIENT_AUTH, [1, 2, 5]),
        (FrameType::SERVER_AUTH, [1, 2, 4]),
        (FrameType::SERVER_HELLO, [1, 2, 4]),
        (FrameType::CLIENT_HELLO, [1, 2, 3]),
    ] {
        let at = place_of(&made, kind);
        for by in by {
            let late = run(&made, Limits::default(), |packets| {
                let packet = packets.remove(at);
                packets.insert(at + by, packet);
            });
            assert_eq!((findings(&late), unanswered(&late)), (findings(&straight), 0), "{kind:?} {by} later");
            assert_eq!(frames(&late), frames(&straight), "{kind:?} {by} later");
        }
    }
}

#[test]
fn without_the_end_of_the_handshake_frames_stay_sealed_for_that_reason_and_nobody_is_accused() {
    let made = talk();
    let at = place_of(&made, FrameType::CLIENT_AUTH);
    let lost = run(&made, Limits::default(), |packets| drop(packets.remove(at)));
    let sealed = |row: &npscope::store::row::FrameRow| row.protection == Protection::Sealed(SealedReason::HandshakeNotCaptured);
    assert!(lost.frames.iter().filter(|(_, row)| row.channel == Channel::BRIDGE).all(|(_, row)| sealed(row)));
    assert_eq!(accusations(&lost), [""; 0]);
    assert_eq!(lost.frames.len(), run(&made, Limits::default(), |_| {}).frames.len() - 1);
}

#[test]
fn a_bound_ends_the_wait_and_is_told() {
    let made = talk();
    let at = place_of(&made, FrameType::CLIENT_AUTH);
    let few = run(&made, Limits { frames_waiting: 400, ..Limits::default() }, |packets| {
        let packet = packets.remove(at);
        packets.insert(at + 8, packet);
    });
    assert!(frames(&few).iter().any(|frame| frame.contains("HandshakeNotCaptured")));
    assert_eq!(accusations(&few), [""; 0]);
    let told = evidence_gaps(&few).into_iter().any(|gap| gap.kind == GapKind::LimitReached && gap.detail == "frames_waiting");
    assert!(told);
}

#[test]
fn answers_and_confirmations_that_are_captured_first_wait_for_what_they_answer() {
    let made = talk();
    let straight = run(&made, Limits::default(), |_| {});
    assert_eq!(accusations(&straight), [""; 0]);
    let from = place_of(&made, FrameType::CLIENT_AUTH) + 1;
    // Every packet of the server lies one, two or three places too early, and those of each side stay in their order.
    for early in 1..=3 {
        let turned = run(&made, Limits::default(), |packets| {
            let client = packets.first().map(|packet| packet.bytes.get(26..30).map(<[u8]>::to_vec));
            for at in from..packets.len() {
                let of = |packet: &Packet| Some(packet.bytes.get(26..30).map(<[u8]>::to_vec)) == client;
                let moves = (0..early).take_while(|by| at - by > from && !of(&packets[at - by]) && of(&packets[at - by - 1]));
                for by in moves.collect::<Vec<_>>() {
                    packets.swap(at - by, at - by - 1);
                }
            }
        });
        assert_eq!(findings(&turned), findings(&straight), "{early} early");
        assert_eq!((frames(&turned), unanswered(&turned)), (frames(&straight), 0), "{early} early");
    }
}

#[test]
fn an_answer_that_nobody_asked_for_is_one_in_the_end() {
    let mut made = Scenario::new();
    made.generation(Generation::Three).quic(|_| {}).mcp_session().called("77", "text");
    made.call("10", "read_file", Some(Effect::ReadOnly)).called("10", "text");
    let said = accusations(&run(&made, Limits::default(), |_| {}));
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said.iter().all(|said| said.starts_with("exchange/reply-without-request")), "{said:?}");
}

/// Numbers that look like chance, the same in every run.
fn chance(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    }
}

#[test]
fn packets_missing_here_and_there_accuse_nobody() {
    let made = talk_with(false);
    for (seed, percent) in (0..24).flat_map(|seed| [2, 10, 30].map(|percent| (seed, percent))) {
        let mut next = chance(seed);
        let snapshot = run(&made, Limits::default(), |packets| packets.retain(|_| next() % 100 >= percent));
        assert_eq!(accusations(&snapshot), [""; 0], "seed {seed}, {percent} percent");
    }
}

#[test]
fn a_side_that_is_captured_wholly_before_the_other_accuses_nobody() {
    let made = talk();
    let client = |packet: &Packet| packet.bytes.get(26..30).map(<[u8]>::to_vec);
    let first = made.packets().first().and_then(client);
    for server_first in [false, true] {
        let snapshot = run(&made, Limits::default(), |packets| packets.sort_by_key(|packet| (client(packet) == first) == server_first));
        assert_eq!(accusations(&snapshot), [""; 0], "server first: {server_first}");
    }
}

/// Lines of so many connections that were not captured.
fn strangers(count: usize) -> String {
    let line = |at: usize, label: &str| format!("{label}_TRAFFIC_SECRET_0 {:064x} {:064x}\n", at + 1, at + 7);
    (0..count).flat_map(|at| [line(at, "CLIENT"), line(at, "SERVER")]).collect()
}

/// A capture that begins behind the handshake, with the secrets of other connections before and behind its own.
fn late_among(before: usize, behind: usize, limits: Limits) -> Snapshot {
    let mut s = Scenario::new();
    s.generation(Generation::Three).quic(|_| {}).mcp_session();
    let skipped = s.packets().len();
    for id in 10..24 {
        s.call(&id.to_string(), "read_file", Some(Effect::ReadOnly)).called(&id.to_string(), "text");
    }
    let keys = format!("{}{}{}", strangers(before), s.keys(), strangers(behind + before).split_off(strangers(before).len()));
    let mut engine = Engine::new(Options { limits, ..Options::default() });
    engine.ingest(Input::Secrets(Secret::new(keys.into_bytes())));
    s.packets().into_iter().skip(skipped).for_each(|packet| engine.ingest(Input::Packet(packet)));
    engine.finish();
    engine.into_snapshot()
}

#[test]
fn a_start_in_the_middle_finds_its_secrets_among_those_of_many_connections() {
    for (before, behind) in [(0, 0), (100, 0), (0, 100), (40, 40)] {
        let snapshot = late_among(before, behind, Limits::default());
        assert!(snapshot.frames.len() >= 28, "{} frames with {before} before and {behind} behind", snapshot.frames.len());
        assert_eq!(accusations(&snapshot), [""; 0]);
    }
}

#[test]
fn secrets_that_are_left_untried_are_told() {
    let snapshot = late_among(0, 3, Limits { quic_secrets: 2, ..Limits::default() });
    let told: Vec<String> =
        evidence_gaps(&snapshot).into_iter().filter(|gap| gap.kind == GapKind::LimitReached).map(|gap| gap.detail).collect();
    assert_eq!((snapshot.frames.len(), told), (0, vec!["quic_secrets".to_owned()]));
}

/// Conversations over connections between the same addresses, one message of each in turn.
fn several(count: usize, calls: usize, edit: fn(&mut QuicPlan)) -> Scenario {
    let mut s = Scenario::new();
    for number in 0..count {
        if number > 0 {
            s.next_association();
        }
        s.generation(Generation::Three).quic(edit).mcp_session();
    }
    for id in 0..calls {
        let id = (100 + id).to_string();
        for number in 0..count {
            s.association(number).call(&id, "read_file", Some(Effect::ReadOnly));
        }
        for number in 0..count {
            s.association(number).called(&id, "text");
        }
    }
    s
}

/// The packets of a scenario from one on, all of them between the addresses of its first connection.
fn between_two(scenario: &Scenario, from: usize) -> Vec<Input> {
    let mut inputs = vec![Input::Secrets(Secret::new(scenario.keys().into_bytes()))];
    for mut packet in scenario.packets().into_iter().skip(from) {
        let mut octets = packet.bytes.to_vec();
        let client = if octets[26..30] == [192, 0, 2, 1] { 34 } else { 36 };
        octets[client..client + 2].copy_from_slice(&CLIENT_PORT.to_be_bytes());
        packet.bytes = octets.into();
        inputs.push(Input::Packet(packet));
    }
    inputs
}

#[test]
fn connections_between_the_same_addresses_that_began_before_the_capture_keep_the_order_of_their_packets() {
    let made = several(4, 12, |plan| plan.single_stream = true);
    let begun = several(4, 0, |plan| plan.single_stream = true).packets().len();
    for from in begun..begun + 24 {
        let snapshot = crate::reading::run(between_two(&made, from));
        assert_eq!(snapshot.associations.len(), 4, "from packet {from}");
        let mut last: BTreeMap<u32, u32> = BTreeMap::new();
        for (_, row) in snapshot.frames.iter() {
            let newest = last.entry(snapshot.association_of(row).0).or_default();
            assert!(*newest <= row.packet.0, "from packet {from}: packet {} behind {newest}", row.packet.0);
            *newest = row.packet.0;
        }
        let said: Vec<String> = findings(&snapshot).into_iter().filter(|said| said.starts_with("exchange/")).collect();
        assert!(said.len() <= 4, "from packet {from}: {said:?}");
        assert_eq!((accusations(&snapshot), unanswered(&snapshot)), (vec![], 0), "from packet {from}");
    }
}

#[test]
fn an_answer_that_is_captured_first_after_a_late_start_costs_nothing() {
    let made = several(1, 40, |_| {});
    let begun = several(1, 0, |_| {}).packets().len();
    for from in begun..begun + 12 {
        let snapshot = crate::reading::run(between_two(&made, from));
        let said: Vec<String> = findings(&snapshot).into_iter().filter(|said| said.starts_with("exchange/")).collect();
        assert!(said.len() <= 1, "from packet {from}: {said:?}");
        assert_eq!(unanswered(&snapshot), 0, "from packet {from}");
    }
}

#[test]
fn clients_without_ids_of_their_own_begin_several_connections_from_one_port() {
    let made = several(3, 6, |plan| plan.id_len = 0);
    let snapshot = crate::reading::run(between_two(&made, 0));
    let offers: Vec<_> = snapshot
        .associations
        .iter()
        .map(|(_, row)| (row.frames[0] > 0, row.carrier.as_ref().map(|facts| facts.alpn_offered.len())))
        .collect();
    assert_eq!(offers, vec![(true, Some(1)); 3]);
    assert_eq!(accusations(&snapshot), [""; 0]);
}

#[test]
fn sealed_frames_after_a_ratchet_step_on_another_stream_reuse_no_number() {
    let mut s = Scenario::new();
    s.generation(Generation::Three).quic(|_| {}).mcp_session();
    let begun = s.packets().len();
    for (step, id) in (1..4).zip([20, 40, 60]) {
        for id in id..id + 6 {
            s.call(&id.to_string(), "read_file", Some(Effect::ReadOnly)).called(&id.to_string(), "text");
        }
        s.master_ratchet(C2s).master_ratchet_ack(S2c, step);
    }
    s.call("90", "read_file", Some(Effect::ReadOnly)).called("90", "text");
    let npamp_keys_missing: String = s.keys().split_inclusive('\n').filter(|line| !line.starts_with("NPAMP")).collect();
    for from in [0, begun, begun + 3, begun + 8] {
        let mut inputs = vec![Input::Secrets(Secret::new(npamp_keys_missing.clone().into_bytes()))];
        inputs.extend(s.packets().into_iter().skip(from).map(Input::Packet));
        assert_eq!(accusations(&crate::reading::run(inputs)), [""; 0], "from packet {from}");
    }
}

/// A session whose client asks without waiting for the answer to `initialize`; the server answers the rest, or not.
fn hasty(answers: bool) -> Scenario {
    let mut s = Scenario::new();
    s.generation(Generation::Three).quic(|plan| plan.silent = true);
    s.request(C2s, "initialize", "1", INITIALIZE).request(C2s, "tools/list", "2", "{}").respond(S2c, "1", INITIALIZED);
    if answers {
        s.respond(S2c, "2", r#"{"tools":[]}"#);
    }
    s
}

#[test]
fn a_client_that_does_not_wait_for_initialize_is_told_once_its_peer_shows_that_nothing_is_missing() {
    for answers in [false, true] {
        let said = accusations(&run(&hasty(answers), Limits::default(), |_| {}));
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said.iter().all(|said| said.starts_with("mcp/before-initialize")), "{said:?}");
    }
}

#[test]
fn an_answer_to_initialize_that_may_be_the_last_packet_and_missing_accuses_nobody() {
    let mut s = Scenario::new();
    s.generation(Generation::Three).quic(|plan| plan.silent = true);
    s.request(C2s, "initialize", "1", INITIALIZE);
    let answer = s.packets().len();
    s.respond(S2c, "1", INITIALIZED).notify(C2s, "notifications/initialized", "{}").request(C2s, "tools/list", "2", "{}");
    let quiet = run(&s, Limits::default(), |packets| drop(packets.remove(answer)));
    assert_eq!(accusations(&quiet), [""; 0], "nothing comes behind it");
    let told: Vec<String> = findings(&quiet).into_iter().filter(|said| said.starts_with("mcp/before-initialize:")).collect();
    assert_eq!(told, ["mcp/before-initialize: tools/list is sent before initialize was answered"], "as a note");
    s.respond(S2c, "2", r#"{"tools":[]}"#);
    let hole = run(&s, Limits::default(), |packets| drop(packets.remove(answer)));
    assert_eq!(accusations(&hole), [""; 0], "a number is missing before what comes behind it");
}

#[test]
fn claims_about_what_a_peer_did_not_send_wait_for_its_next_packet() {
    // Of each: what the other peer sends and is lost, what rests on it, and what is said when it was never sent.
    type Part = fn(&mut Scenario) -> &mut Scenario;
    let cases: [(Part, Part, &str); 5] = [
        (|s| s.call("50", "read_file", Some(Effect::ReadOnly)), |s| s.called("50", "text"), "exchange/reply-without-request"),
        (|s| s.key_update(C2s, Channel::BRIDGE), |s| s.key_update_ack(S2c, Channel::BRIDGE, 1), "keyupdate/ack-unsolicited"),
        (|s| s.master_ratchet(C2s), |s| s.master_ratchet_ack(S2c, 1), "ratchet/ack-unsolicited"),
        (
            |s| s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE)),
            |s| s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK)),
            "close/ack-unsolicited",
        ),
        (|s| s.native(C2s, NativeSpec::memory_read("z")), |s| s.native(S2c, NativeSpec::memory_record("z")), "native/reply-unmatched"),
    ];
    for (asked, answered, rule) in cases {
        let mut s = Scenario::new();
        s.generation(Generation::Three).quic(|plan| plan.silent = true).mcp_session();
        s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_record("c"));
        let lost = s.packets().len();
        asked(&mut s);
        assert_eq!(s.packets().len(), lost + 1);
        answered(&mut s);
        let tail = run(&s, Limits::default(), |packets| drop(packets.remove(lost)));
        assert_eq!(accusations(&tail), [""; 0], "{rule}: lost at the end");
        if rule == "close/ack-unsolicited" {
            continue; // nothing may follow it
        }
        s.ping(C2s).ping(S2c).ping(C2s);
        let hole = run(&s, Limits::default(), |packets| drop(packets.remove(lost)));
        assert_eq!(accusations(&hole), [""; 0], "{rule}: a hole shows it");
    }
}
