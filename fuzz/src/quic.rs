//! QUIC: a script for two peers whose packets are sealed rightly whatever the input says of their frames, and datagrams of any octets.

use std::collections::HashMap;

use bytes::Bytes;
use npscope::base::direction::Direction;
use npscope::base::id::PacketId;
use npscope::base::input::{Input, Packet};
use npscope::base::limits::Limits;
use npscope::base::time::Timestamp;
use npscope::carrier::keylog::KeyLog;
use npscope::carrier::quic::{Quic, QuicEvent, StreamRun};
use npscope::net::{At, NetEvent, Network, UdpDatagram};
use npscope::scenario::{FrameSpec, Scenario};
use npscope::spec::channel::Channel;
use npscope::spec::frame_type::FrameType;
use npscope::spec::generation::Generation;

/// The script of the connection whose datagrams are seeds: streams both ways, a key update, a move, the end.
pub const SEED: &[u8] = b"\x01\x04\x04abcd\xc4\x03xyz\x88\x00\x84\x02ok\x29\x00\x04\x01m\x86\x01d\x0a\x00";

/// Steps played at most.
const MOST_STEPS: usize = 64;

/// The first octet tells how the connection begins; steps follow: what, length, octets.
pub fn play(octets: &[u8]) -> Scenario {
    let mut scenario = Scenario::new();
    let Some((&opening, mut rest)) = octets.split_first() else { return scenario };
    if opening & 1 != 0 {
        scenario.generation(Generation::Three);
    }
    scenario.quic(|plan| {
        plan.single_stream = opening & 2 != 0;
        plan.segment = if opening & 4 != 0 { 50 } else { plan.segment };
        if opening & 8 != 0 {
            plan.missing.push("CLIENT_TRAFFIC_SECRET_0");
        }
    });
    for _ in 0..MOST_STEPS {
        let Some((&[what, length], behind)) = rest.split_first_chunk::<2>() else { break };
        let (payload, behind) = behind.split_at(usize::from(length).min(behind.len()));
        rest = behind;
        step(&mut scenario, what, payload);
    }
    if opening & 16 != 0 {
        scenario.capture_starts_here();
    }
    scenario
}

fn step(scenario: &mut Scenario, what: u8, payload: &[u8]) {
    let direction = Direction::from_index(usize::from(what >> 7));
    let spec = FrameSpec::new(Channel(u16::from(what & 0x40) / 32), FrameType(0x120)).payload(payload);
    match what & 15 {
        0..=3 => scenario.quic_frames(direction, payload),
        4 | 5 => scenario.frame(direction, spec),
        6 => scenario.in_datagram().frame(direction, spec),
        7 => scenario.lose_next(direction),
        8 => scenario.quic_key_update(direction),
        9 => scenario.quic_move(what & 0x20 != 0),
        10 => scenario.quic_close(direction, u64::from(what & 0x30)),
        11 => scenario.quic_reset(direction, u64::from(what & 0x30)),
        12 => scenario.on_stream(Some(u64::from(what & 0x30))),
        13 => scenario.on_stream(None),
        14 => scenario.octets(direction, payload),
        _ => scenario.wait(3000),
    };
}

/// Bounds that inputs of this size reach.
pub fn limits() -> Limits {
    Limits {
        reassembly_stream: 2048,
        reassembly_total: 4096,
        reassembly_segments: 8,
        quic_connections: 2,
        quic_ids: 4,
        quic_streams: 4,
        quic_waiting: 4096,
        quic_trials: 4096,
        reorder_packets: 4,
        ..Limits::default()
    }
}

/// What streams tell so far: how far each direction of each stream is, by connection.
#[derive(Default)]
pub struct Told {
    streams: HashMap<u32, HashMap<StreamRun, u64>>,
}

impl Told {
    /// Takes what is new: octets lie in order, and events belong to connections that are open.
    pub fn drain(&mut self, quic: &mut Quic, limits: &Limits) {
        while let Some((connection, event)) = quic.poll() {
            if let QuicEvent::Open { .. } = event {
                assert!(self.streams.insert(connection.0, HashMap::new()).is_none(), "a connection opens once");
                assert!(self.streams.len() <= limits.quic_connections, "the cap on connections holds");
                continue;
            }
            let streams = self.streams.get_mut(&connection.0).expect("events belong to open connections");
            match event {
                QuicEvent::Data { run, offset, bytes, .. } => advance(streams, run, offset, bytes.len() as u64),
                QuicEvent::Gap { run, offset, length, .. } => advance(streams, run, offset, length),
                QuicEvent::Late { run, offset } => assert!(streams.insert(run, offset).is_none(), "a stream begins once"),
                QuicEvent::Fin { run, offset, .. } | QuicEvent::Reset { run, offset, .. } => {
                    assert_eq!(streams.get(&run).copied().unwrap_or_default(), offset, "a stream ends where its octets end");
                }
                QuicEvent::Closed { .. } => drop(self.streams.remove(&connection.0)),
                _ => {}
            }
        }
    }

    /// Every connection is over.
    pub fn finish(&self) {
        assert!(self.streams.is_empty(), "every connection is closed in the end");
    }
}

fn advance(streams: &mut HashMap<StreamRun, u64>, run: StreamRun, offset: u64, length: u64) {
    let at = streams.entry(run).or_default();
    assert_eq!(*at, offset, "a stream has no holes and no overlap");
    *at += length;
}

/// Carries packets through the network layer and QUIC.
pub fn carry(packets: impl Iterator<Item = Packet>, keys: &str) {
    let limits = limits();
    let (mut network, mut quic, mut told) = (Network::new(&limits), Quic::new(&limits), Told::default());
    let mut log = KeyLog::new(&limits);
    log.push_text(keys.as_bytes());
    for packet in packets {
        network.push(&packet);
        while let Some(event) = network.poll() {
            if let NetEvent::Datagram(datagram) = event {
                quic.push(&datagram, &log);
                told.drain(&mut quic, &limits);
            }
        }
        quic.advance(packet.time, &log);
        told.drain(&mut quic, &limits);
    }
    quic.finish(&log);
    told.drain(&mut quic, &limits);
    told.finish();
}

/// The datagrams of an input: ports, length, octets.
pub fn datagrams(mut octets: &[u8]) -> impl Iterator<Item = UdpDatagram> {
    let mut number = 0_u32;
    std::iter::from_fn(move || {
        let (&[ports, high, low], rest) = octets.split_first_chunk::<3>()?;
        let (bytes, rest) = rest.split_at(usize::from(u16::from_be_bytes([high, low])).min(rest.len()));
        octets = rest;
        number += 1;
        let end = |port: u8| ([192, 0, 2, 1], u16::from(port) + 1).into();
        let at = At { packet: PacketId(number), time: Timestamp(i64::from(number) * 1_000_000) };
        let ends = [end(ports >> 4), end(ports & 15)];
        Some(UdpDatagram { ends, bytes: Bytes::copy_from_slice(bytes), cut: false, file_offset: 0, at })
    })
}

/// The packets that a script gives.
pub fn packets(scenario: &Scenario) -> impl Iterator<Item = Packet> {
    scenario.inputs().into_iter().filter_map(|input| if let Input::Packet(packet) = input { Some(packet) } else { None })
}

/// Datagrams in the form of an input: the client has port 1, the server port 2.
#[cfg(test)]
pub fn frame(scenario: &Scenario) -> Vec<u8> {
    let mut network = Network::new(&Limits::default());
    let mut out = Vec::new();
    for packet in packets(scenario) {
        network.push(&packet);
        while let Some(event) = network.poll() {
            if let NetEvent::Datagram(datagram) = event {
                out.push(if datagram.ends[1].port() == 7447 { 0x12 } else { 0x21 });
                out.extend_from_slice(&u16::try_from(datagram.bytes.len()).unwrap_or(u16::MAX).to_be_bytes());
                out.extend_from_slice(&datagram.bytes);
            }
        }
    }
    out
}

/// A script of steps.
#[cfg(test)]
pub fn script(opening: u8, steps: &[(u8, &[u8])]) -> Vec<u8> {
    let mut out = vec![opening];
    for (what, payload) in steps {
        out.extend([*what, u8::try_from(payload.len()).unwrap_or(u8::MAX)]);
        out.extend_from_slice(payload);
    }
    out
}
