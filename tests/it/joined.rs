//! Captures that were put together badly: one direction behind the other, several packets in one datagram, many packets missing.

use std::collections::BTreeSet;

use npscope::base::direction::Direction::{C2s, S2c};
use npscope::base::input::{Input, Packet};
use npscope::engine::{Engine, Options};
use npscope::scenario::{NativeSpec, QuicPlan, Scenario};
use npscope::spec::effect::Effect;
use npscope::spec::generation::Generation;
use npscope::store::snapshot::Snapshot;

use crate::reading::accusations;

/// Octets of the headers in front of a datagram.
const HEADERS: usize = 42;
/// The port of every server.
const SERVER: [u8; 2] = 7447_u16.to_be_bytes();

/// Judges packets in this order; each keeps its time.
fn judged(scenario: &Scenario, packets: Vec<Packet>) -> Snapshot {
    let mut engine = Engine::new(Options::default());
    for input in scenario.inputs().into_iter().filter(|input| !matches!(input, Input::Packet(_))) {
        engine.ingest(input);
    }
    for packet in packets {
        engine.ingest(Input::Packet(packet));
    }
    engine.finish();
    engine.into_snapshot()
}

fn frames(snapshot: &Snapshot) -> BTreeSet<String> {
    let rows = snapshot.frames.iter().map(|(_, row)| row);
    rows.map(|row| format!("{:?} {:?} {:?} {} {:?}", snapshot.direction_of(row), row.channel, row.frame_type, row.seq, row.protection))
        .collect()
}

/// A conversation that takes a little more than a second.
fn talk(scenario: &mut Scenario, messages: usize) {
    scenario.mcp_session();
    for id in 0..messages {
        let id = (id + 100).to_string();
        scenario.call(&id, "read_file", Some(Effect::ReadOnly)).called(&id, &"x".repeat(600));
        scenario.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_record("c"));
    }
    scenario.close();
}

fn is_client(packet: &Packet) -> bool {
    let port = if packet.bytes[23] == 17 || packet.bytes[23] == 6 { &packet.bytes[36..38] } else { &[] };
    port == SERVER
}

#[test]
fn one_direction_behind_the_other_is_read_as_it_was_sent() {
    for carrier in 0..2 {
        for client_first in [true, false] {
            let mut scenario = Scenario::new();
            scenario.generation(Generation::Three);
            match carrier {
                0 => {}
                _ => drop(scenario.tls(|_| {}).begin().packets()),
            }
            // More packets than may pass between two of a line that is in order.
            talk(&mut scenario, 450);
            let packets = scenario.packets();
            let expected = judged(&scenario, packets.clone());
            let (one, other): (Vec<Packet>, Vec<Packet>) = packets.into_iter().partition(|packet| is_client(packet) == client_first);
            assert!(one.len() > 800 && other.len() > 800, "{} {}", one.len(), other.len());
            let snapshot = judged(&scenario, one.into_iter().chain(other).collect());
            let (found, wanted) = (frames(&snapshot), frames(&expected));
            let missing: Vec<_> = wanted.difference(&found).take(3).collect();
            assert_eq!(found.len(), wanted.len(), "carrier {carrier}, client first: {client_first}, without {missing:?}");
            assert_eq!(accusations(&snapshot), [""; 0], "carrier {carrier}, client first: {client_first}");
        }
    }
}

/// Datagrams of one size, and a shorter last one, of one direction behind one another become one.
fn joined(packets: &[Packet]) -> Vec<Packet> {
    let (mut out, mut size): (Vec<Packet>, usize) = (Vec::new(), 0);
    for packet in packets {
        let payload = &packet.bytes[HEADERS..];
        let fits = |last: &&mut Packet| {
            let ends = last.bytes[26..38] == packet.bytes[26..38];
            ends && size > 0 && (last.bytes.len() - HEADERS).is_multiple_of(size) && payload.len() <= size && payload[0] & 0x80 == 0
        };
        if let Some(last) = out.last_mut().filter(fits) {
            let mut bytes = [&last.bytes[..], payload].concat();
            let length = u16::try_from(bytes.len() - 14).unwrap();
            bytes[16..18].copy_from_slice(&length.to_be_bytes());
            bytes[38..40].copy_from_slice(&(length - 20).to_be_bytes());
            last.original_len = u32::try_from(bytes.len()).unwrap();
            last.bytes = bytes.into();
        } else {
            out.push(packet.clone());
            size = if payload[0] & 0x80 == 0 { payload.len() } else { 0 };
        }
    }
    out
}

fn large(edit: impl FnOnce(&mut QuicPlan)) -> Scenario {
    let mut scenario = Scenario::new();
    scenario.generation(Generation::Three).quic(edit).mcp_session();
    for id in 10..22 {
        let id = id.to_string();
        scenario.call(&id, "read_file", Some(Effect::ReadOnly)).called(&id, &"x".repeat(5000));
    }
    scenario.close();
    scenario
}

#[test]
fn packets_of_any_size_and_ids_of_any_length_are_found_in_one_datagram() {
    for id_len in [0, 3, 8] {
        for segment in [1100, 90, 2000] {
            let scenario = large(|plan| (plan.id_len, plan.segment) = (id_len, segment));
            let packets = joined(&scenario.packets());
            assert!(packets.len() * 3 < scenario.packets().len() * 2, "{} of {}", packets.len(), scenario.packets().len());
            let snapshot = judged(&scenario, packets);
            assert_eq!(frames(&snapshot), frames(&judged(&scenario, scenario.packets())), "{id_len} {segment}");
            assert_eq!(accusations(&snapshot), [""; 0], "{id_len} {segment}");
        }
    }
}

#[test]
fn a_capture_that_begins_with_joined_packets_is_opened_with_keys_alone() {
    for id_len in [4, 8] {
        let scenario = large(|plan| (plan.id_len, plan.segment) = (id_len, 900));
        let packets = joined(&scenario.packets().split_off(30));
        let whole = frames(&judged(&scenario, scenario.packets())).len();
        let found = judged(&scenario, packets).frames.len();
        assert!(found > whole / 2, "{found} of {whole} with ids of {id_len}");
    }
}

#[test]
fn many_missing_packets_do_not_end_a_connection() {
    let mut scenario = Scenario::new();
    // One octet of a number tells 256 of them apart.
    scenario.generation(Generation::Three).quic(|plan| plan.number_len = 1).mcp_session();
    let from = scenario.packets().len();
    for _ in 0..5000 {
        scenario.quic_frames(C2s, &[1]);
    }
    scenario.quic_frames(C2s, &[1]);
    let to = scenario.packets().len() - 1;
    scenario.call("7", "read_file", Some(Effect::ReadOnly)).called("7", "text").close();
    let mut packets = scenario.packets();
    packets.drain(from..to);
    let snapshot = judged(&scenario, packets);
    let calls = snapshot.exchanges.iter().filter(|(_, row)| snapshot.symbols.text(row.method) == "tools/call").count();
    assert_eq!(calls, 1);
}
