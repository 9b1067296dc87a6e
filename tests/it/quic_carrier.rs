//! QUIC that other stacks made: what its streams carry, against the truth, and whatever is done to the packets.

use std::collections::BTreeMap;
use std::path::Path;

use npscope::base::input::{Input, Packet};
use npscope::base::limits::Limits;
use npscope::base::text::hex;
use npscope::carrier::keylog::KeyLog;
use npscope::carrier::quic::{PacketSeal, Quic, QuicEvent, QuicFact, Unit};
use npscope::crypto::digest::sha256;
use npscope::net::{NetEvent, Network};
use npscope::source::FileSource;
use serde_json::Value;

use crate::observed::shared;

const CAPTURES: [&str; 5] =
    ["quic-one-stream.pcap", "quic-per-channel.pcapng", "quic-keyupdate.pcap", "quic-migration.pcap", "quic-two-streams.pcap"];

/// A capture with its keys and its truth.
struct Recorded {
    packets: Vec<Packet>,
    keys: KeyLog,
    truth: Value,
}

fn recorded(folder: &Path, name: &str) -> Recorded {
    let stem = name.split('.').next().unwrap();
    let mut source = FileSource::open(&[folder.join(name)]).unwrap();
    let (mut batch, mut packets) = (Vec::new(), Vec::new());
    while source.next_batch(&mut batch, 4096).unwrap() {
        packets.extend(batch.drain(..).filter_map(|input| if let Input::Packet(packet) = input { Some(packet) } else { None }));
    }
    let mut keys = KeyLog::new(&Limits::default());
    keys.push_text(&std::fs::read(folder.join(format!("{stem}.tlskeys"))).unwrap());
    let truth = serde_json::from_slice(&std::fs::read(folder.join(format!("{stem}.truth.json"))).unwrap()).unwrap();
    Recorded { packets, keys, truth }
}

/// What came out of the carrier.
#[derive(Default)]
pub(crate) struct Told {
    /// By connection, side and stream.
    streams: BTreeMap<(u32, usize, u64), Vec<u8>>,
    pub(crate) gaps: u64,
    pub(crate) facts: Vec<QuicFact>,
    offered: Vec<Vec<u8>>,
    chosen: Vec<u8>,
    seals: BTreeMap<(u32, u32), PacketSeal>,
    units: Vec<(u32, Unit, Vec<u8>)>,
    pub(crate) opened: usize,
    pub(crate) datagrams: usize,
}

impl Told {
    /// What the sides of a connection sent on each stream.
    pub(crate) fn of(&self, connection: u32) -> impl Iterator<Item = ((usize, u64), &Vec<u8>)> {
        self.streams.iter().filter(move |(run, _)| run.0 == connection).map(|(run, octets)| ((run.1, run.2), octets))
    }
}

pub(crate) fn carry<'a>(packets: impl Iterator<Item = &'a Packet>, keys: &KeyLog) -> Told {
    let limits = Limits::default();
    let (mut network, mut quic, mut told) = (Network::new(&limits), Quic::new(&limits), Told::default());
    for packet in packets {
        network.push(packet);
        while let Some(event) = network.poll() {
            if let NetEvent::Datagram(datagram) = event {
                quic.push(&datagram, keys);
            }
        }
        drain(&mut quic, &mut told);
    }
    quic.finish(keys);
    drain(&mut quic, &mut told);
    told
}

fn drain(quic: &mut Quic, told: &mut Told) {
    while let Some((connection, event)) = quic.poll() {
        let of = connection.0;
        match event {
            QuicEvent::Open { .. } => told.opened += 1,
            QuicEvent::Offered { alpn, .. } => told.offered = alpn,
            QuicEvent::Chosen { alpn, .. } => told.chosen = alpn.unwrap_or_default(),
            QuicEvent::Fact { fact, .. } => told.facts.push(fact),
            QuicEvent::Key { key, seal } => {
                assert!(told.seals.insert((of, key), *seal).is_none(), "a key is told once");
            }
            QuicEvent::Data { run, offset, bytes, unit, .. } => {
                let stream = told.streams.entry((of, run.side, run.stream)).or_default();
                assert_eq!(stream.len() as u64, offset, "no octet twice and none left out");
                stream.extend(&bytes);
                told.units.push((of, unit, bytes.to_vec()));
            }
            QuicEvent::Late { run, offset } => told.streams.entry((of, run.side, run.stream)).or_default().resize(size(offset), 0),
            QuicEvent::Gap { run, offset, length, .. } => {
                told.gaps += length;
                let stream = told.streams.entry((of, run.side, run.stream)).or_default();
                assert_eq!(stream.len() as u64, offset);
                stream.resize(size(offset + length), 0);
            }
            QuicEvent::Datagram { .. } => told.datagrams += 1,
            QuicEvent::Conflict { .. } => panic!("no stack contradicts itself"),
            _ => {}
        }
    }
}

fn size(octets: u64) -> usize {
    usize::try_from(octets).unwrap()
}

/// Truth frames whose octets are not as they should be, and how many there are.
fn compare(told: &Told, truth: &Value) -> (usize, usize) {
    let frames = truth["frames"].as_array().unwrap();
    let wrong = frames.iter().filter(|frame| !is_there(told, frame)).count();
    (wrong, frames.len())
}

fn is_there(told: &Told, frame: &Value) -> bool {
    let number = |name: &str| frame[name].as_u64().unwrap();
    let run = (0, size(number("direction")), number("quic_stream_id"));
    let (from, len) = (size(number("stream_offset")), size(number("wire_len")));
    let Some(octets) = told.streams.get(&run).and_then(|stream| stream.get(from..from + len)) else { return false };
    let named = u32::from_be_bytes(octets[17..21].try_into().unwrap()) as usize;
    let clear = frame["encrypted"] == Value::Bool(false);
    let hash = hex(&sha256(&octets[36..]));
    octets.starts_with(b"NPAM") && named + 36 == len && (!clear || frame["plaintext_sha256"] == hash.as_str())
}

#[test]
fn streams_carry_what_the_truth_says() {
    let Some(folder) = shared("captures") else { return };
    for name in CAPTURES {
        let Recorded { packets, keys, truth } = recorded(&folder, name);
        let told = carry(packets.iter(), &keys);
        let (wrong, all) = compare(&told, &truth);
        assert_eq!((wrong, told.gaps, told.opened), (0, 0, 1), "{name}: of {all} frames");
        assert_eq!(String::from_utf8_lossy(&told.chosen), truth["associations"][0]["tls"]["alpn"].as_str().unwrap(), "{name}");
        assert!(told.offered.contains(&told.chosen), "{name}");
    }
}

#[test]
fn octets_are_read_back_from_their_packets() {
    let Some(folder) = shared("captures") else { return };
    for name in CAPTURES {
        let Recorded { packets, keys, .. } = recorded(&folder, name);
        let told = carry(packets.iter(), &keys);
        for (of, unit, octets) in &told.units {
            let packet = &packets[unit.origin.index()];
            let at = usize::try_from(unit.place - packet.file_offset).unwrap();
            let sealed = &packet.bytes[at..at + usize::from(unit.sealed)];
            let plain = told.seals[&(*of, unit.key)].reopen(unit.number, sealed).expect("a packet opens again");
            assert_eq!(plain[usize::from(unit.skip)..][..octets.len()], octets[..], "{name}");
        }
    }
}

#[test]
fn key_updates_and_moves_are_told() {
    let Some(folder) = shared("captures") else { return };
    for (name, updates, moves) in [("quic-keyupdate.pcap", 8, 0), ("quic-migration.pcap", 2, 2)] {
        let Recorded { packets, keys, .. } = recorded(&folder, name);
        let told = carry(packets.iter(), &keys);
        let count = |wanted: fn(&QuicFact) -> bool| told.facts.iter().filter(|fact| wanted(fact)).count();
        let updated = count(|fact| matches!(fact, QuicFact::KeysUpdated { .. }));
        let moved = count(|fact| matches!(fact, QuicFact::Migrated { side: 0, .. }));
        assert_eq!((updated, moved), (updates, moves), "{name}: {:?}", told.facts);
    }
}

/// Numbers that are the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        size(self.0 >> 33) % bound.max(1)
    }
}

#[test]
fn the_order_of_packets_and_second_copies_change_nothing() {
    let Some(folder) = shared("captures") else { return };
    for name in CAPTURES {
        let Recorded { packets, keys, truth } = recorded(&folder, name);
        let calm = carry(packets.iter(), &keys);
        for seed in 0..6 {
            let mut dice = Dice(seed);
            let mut order: Vec<(usize, usize)> = (0..packets.len()).map(|at| (at * 8 + dice.below(40), at)).collect();
            order.extend((0..packets.len()).filter(|_| dice.below(4) == 0).map(|at| (at * 8 + 200, at)).collect::<Vec<_>>());
            order.sort_unstable();
            let told = carry(order.iter().map(|(_, at)| &packets[*at]), &keys);
            assert_eq!(told.gaps, 0, "{name} {seed}");
            assert_eq!(compare(&told, &truth).0, 0, "{name} {seed}");
            assert!(told.streams == calm.streams, "{name} {seed}");
        }
    }
}

#[test]
fn what_is_lost_is_a_gap_and_nothing_is_made_up() {
    let Some(folder) = shared("captures") else { return };
    for name in CAPTURES {
        let Recorded { packets, keys, .. } = recorded(&folder, name);
        let calm = carry(packets.iter(), &keys);
        for seed in 0..12 {
            let mut dice = Dice(seed);
            let from = if seed % 3 == 0 { packets.len() / 2 } else { 8 };
            let told = carry(
                packets
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| *at < 8 && from == 8 || *at >= from && dice.below(8) > 0)
                    .map(|(_, packet)| packet),
                &keys,
            );
            assert!(!told.streams.is_empty(), "{name} {seed}");
            for (run, stream) in &told.streams {
                let whole = &calm.streams[run];
                assert!(
                    stream.len() <= whole.len() && stream.iter().zip(whole).all(|(one, two)| *one == *two || *one == 0),
                    "{name} {seed}"
                );
            }
        }
    }
}

#[test]
fn spoiled_copies_claim_nothing() {
    let Some(folder) = shared("captures") else { return };
    for name in CAPTURES {
        let Recorded { packets, keys, truth } = recorded(&folder, name);
        let mut dice = Dice(7);
        let spoiled: Vec<Packet> = packets
            .iter()
            .flat_map(|packet| {
                let mut octets = packet.bytes.to_vec();
                let at = octets.len() - 1 - dice.below(20);
                octets[at] ^= 0x55;
                [Packet { bytes: octets.into(), ..packet.clone() }, packet.clone()]
            })
            .collect();
        let told = carry(spoiled.iter(), &keys);
        assert_eq!((compare(&told, &truth).0, told.gaps), (0, 0), "{name}");
    }
}
