//! Tests of the network layer as a whole: packets in, events out.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]

use bytes::Bytes;
use etherparse::PacketBuilder;
use proptest::prelude::*;

use super::{CloseReason, NetEvent, NetFacts, Network, Unread};
use crate::base::id::{FlowId, PacketId};
use crate::base::input::{LinkType, Packet, SCATTERED};
use crate::base::limits::Limits;
use crate::base::time::Timestamp;

/// Nanoseconds from packet to packet that use up patience within its packets.
const SLOW: i64 = 50_000_000;

const SYN: u8 = 0x02;
const FIN: u8 = 0x01;
const RST: u8 = 0x04;
const ACK: u8 = 0x10;

/// Feeds segments of one connection and writes the events down.
struct Bench {
    network: Network,
    packets: u32,
    clock: i64,
    /// Nanoseconds from packet to packet.
    step: i64,
    client_port: u16,
    events: Vec<NetEvent>,
}

impl Bench {
    fn new() -> Self {
        Self::within(&Limits::default())
    }

    fn within(limits: &Limits) -> Self {
        Self { network: Network::new(limits), packets: 0, clock: 0, step: 1000, client_port: 40_000, events: Vec::new() }
    }

    /// Both SYNs, with initial sequence numbers that make offset 0 come at `isn + 1`.
    fn connected(isn: [u32; 2]) -> Self {
        let mut bench = Self::new();
        bench.send(0, SYN, isn[0], 0, b"");
        bench.send(1, SYN | ACK, isn[1], isn[0].wrapping_add(1), b"");
        bench.events.clear();
        bench
    }

    fn send(&mut self, side: usize, flags: u8, seq: u32, ack: u32, payload: &[u8]) {
        let packet = self.segment(side, flags, seq, ack, payload);
        self.push(LinkType::RAW, packet, 0);
    }

    fn push(&mut self, link: LinkType, packet: Vec<u8>, cut: usize) {
        let kept = packet.len() - cut;
        self.network.push(&Packet {
            id: PacketId(self.packets),
            time: Timestamp(self.clock),
            link,
            original_len: u32::try_from(packet.len()).unwrap(),
            file_offset: u64::from(self.packets) * 1_000_000,
            bytes: Bytes::from(packet).slice(..kept),
        });
        self.packets += 1;
        self.clock += self.step;
        self.drain();
    }

    fn drain(&mut self) {
        self.events.extend(std::iter::from_fn(|| self.network.poll()));
    }

    fn finish(&mut self) {
        self.network.finish();
        self.drain();
    }

    fn advance(&mut self, seconds: i64) {
        self.network.advance(Timestamp(self.clock + seconds * 1_000_000_000));
        self.drain();
    }

    fn segment(&self, side: usize, flags: u8, seq: u32, ack: u32, payload: &[u8]) -> Vec<u8> {
        let mut ends = [([10, 0, 0, 1], self.client_port), ([10, 0, 0, 2], 443)];
        ends.rotate_left(side);
        let [(source, source_port), (destination, destination_port)] = ends;
        let mut builder = PacketBuilder::ipv4(source, destination, 64).tcp(source_port, destination_port, seq, 65_535);
        for (flag, set) in [(SYN, true), (FIN, false)] {
            if flags & flag != 0 {
                builder = if set { builder.syn() } else { builder.fin() };
            }
        }
        if flags & RST != 0 {
            builder = builder.rst();
        }
        if flags & ACK != 0 {
            builder = builder.ack(ack);
        }
        let mut packet = Vec::new();
        builder.write(&mut packet, payload).unwrap();
        packet
    }

    /// The events in a short form; `at` is the packet number.
    fn story(&self) -> Vec<String> {
        self.events.iter().filter(|event| !matches!(event, NetEvent::Scattered { .. })).map(tell).collect()
    }

    fn stream(&self, wanted: usize) -> Vec<u8> {
        let mut out = Vec::new();
        for event in &self.events {
            if let NetEvent::Data { side, offset, bytes, .. } = event
                && *side == wanted
            {
                assert_eq!(*offset, out.len() as u64, "no octet twice and none left out");
                out.extend(bytes);
            }
        }
        out
    }

    fn facts(&self) -> &NetFacts {
        self.network.facts()
    }
}

fn tell(event: &NetEvent) -> String {
    match event {
        NetEvent::Scattered { place, length, .. } => format!("scattered {place} {length}"),
        NetEvent::Open { flow, syn, ends, .. } => format!("open {} {} syn {syn:?}", flow.0, ends[0]),
        NetEvent::Data { side, offset, bytes, at, .. } => {
            format!("{side} {offset} {} @{}", String::from_utf8_lossy(bytes), at.packet.0)
        }
        NetEvent::Gap { side, offset, length, snaplen, .. } => {
            format!("{side} {offset} {} of {length}", if *snaplen { "cut" } else { "gap" })
        }
        NetEvent::Conflict { side, offset, length, kept, other, probe, .. } => {
            let (kept, other) = (String::from_utf8_lossy(kept), String::from_utf8_lossy(other));
            format!("{side} {offset} conflict {length} {kept}/{other}{}", if *probe { " probe" } else { "" })
        }
        NetEvent::Fin { side, offset, .. } => format!("{side} {offset} fin"),
        NetEvent::Rst { side, .. } => format!("{side} rst"),
        NetEvent::Datagram(datagram) => format!("datagram {}", datagram.bytes.len()),
        NetEvent::Closed { flow, why, .. } => format!("closed {} {}", flow.0, why.name()),
    }
}

#[test]
fn a_hole_comes_before_the_segments_that_waited_for_it_in_vain() {
    let mut bench = Bench::connected([0, 0]);
    bench.send(1, ACK, 1, 1, b"one");
    bench.send(0, ACK, 1, 7, b"ask");
    bench.send(1, ACK, 7, 4, b"three");
    bench.finish();
    let story = bench.story();
    let place = |text: &str| story.iter().position(|event| event.contains(text)).unwrap();
    assert!(place("one") < place("gap of 3") && place("gap of 3") < place("ask") && place("ask") < place("three"));
}

#[test]
fn a_hole_ends_where_segments_that_wait_themselves_begin() {
    let mut bench = Bench::connected([0, 0]);
    bench.send(1, ACK, 1, 1, b"one");
    bench.send(0, ACK, 1, 7, b"ask");
    bench.send(1, ACK, 7, 4, b"three");
    bench.send(0, ACK, 4, 12, b"more");
    bench.send(1, ACK, 12, 8, b"four");
    bench.finish();
    let story = bench.story();
    let places: Vec<_> = ["one", "gap of 3", "ask", "three", "more", "four"]
        .iter()
        .map(|text| story.iter().position(|event| event.contains(text)))
        .collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{story:?}");
}

#[test]
fn a_side_that_waits_begins_at_its_first_captured_segment() {
    let mut bench = Bench::new();
    bench.send(0, SYN, 0, 0, b"");
    bench.send(1, ACK, 1, 7, b"one");
    bench.send(0, ACK, 7, 4, b"ask");
    bench.send(1, ACK, 4, 10, b"two");
    bench.step = SLOW;
    for _ in 0..40 {
        bench.send(1, ACK, 7, 10, b"");
    }
    bench.send(1, ACK, 7, 10, b"four");
    bench.finish();
    assert_eq!(bench.stream(1), b"onetwofour");
}

#[test]
fn a_connection_from_syn_to_fin() {
    let mut bench = Bench::new();
    bench.send(0, SYN, 100, 0, b"");
    bench.send(1, SYN | ACK, 500, 101, b"");
    bench.send(0, ACK, 101, 501, b"ping");
    bench.send(1, ACK, 501, 105, b"pong");
    bench.send(0, ACK | FIN, 105, 505, b"");
    bench.send(1, ACK | FIN, 505, 106, b"bye");
    bench.send(0, ACK, 106, 509, b"");
    bench.finish();
    let told = ["open 0 10.0.0.1:40000 syn Some(0)", "0 0 ping @2", "1 0 pong @3", "0 4 fin", "1 4 bye @5", "1 7 fin", "closed 0 FIN"];
    assert_eq!(bench.story(), told);
}

#[test]
fn a_syn_ack_seen_first_names_the_other_side() {
    let mut bench = Bench::new();
    bench.send(1, SYN | ACK, 500, 101, b"");
    assert_eq!(bench.story(), ["open 0 10.0.0.2:443 syn Some(1)"]);
}

#[test]
fn octets_that_waited_come_with_the_packet_that_filled_the_hole() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(0, ACK, 107, 501, b"ghi");
    bench.send(0, ACK, 104, 501, b"def");
    assert_eq!(bench.story(), [""; 0]);
    bench.send(0, ACK, 101, 501, b"abc");
    assert_eq!(bench.story(), ["0 0 abc @4", "0 3 def @4", "0 6 ghi @4"]);
    let NetEvent::Data { file_offset, origin, .. } = bench.events[1] else { panic!("data") };
    assert_eq!((file_offset, origin), (3_000_040, PacketId(3)));
}

#[test]
fn a_reply_waits_for_the_request_that_it_acknowledges() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(1, ACK, 501, 105, b"reply");
    assert_eq!(bench.story(), Vec::<String>::new());
    bench.send(0, ACK, 101, 501, b"asks");
    assert_eq!(bench.story(), ["0 0 asks @3", "1 0 reply @3"]);
}

#[test]
fn a_reply_does_not_wait_for_ever() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(1, ACK, 501, 105, b"reply");
    bench.finish();
    assert_eq!(bench.stream(1), b"reply");
}

#[test]
fn two_segments_that_acknowledge_each_other_do_not_lock() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(1, ACK, 501, 105, b"reply");
    bench.send(0, ACK, 101, 506, b"asks");
    assert_eq!(bench.story(), ["0 0 asks @3", "1 0 reply @3"]);
}

#[test]
fn the_first_copy_of_an_overlap_is_used_and_the_difference_told() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(0, ACK, 104, 501, b"DEF");
    bench.send(0, ACK, 101, 501, b"abcdeFghi");
    bench.send(0, ACK, 101, 501, b"abcDEFgxi");
    assert_eq!(bench.story(), ["0 0 abc @3", "0 3 conflict 2 DE/de", "0 3 DEF @3", "0 6 ghi @3", "0 7 conflict 1 h/x"]);
}

#[test]
fn identical_copies_are_silent() {
    let mut bench = Bench::connected([100, 500]);
    for _ in 0..3 {
        bench.send(0, ACK, 101, 501, b"abc");
        bench.send(0, ACK, 110, 501, b"xyz");
        bench.send(0, ACK, 102, 501, b"bcd");
    }
    assert_eq!(bench.story(), ["0 0 abc @2", "0 3 d @4"]);
}

#[test]
fn a_probe_of_one_old_octet_is_told_apart() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(0, ACK, 101, 501, b"abc");
    bench.send(0, ACK, 103, 501, b"y");
    bench.send(1, ACK, 501, 104, b"");
    bench.send(0, ACK, 103, 501, b"\0");
    bench.send(0, ACK, 102, 501, b"xx");
    assert_eq!(bench.story()[1..], ["0 2 conflict 1 c/y", "0 2 conflict 1 c/\0 probe", "0 1 conflict 2 bc/xx"]);
}

#[test]
fn offsets_survive_the_wrap_of_sequence_numbers() {
    let mut bench = Bench::connected([u32::MAX - 3, 500]);
    bench.send(0, ACK, u32::MAX - 2, 501, b"ab");
    bench.send(0, ACK, 1, 501, b"efg");
    bench.send(0, ACK, u32::MAX, 501, b"cd");
    assert_eq!(bench.stream(0), b"abcdefg");
}

#[test]
fn a_stream_goes_on_after_three_gigaoctets_were_not_captured() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(0, ACK, 101, 501, b"abc");
    bench.send(0, ACK, 104_u32.wrapping_add(3_000_000_000), 501, b"on");
    bench.finish();
    assert_eq!(bench.story()[..3], ["0 0 abc @2", "0 3 gap of 3000000000", "0 3000000003 on @3"]);
}

#[test]
fn without_syn_the_first_captured_octet_is_offset_zero() {
    let mut bench = Bench::new();
    bench.send(1, ACK, 4_999, 1, b"");
    bench.send(1, ACK, 5_000, 1, b"def");
    bench.send(1, ACK, 4_997, 1, b"abcde");
    bench.send(1, ACK, 5_003, 1, b"ghi");
    assert_eq!(bench.story(), ["open 0 10.0.0.2:443 syn None", "0 0 def @1", "0 3 ghi @3"]);
    assert_eq!(bench.facts().old_octets, 3);
}

#[test]
fn a_syn_may_carry_octets_and_come_twice() {
    let mut bench = Bench::new();
    bench.send(0, SYN, 100, 0, b"early");
    bench.send(0, SYN, 100, 0, b"early");
    bench.send(0, ACK, 106, 501, b"late");
    assert_eq!(bench.story()[1..], ["0 0 early @0", "0 5 late @2"]);
}

#[test]
fn what_the_capture_cut_is_a_gap_and_padding_is_no_octet() {
    let mut bench = Bench::connected([100, 500]);
    let packet = bench.segment(0, ACK, 101, 501, b"0123456789");
    bench.push(LinkType::RAW, packet, 6);
    bench.send(0, ACK, 111, 501, b"next");
    let mut padded = bench.segment(0, ACK, 115, 501, b"!");
    padded.extend([0; 5]);
    bench.push(LinkType::RAW, padded, 0);
    assert_eq!(bench.story(), ["0 0 0123 @2", "0 4 cut of 6", "0 10 next @3", "0 14 ! @4"]);
    assert_eq!(bench.facts().cut, 1);
}

#[test]
fn a_whole_copy_that_waits_fills_what_the_capture_cut() {
    let mut bench = Bench::connected([100, 500]);
    let packet = bench.segment(0, ACK, 104, 501, b"defghi");
    bench.push(LinkType::RAW, packet, 4);
    bench.send(0, ACK, 107, 501, b"gh");
    bench.send(0, ACK, 101, 501, b"abc");
    assert_eq!(bench.story(), ["0 0 abc @4", "0 3 de @4", "0 5 cut of 1", "0 6 gh @4", "0 8 cut of 1"]);
}

#[test]
fn headers_without_any_payload_give_one_gap() {
    let mut bench = Bench::connected([100, 500]);
    let packet = bench.segment(0, ACK, 101, 501, b"0123456789");
    bench.push(LinkType::RAW, packet, 16);
    assert_eq!(bench.story(), ["0 0 cut of 10"]);
}

#[test]
fn an_acknowledged_hole_is_given_up_after_patience() {
    let mut bench = Bench::connected([100, 500]);
    bench.step = SLOW;
    bench.send(0, ACK, 104, 501, b"def");
    for _ in 0..40 {
        bench.send(1, ACK, 501, 101, b"");
    }
    assert_eq!(bench.story(), [""; 0], "the other side still waits for it too");
    for _ in 0..32 {
        bench.send(1, ACK, 501, 107, b"");
    }
    assert_eq!(bench.story(), [""; 0]);
    bench.send(1, ACK, 501, 107, b"");
    assert_eq!(bench.story(), ["0 0 gap of 3", "0 3 def @2"]);
}

#[test]
fn a_late_original_within_patience_leaves_no_gap() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(0, ACK, 104, 501, b"def");
    for _ in 0..30 {
        bench.send(1, ACK, 501, 107, b"");
    }
    bench.send(0, ACK, 101, 501, b"abc");
    assert_eq!(bench.story(), ["0 0 abc @33", "0 3 def @33"]);
}

#[test]
fn a_direction_that_is_captured_late_loses_nothing() {
    for (lag, step) in [(25_u32, 1000), (400, 1_000_000), (900, 100_000), (15, SLOW)] {
        for late in [0, 1] {
            let mut bench = Bench::connected([100, 500]);
            bench.step = step;
            let number = |at: u32, base: u32| base + 1 + at * 4;
            let call = |bench: &mut Bench, at: u32| bench.send(0, ACK, number(at, 100), number(at, 500), b"ask.");
            let reply = |bench: &mut Bench, at: u32| bench.send(1, ACK, number(at, 500), number(at + 1, 100), b"told");
            for at in 0..2000 + lag {
                let mut order = [(at.checked_sub(lag), late == 0), (Some(at), late == 1)];
                order.rotate_left(late);
                for (at, asks) in order {
                    match at.filter(|at| *at < 2000) {
                        Some(at) if asks => call(&mut bench, at),
                        Some(at) => reply(&mut bench, at),
                        None => {}
                    }
                }
            }
            assert_eq!((bench.stream(0).len(), bench.stream(1).len()), (8000, 8000), "{late} by {lag}");
            let sides = bench.events.iter().filter_map(|event| if let NetEvent::Data { side, .. } = event { Some(*side) } else { None });
            assert!(sides.enumerate().all(|(at, side)| side == at % 2), "each request before its reply");
            assert_eq!(bench.network.shared.held_octets, 0);
        }
    }
}

#[test]
fn a_loss_under_load_is_given_up_within_bounds() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(1, ACK, 501, 111, b"told");
    for at in 1..5000 {
        bench.send(0, ACK, 101 + at * 10, 501 + at * 4, b"asks again");
        bench.send(1, ACK, 501 + at * 4, 111 + at * 10, b"told");
        assert!(bench.network.shared.held_octets <= 2048 * 10);
    }
    assert_eq!(bench.story()[0], "0 0 gap of 10");
    bench.finish();
    assert_eq!(bench.stream(1).len(), 20_000);
}

#[test]
fn octets_do_not_wait_farther_ahead_than_any_window() {
    let mut bench = Bench::connected([100, 500]);
    for at in 0..512 {
        bench.send(0, ACK, 101_u32.wrapping_add(at << 24), 501, b"far");
    }
    assert!(bench.story().len() > 2 * 490);
    bench.finish();
    let octets = bench.events.iter().map(|event| if let NetEvent::Data { bytes, .. } = event { bytes.len() } else { 0 });
    assert_eq!(octets.sum::<usize>(), 512 * 3);
}

#[test]
fn segments_that_wait_for_the_other_side_hold_no_more_than_one_side_may() {
    let mut bench = Bench::within(&Limits { reassembly_stream: 10, ..Limits::default() });
    bench.send(0, SYN, 100, 0, b"");
    bench.send(1, SYN | ACK, 500, 101, b"");
    bench.events.clear();
    for at in 0..4 {
        bench.send(1, ACK, 501 + at * 4, 111, b"told");
        assert!(bench.network.shared.held_octets <= 10);
    }
    assert_eq!(bench.story()[..2], ["0 0 gap of 10", "1 0 told @2"]);
    assert_eq!(bench.facts().limits_reached().collect::<Vec<_>>(), [("reassembly_stream", 1)]);
}

#[test]
fn a_segment_that_was_acknowledged_but_never_seen_is_a_gap() {
    let mut bench = Bench::connected([100, 500]);
    bench.step = SLOW;
    for _ in 0..33 {
        bench.send(1, ACK, 501, 111, b"");
    }
    bench.send(0, ACK, 111, 501, b"next");
    assert_eq!(bench.story(), ["0 0 gap of 10", "0 10 next @35"]);
}

#[test]
fn a_timer_gives_an_acknowledged_hole_up() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(0, ACK, 104, 501, b"def");
    bench.send(1, ACK, 501, 107, b"");
    bench.network.advance(Timestamp(1_000_000_000));
    bench.drain();
    assert_eq!(bench.story(), [""; 0]);
    bench.network.advance(Timestamp(3_000_000_000));
    bench.drain();
    assert_eq!(bench.story(), ["0 0 gap of 3", "0 3 def @2"]);
}

#[test]
fn the_end_of_the_capture_gives_up_holes_in_the_order_of_packets() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(1, ACK, 510, 101, b"reply one");
    bench.send(0, ACK, 110, 501, b"request two");
    bench.send(1, ACK, 530, 101, b"reply two");
    bench.finish();
    bench.finish();
    let told = ["1 0 gap of 9", "1 9 reply one @2", "0 0 gap of 9", "0 9 request two @3", "1 18 gap of 11", "1 29 reply two @4"];
    assert_eq!(bench.story()[..6], told);
    assert_eq!(bench.story()[6..], ["closed 0 capture end"]);
}

#[test]
fn caps_give_holes_up_and_are_counted() {
    let mut bench = Bench::within(&Limits { reassembly_stream: 5, reassembly_segments: 2, ..Limits::default() });
    bench.send(0, SYN, 100, 0, b"");
    bench.events.clear();
    bench.send(0, ACK, 103, 501, b"cd");
    bench.send(0, ACK, 107, 501, b"gh");
    bench.send(0, ACK, 111, 501, b"kl");
    assert_eq!(bench.story(), ["0 0 gap of 2", "0 2 cd @1"]);
    bench.send(0, ACK, 114, 501, b"n");
    assert_eq!(bench.story()[2..], ["0 4 gap of 2", "0 6 gh @2"]);
    assert_eq!(bench.facts().limits_reached().collect::<Vec<_>>(), [("reassembly_stream", 1), ("reassembly_segments", 1)]);
}

#[test]
fn the_oldest_holes_go_when_all_flows_hold_too_much() {
    let mut bench = Bench::within(&Limits { reassembly_total: 5, ..Limits::default() });
    for port in [1, 2] {
        bench.client_port = port;
        bench.send(0, SYN, 100, 0, b"");
        bench.send(0, ACK, 103, 501, b"cde");
    }
    assert_eq!(bench.story()[2..], ["0 0 gap of 2", "0 2 cde @1"]);
    assert_eq!(bench.facts().limits_reached().collect::<Vec<_>>(), [("reassembly_total", 1)]);
}

#[test]
fn another_initial_sequence_number_is_another_flow() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(0, ACK, 101, 501, b"old");
    bench.send(0, SYN, 100, 0, b"");
    bench.send(0, SYN, 9_000_000, 0, b"");
    bench.send(0, ACK, 9_000_001, 501, b"new");
    assert_eq!(bench.story(), ["0 0 old @2", "closed 0 port reuse", "open 1 10.0.0.1:40000 syn Some(0)", "0 0 new @5"]);
}

#[test]
fn a_reset_flow_ends_when_another_one_begins() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(1, RST | ACK, 501, 101, b"");
    bench.send(0, ACK, 101, 501, b"late");
    bench.send(0, SYN, 100, 0, b"");
    bench.send(1, SYN | ACK, 90_000_000, 0, b"");
    assert_eq!(bench.story(), ["0 0 late @3", "1 rst", "closed 0 RST", "open 1 10.0.0.2:443 syn Some(1)"]);
}

#[test]
fn a_refused_connection_is_closed_in_time() {
    let mut bench = Bench::new();
    bench.send(0, SYN, 100, 0, b"");
    bench.send(1, RST | ACK, 0, 101, b"");
    bench.advance(9);
    assert_eq!(bench.story().len(), 1);
    bench.advance(11);
    assert_eq!(bench.story()[1..], ["1 rst", "closed 0 RST"]);
}

#[test]
fn a_reset_far_from_the_stream_is_ignored_and_counted() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(0, ACK, 101, 501, b"abc");
    bench.send(0, RST, 3_000_000_000, 0, b"");
    bench.send(0, ACK, 104, 501, b"def");
    assert_eq!(bench.story(), ["0 0 abc @2", "0 3 def @4"]);
    assert_eq!(bench.facts().resets_ignored, 1);
}

#[test]
fn a_reset_that_its_side_does_not_keep_to_is_taken_back() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(0, ACK, 101, 501, b"abc");
    bench.send(1, RST, 400, 0, b"");
    bench.send(0, ACK, 104, 501, b"def");
    bench.send(1, ACK, 501, 107, b"yes");
    bench.advance(11);
    assert_eq!(bench.story(), ["0 0 abc @2", "0 3 def @4", "1 0 yes @5"]);
    assert_eq!(bench.facts().resets_ignored, 1);
}

#[test]
fn who_goes_on_long_after_a_reset_is_read_as_a_connection_of_its_own() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(0, ACK, 101, 501, b"abc");
    bench.send(1, RST, 501, 0, b"");
    bench.advance(11);
    bench.send(0, ACK, 101, 501, b"abc");
    bench.send(0, ACK, 104, 501, b"def");
    assert_eq!(bench.story()[..3], ["0 0 abc @2", "1 rst", "closed 0 RST"]);
    assert!(bench.story()[3].starts_with("open 1") && bench.story()[4] == "0 0 def @5", "{:?}", bench.story());
    assert_eq!(bench.facts().late_octets, 3);
}

#[test]
fn a_reset_waits_for_octets_that_were_captured_late() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(0, ACK, 104, 501, b"def");
    bench.send(0, RST, 107, 0, b"");
    bench.send(0, ACK, 101, 501, b"abc");
    bench.finish();
    assert_eq!(bench.story(), ["0 0 abc @4", "0 3 def @4", "0 rst", "closed 0 RST"]);
}

#[test]
fn octets_behind_fin_are_left_out_and_counted() {
    let mut bench = Bench::connected([100, 500]);
    bench.send(0, ACK | FIN, 104, 501, b"def");
    bench.send(0, ACK, 107, 501, b"no");
    bench.send(0, ACK, 101, 501, b"abc");
    bench.send(0, ACK, 107, 501, b"no");
    assert_eq!(bench.story(), ["0 0 abc @4", "0 3 def @4", "0 6 fin"]);
    assert_eq!(bench.facts().late_octets, 4);
}

#[test]
fn the_least_recently_used_flow_is_evicted() {
    let mut bench = Bench::within(&Limits { flows: 2, ..Limits::default() });
    for port in [1, 2, 1, 3, 1] {
        bench.client_port = port;
        bench.send(0, ACK, 100, 0, b"");
    }
    let closed: Vec<_> = bench.events.iter().filter(|event| matches!(event, NetEvent::Closed { .. })).collect();
    assert!(matches!(closed[..], [NetEvent::Closed { flow: FlowId(1), why: CloseReason::Evicted, .. }]));
    assert_eq!(bench.facts().limits.flows, 1);
}

#[test]
fn connections_that_have_ended_make_room_before_one_that_is_only_quiet() {
    let mut bench = Bench::within(&Limits { flows: 2, ..Limits::default() });
    bench.client_port = 1;
    bench.send(0, SYN, 100, 0, b"");
    bench.send(1, SYN | ACK, 500, 101, b"");
    for port in 2..9 {
        bench.client_port = port;
        bench.send(0, SYN, 100, 0, b"");
        bench.send(1, SYN | ACK, 500, 101, b"");
        bench.send(0, FIN | ACK, 101, 501, b"");
        bench.send(1, FIN | ACK, 501, 102, b"");
        bench.send(0, ACK, 102, 502, b"");
    }
    bench.client_port = 1;
    bench.send(0, ACK, 101, 501, b"still here");
    assert_eq!(bench.story().last().map(String::as_str), Some("0 0 still here @37"));
    assert_eq!(bench.facts().limits.flows, 0);
}

/// The parts of datagrams that came in fragments: number, length, place.
fn scattered(bench: &Bench) -> Vec<(u64, u32, u64)> {
    let part = |event: &NetEvent| match event {
        NetEvent::Scattered { place, length, file_offset, .. } => Some((place - SCATTERED, *length, *file_offset)),
        _ => None,
    };
    bench.events.iter().filter_map(part).collect()
}

#[test]
fn fragments_become_segments_that_can_be_read_back() {
    let mut bench = Bench::connected([100, 500]);
    let whole = bench.segment(0, ACK, 101, 501, b"0123456789abcdef");
    let fragment = |from: usize, to: usize, more: bool| {
        let mut packet = whole[..20].to_vec();
        let units = u16::try_from(from / 8).unwrap() | if more { 0x2000 } else { 0 };
        packet[2..4].copy_from_slice(&u16::try_from(20 + to - from).unwrap().to_be_bytes());
        packet[6..8].copy_from_slice(&units.to_be_bytes());
        packet.extend(&whole[20 + from..20 + to]);
        packet
    };
    bench.push(LinkType::RAW, fragment(24, 36, false), 0);
    bench.push(LinkType::RAW, fragment(0, 24, true), 0);
    assert_eq!(bench.story(), ["0 0 0123456789abcdef @3"]);
    let numbers =
        bench.events.iter().find_map(|event| if let NetEvent::Data { file_offset, .. } = event { Some(*file_offset) } else { None });
    assert_eq!(numbers, Some(SCATTERED + 20), "the octets of the datagram are numbered");
    assert_eq!(scattered(&bench), [(0, 24, 3_000_000 + 20), (24, 12, 2_000_000 + 20)]);
}

#[test]
fn ipv6_behind_a_vlan_tag_is_followed() {
    let mut packet = Vec::new();
    PacketBuilder::ethernet2([0; 6], [1; 6])
        .single_vlan(42.try_into().unwrap())
        .ipv6([1; 16], [2; 16], 64)
        .tcp(1, 2, 7, 8)
        .write(&mut packet, b"six")
        .unwrap();
    let mut bench = Bench::new();
    bench.push(LinkType::ETHERNET, packet, 0);
    assert_eq!(bench.story(), ["open 0 [101:101:101:101:101:101:101:101]:1 syn None", "0 0 six @0"]);
    let NetEvent::Data { file_offset, .. } = bench.events[1] else { panic!("data") };
    assert_eq!(file_offset, 78);
}

#[test]
fn packets_that_are_neither_tcp_nor_udp_are_counted() {
    let mut bench = Bench::new();
    let mut echo = Vec::new();
    PacketBuilder::ipv4([1; 4], [2; 4], 64).icmpv4_echo_request(1, 2).write(&mut echo, b"x").unwrap();
    bench.push(LinkType::RAW, echo, 0);
    bench.push(LinkType::RAW, vec![0x45, 0], 0);
    bench.push(LinkType(147), vec![0; 40], 0);
    bench.push(LinkType::NULL, vec![7, 0, 0, 0], 0);
    let facts = bench.facts();
    assert_eq!((facts.other_transport, facts.undecodable, facts.not_ip), (1, 1, 1));
    assert_eq!(facts.unread.iter().collect::<Vec<_>>(), [(Unread::Link(147), 1)]);
    assert_eq!(bench.story(), [""; 0]);
}

#[test]
fn a_datagram_is_told_with_its_place_whole_or_from_fragments() {
    let mut bench = Bench::new();
    let mut udp = Vec::new();
    PacketBuilder::ipv4([1; 4], [2; 4], 64).udp(1, 2).write(&mut udp, &[7; 40]).unwrap();
    bench.push(LinkType::RAW, udp.clone(), 0);
    for (offset, flags, range) in [(3_u8, 0x00, 24..48), (0, 0x20, 0..24)] {
        let mut part = udp[..20].to_vec();
        part.extend(&udp[20..][range]);
        let total = u16::try_from(part.len()).unwrap();
        part[2..4].copy_from_slice(&total.to_be_bytes());
        part[6..8].copy_from_slice(&[flags, offset]);
        bench.push(LinkType::RAW, part, 0);
    }
    let told: Vec<_> = bench
        .events
        .iter()
        .filter_map(|event| match event {
            NetEvent::Datagram(udp) => Some((udp.ends[0].port(), udp.bytes.to_vec(), udp.file_offset, udp.cut)),
            _ => None,
        })
        .collect();
    assert_eq!(told, [(1, vec![7; 40], 28, false), (1, vec![7; 40], SCATTERED + 8, false)]);
    assert_eq!(scattered(&bench).iter().map(|part| part.1).sum::<u32>(), 48);
}

#[test]
fn packets_in_tunnels_are_followed_and_named_where_they_are_not() {
    let mut inner = Vec::new();
    PacketBuilder::ipv4([10, 0, 0, 1], [10, 0, 0, 2], 64).udp(5000, 443).write(&mut inner, b"inside").unwrap();
    let within = |protocol: u8, front: &[u8], inner: &[u8]| {
        let mut packet = vec![0x45, 0, 0, 0, 0, 1, 0, 0, 64, protocol, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2];
        packet.extend(front);
        packet.extend(inner);
        let length = u16::try_from(packet.len()).unwrap().to_be_bytes();
        packet[2..4].copy_from_slice(&length);
        packet
    };
    let mut bench = Bench::new();
    let once = within(47, &[0, 0, 8, 0], &inner);
    let vxlan = [&[0; 2][..], &4789_u16.to_be_bytes(), &[0; 4], &[8, 0, 0, 0, 0, 0, 9, 0], &[0; 12], &[8, 0]].concat();
    for packet in [within(4, &[], &inner), once.clone(), within(17, &vxlan, &once), within(17, &vxlan, &within(17, &vxlan, &once))] {
        bench.push(LinkType::RAW, packet, 0);
    }
    let told = bench.events.iter().map(|event| match event {
        NetEvent::Datagram(udp) => (udp.ends[1], udp.bytes.to_vec(), udp.file_offset % 1_000_000),
        other => panic!("no datagram: {other:?}"),
    });
    let end = ([10, 0, 0, 2], 443).into();
    let expected = [48, 52, 102, 152].map(|place| (end, b"inside".to_vec(), place));
    assert_eq!(told.collect::<Vec<_>>(), expected);
    let mut nested = inner.clone();
    for _ in 0..8 {
        nested = within(4, &[], &nested);
    }
    bench.push(LinkType::RAW, nested, 0);
    bench.push(LinkType::RAW, within(50, &[], &[7; 40]), 0);
    let named: Vec<String> = bench.facts().unread.iter().map(|(layer, count)| format!("{count} {layer}")).collect();
    assert_eq!(named, ["1 packets of IPsec ESP", "1 packets of tunnels in tunnels in tunnels"]);
}

#[test]
fn a_tunnel_in_fragments_is_joined_before_it_is_followed() {
    let mut inner = Vec::new();
    PacketBuilder::ipv4([10, 0, 0, 1], [10, 0, 0, 2], 64).udp(5000, 443).write(&mut inner, &[7; 60]).unwrap();
    let mut bench = Bench::new();
    for (from, to, more) in [(0, 48, 0x20_u8), (48, inner.len(), 0)] {
        let units = u8::try_from(from / 8).unwrap();
        let total = u8::try_from(20 + to - from).unwrap();
        let mut part = vec![0x45, 0, 0, total, 0, 9, more, units, 64, 4, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2];
        part.extend(&inner[from..to]);
        bench.push(LinkType::RAW, part, 0);
    }
    let whole = bench.events.iter().find_map(|event| if let NetEvent::Datagram(udp) = event { Some(udp) } else { None }).unwrap();
    assert_eq!((whole.bytes.to_vec(), whole.file_offset), (vec![7; 60], SCATTERED + 28));
}

fn cuts() -> impl Strategy<Value = (Vec<u8>, Vec<(usize, usize)>, u32)> {
    (1_usize..400).prop_flat_map(|len| {
        let data = proptest::collection::vec(any::<u8>(), len);
        let extra = proptest::collection::vec((0..len, 1_usize..80), 0..20);
        let steps = proptest::collection::vec(1_usize..60, len);
        let segments = (extra, steps).prop_flat_map(move |(extra, steps)| {
            let mut at = 0;
            let mut all: Vec<(usize, usize)> = extra.into_iter().map(|(from, size)| (from, (from + size).min(len))).collect();
            for step in steps {
                all.push((at.min(len - 1), (at + step).min(len)));
                at = (at + step).min(len);
                if at == len {
                    break;
                }
            }
            Just(all).prop_shuffle()
        });
        (data, segments, any::<u32>())
    })
}

proptest! {
    #[test]
    fn any_segmentation_duplication_and_order_gives_the_same_octets((data, segments, isn) in cuts()) {
        let mut bench = Bench::connected([isn, 500]);
        for (from, to) in segments {
            let seq = isn.wrapping_add(1).wrapping_add(u32::try_from(from).unwrap());
            bench.send(0, ACK, seq, 501, &data[from..to]);
        }
        prop_assert_eq!(bench.stream(0), data);
        prop_assert_eq!(bench.network.shared.held_octets, 0);
        bench.finish();
        let odd = bench.events.iter().filter(|event| matches!(event, NetEvent::Gap { .. } | NetEvent::Conflict { .. })).count();
        prop_assert_eq!(odd, 0);
    }

    #[test]
    fn any_segments_whatever_keep_the_stream_disjoint_and_the_caps(
        segments in proptest::collection::vec((0..2_usize, any::<u8>(), 0..3_000_u32, 0..3_000_u32, 0..90_usize, 0..20_usize), 0..120),
    ) {
        let limits = Limits { reassembly_stream: 200, reassembly_total: 300, reassembly_segments: 5, flows: 2, ..Limits::default() };
        let mut bench = Bench::within(&limits);
        for (side, flags, seq, ack, len, cut) in segments {
            bench.client_port = u16::from(flags >> 5);
            let packet = bench.segment(side, flags & 0x17, seq, ack, &vec![flags; len]);
            bench.push(LinkType::RAW, packet, cut);
            prop_assert!(bench.network.shared.held_octets <= 300);
        }
        bench.finish();
        let mut next = std::collections::HashMap::new();
        for event in &bench.events {
            let (flow, side, offset, length) = match event {
                NetEvent::Data { flow, side, offset, bytes, .. } => (flow, side, offset, bytes.len() as u64),
                NetEvent::Gap { flow, side, offset, length, .. } => (flow, side, offset, *length),
                _ => continue,
            };
            prop_assert_eq!(next.insert((*flow, *side), offset + length).unwrap_or(0), *offset);
            prop_assert!(length > 0);
        }
    }
}
