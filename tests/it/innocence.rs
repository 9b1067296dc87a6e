//! Nobody is accused of more than what happened: a capture that loses, repeats, reorders or cuts packets of a clean session accuses
//! nobody, and one octet damaged on the way is one accusation.

use npscope::base::direction::Direction::{C2s, S2c};
use npscope::base::id::PacketId;
use npscope::base::input::{Input, Packet};
use npscope::engine::{Engine, Options};
use npscope::scenario::{BridgeSpec, NativeSpec, Scenario};
use npscope::spec::channel::Channel;
use npscope::spec::generation::Generation;
use npscope::spec::profile::Profile;
use npscope::spec::protocol::Protocol;
use npscope::store::finding::Severity;

/// Octets of Ethernet, IP and TCP headers in front of what a scenario sends.
const HEADERS: usize = 54;
/// Octets of a frame header.
const FRAME_HEADER: usize = 36;

type Setup = fn(&mut Scenario);

/// Ways in which the same session is agreed on and known.
const SETUPS: [(&str, Setup); 6] = [
    ("generation 2", |_| {}),
    ("small segments", |s| {
        s.segment_size(100);
    }),
    ("generation 3 at High", |s| {
        s.generation(Generation::Three).profile(Profile::HIGH);
    }),
    ("no keys", |s| {
        s.no_keys();
    }),
    ("keys of Bridge only", |s| {
        s.only_channel_keys(Channel::BRIDGE);
    }),
    ("captured late", |s| {
        s.late();
    }),
];

fn ask(s: &mut Scenario, id: &str) {
    let request = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tasks/get","params":{{"id":"t"}}}}"#);
    let task = r#"{"id":"t","contextId":"c","status":{"state":"completed"},"kind":"task"}"#;
    s.bridge(C2s, BridgeSpec::request(Protocol::A2A, "tasks/get", id, request));
    s.bridge(S2c, BridgeSpec::response(Protocol::A2A, id, format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{task}}}"#)));
}

fn remember(s: &mut Scenario) {
    s.native(C2s, NativeSpec::memory_read("m")).native(S2c, NativeSpec::memory_record("m"));
}

/// A clean session with every kind of boundary in it.
fn session(setup: Setup) -> Scenario {
    let mut s = Scenario::new();
    setup(&mut s);
    s.ping(C2s);
    ask(&mut s, "1");
    remember(&mut s);
    s.key_update(C2s, Channel::MEMORY).key_update_ack(S2c, Channel::MEMORY, 1);
    remember(&mut s);
    s.key_update(S2c, Channel::BRIDGE).key_update_ack(C2s, Channel::BRIDGE, 1);
    ask(&mut s, "2");
    s.master_ratchet(C2s).master_ratchet_ack(S2c, 1);
    ask(&mut s, "3");
    s.flow_update(C2s, 1 << 21).flow_update(S2c, 1 << 21);
    remember(&mut s);
    s.rekem(C2s);
    ask(&mut s, "4");
    s.rekem(S2c).ping(S2c);
    ask(&mut s, "5");
    remember(&mut s);
    s.close();
    s
}

/// Errors and warnings about packets of a scenario.
pub(crate) fn accusations(scenario: &Scenario, packets: Vec<Packet>) -> Vec<String> {
    let mut engine = Engine::new(Options::default());
    for input in scenario.inputs().into_iter().filter(|input| !matches!(input, Input::Packet(_))) {
        engine.ingest(input);
    }
    for (at, mut packet) in packets.into_iter().enumerate() {
        packet.id = PacketId::from_index(at);
        engine.ingest(Input::Packet(packet));
    }
    engine.finish();
    let snapshot = engine.into_snapshot();
    let loud = snapshot.findings.iter().filter(|(_, finding)| finding.severity > Severity::Note);
    loud.map(|(_, finding)| format!("{}: {}", finding.rule.id, finding.message)).collect()
}

/// What may happen to the packet at `at` between the wire and the file.
pub(crate) fn mishaps(packets: &[Packet], at: usize) -> Vec<(&'static str, Vec<Packet>)> {
    let changed = |change: &dyn Fn(&mut Vec<Packet>)| {
        let mut packets = packets.to_vec();
        change(&mut packets);
        packets
    };
    let last = packets.len() - 1;
    let delayed = |by: usize| {
        changed(&|packets| {
            let packet = packets.remove(at);
            packets.insert((at + by).min(last), packet);
        })
    };
    let cut = changed(&|packets| {
        let half = (packets[at].bytes.len() / 2).max(HEADERS).min(packets[at].bytes.len());
        packets[at].bytes = packets[at].bytes.slice(..half);
    });
    vec![
        ("lost", changed(&|packets| drop(packets.remove(at)))),
        ("lost with the next two", changed(&|packets| drop(packets.drain(at..(at + 3).min(last + 1))))),
        ("captured twice", changed(&|packets| packets.insert(at, packets[at].clone()))),
        ("captured after the next", delayed(1)),
        ("captured five later", delayed(5)),
        ("cut to half", cut),
        ("the first captured", packets[at..].to_vec()),
        ("the last captured", packets[..=at].to_vec()),
    ]
}

#[test]
fn what_a_capture_lacks_accuses_nobody() {
    let mut wrong = Vec::new();
    for (name, setup) in SETUPS {
        let scenario = session(setup);
        let packets = scenario.packets();
        for at in 0..packets.len() {
            for (mishap, packets) in mishaps(&packets, at) {
                let found = accusations(&scenario, packets);
                wrong.extend(found.first().map(|first| format!("{name}, packet {at} {mishap}: {} findings, {first}", found.len())));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn one_direction_alone_accuses_nobody() {
    for (name, setup) in SETUPS {
        let scenario = session(setup);
        let client = scenario.packets()[0].bytes.slice(26..30);
        for from_client in [true, false] {
            let packets = scenario.packets().into_iter().filter(|packet| (packet.bytes[26..30] == client) == from_client).collect();
            assert_eq!(accusations(&scenario, packets), Vec::<String>::new(), "{name}, from the client: {from_client}");
        }
    }
}

#[test]
fn one_damaged_octet_is_at_most_one_accusation() {
    let mut wrong = Vec::new();
    for (name, setup) in SETUPS {
        let scenario = session(setup);
        let packets = scenario.packets();
        for at in 0..packets.len() {
            let length = packets[at].bytes.len();
            let body = [HEADERS + FRAME_HEADER, HEADERS.midpoint(length), length - 1];
            for offset in (HEADERS..HEADERS + FRAME_HEADER).step_by(3).chain(body).filter(|offset| (HEADERS..length).contains(offset)) {
                let mut damaged = packets.clone();
                let mut octets = damaged[at].bytes.to_vec();
                octets[offset] ^= 0x10;
                damaged[at].bytes = octets.into();
                let found = accusations(&scenario, damaged);
                if found.len() > 1 {
                    wrong.push(format!("{name}, octet {} of packet {at}: {}", offset - HEADERS, found.join(" | ")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_damaged_frame_is_accused_where_keys_are_known() {
    let scenario = session(|_| {});
    let packets = scenario.packets();
    let sealed = |packet: &&Packet| packet.bytes.len() > HEADERS + FRAME_HEADER && packet.bytes.len() < 800;
    for at in packets.iter().filter(sealed).map(|packet| packet.id.index()).collect::<Vec<_>>() {
        for offset in [HEADERS, HEADERS + 8, HEADERS + 16, HEADERS + 22, HEADERS + 30, packets[at].bytes.len() - 1] {
            let mut damaged = packets.clone();
            let mut octets = damaged[at].bytes.to_vec();
            octets[offset] ^= 0x10;
            damaged[at].bytes = octets.into();
            assert_eq!(accusations(&scenario, damaged).len(), 1, "octet {} of packet {at}", offset - HEADERS);
        }
    }
}
