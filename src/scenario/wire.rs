//! What lies below the octet stream: TCP connections over IPv4 and Ethernet, and the capture that sees some of their packets.

use etherparse::PacketBuilder;

use crate::base::direction::Direction;
use crate::base::time::Timestamp;

use super::filler;
use super::write::Record;

/// Time of the first packet: 2026-01-01 00:00:00 UTC.
const START: i64 = 1_767_225_600_000_000_000;
/// Time from one segment to the next.
const STEP: i64 = 1_000_000;
/// Port of every server.
const SERVER_PORT: u16 = 7447;
/// Port of the first client.
const CLIENT_PORT: u16 = 50_000;
/// Octets of a segment, unless told otherwise.
const SEGMENT: usize = 1448;
/// Data segments after which the receiver acknowledges without data of its own.
const DELAYED_ACK: u32 = 2;
/// Receive window of both sides.
const WINDOW: u16 = 65_535;

/// The packets that were captured, and the clock.
#[derive(Clone, Debug)]
pub(super) struct Capture {
    pub(super) records: Vec<Record>,
    pub(super) snaplen: usize,
    clock: i64,
}

impl Default for Capture {
    fn default() -> Self {
        Self { records: Vec::new(), snaplen: usize::MAX, clock: START }
    }
}

impl Capture {
    /// Lets time pass.
    pub(super) const fn wait(&mut self, millis: i64) {
        self.clock = self.clock.saturating_add(millis.saturating_mul(1_000_000));
    }

    /// A packet crosses the wire; it is recorded when the capture sees it.
    pub(super) fn packet(&mut self, octets: &[u8], seen: bool) {
        let time = Timestamp(self.clock);
        self.clock += STEP;
        if seen {
            let original_len = u32::try_from(octets.len()).unwrap_or(u32::MAX);
            let kept = octets.len().min(self.snaplen);
            self.records.push(Record { time, octets: octets[..kept].to_vec(), original_len });
        }
    }
}

/// Control bits of a segment beside ACK.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Control {
    Syn,
    Data,
    Ack,
    Fin,
    Rst,
}

/// One TCP connection.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    client_port: u16,
    /// Next sequence number of each direction.
    next: [u32; 2],
    /// Whether SYN has been sent.
    open: bool,
    unacknowledged: [u32; 2],
    last: Option<Vec<u8>>,
    /// What each side acknowledges, when that stands still.
    frozen: [Option<u32>; 2],
    pub(super) segment: usize,
    /// Whether the capture misses the next frame of each direction.
    pub(super) lose: [bool; 2],
    /// Whether the capture sees the connection now.
    pub(super) seen: bool,
}

impl Connection {
    /// The connection of association `number`.
    pub(super) fn new(number: usize) -> Self {
        let start = filler::octets("sequence numbers", number, 8);
        let next = [0, 4].map(|at| u32::from_be_bytes([start[at], start[at + 1], start[at + 2], start[at + 3]]));
        Self {
            client_port: CLIENT_PORT.wrapping_add(u16::try_from(number).unwrap_or(0)),
            next,
            open: false,
            unacknowledged: [0; 2],
            last: None,
            frozen: [None; 2],
            segment: SEGMENT,
            lose: [false; 2],
            seen: true,
        }
    }

    /// The three-way handshake, once.
    pub(super) fn open(&mut self, capture: &mut Capture) {
        if std::mem::replace(&mut self.open, true) {
            return;
        }
        self.segment(capture, Direction::C2s, Control::Syn, &[], true);
        self.segment(capture, Direction::S2c, Control::Syn, &[], true);
        self.segment(capture, Direction::C2s, Control::Ack, &[], true);
    }

    /// Sends octets; the capture misses all of their segments when told so.
    pub(super) fn send(&mut self, capture: &mut Capture, direction: Direction, octets: &[u8]) {
        let lost = std::mem::take(&mut self.lose[direction.index()]);
        for chunk in octets.chunks(self.segment.max(1)) {
            self.segment(capture, direction, Control::Data, chunk, !lost);
            if lost || self.unacknowledged[direction.index()] >= DELAYED_ACK {
                self.segment(capture, direction.flip(), Control::Ack, &[], true);
            }
        }
    }

    /// The last data segment crosses the wire once more.
    pub(super) fn repeat(&self, capture: &mut Capture) {
        if let Some(last) = &self.last {
            capture.packet(last, self.seen);
        }
    }

    /// The last data segment crosses the wire once more, with other octets: two words near its end change places, so that the
    /// checksum stays right.
    pub(super) fn conflict(&self, capture: &mut Capture) {
        if let Some(mut last) = self.last.clone() {
            let at = last.len().saturating_sub(8) & !1;
            if let Some(words) = last.get_mut(at..at + 4) {
                words.rotate_left(2);
            }
            capture.packet(&last, self.seen);
        }
    }

    /// A side acknowledges nothing more.
    pub(super) const fn freeze(&mut self, direction: Direction) {
        self.frozen[direction.index()] = Some(self.next[direction.flip().index()]);
    }

    /// Octets pass unseen, and are acknowledged.
    pub(super) fn skip(&mut self, capture: &mut Capture, direction: Direction, octets: u32) {
        self.next[direction.index()] = self.next[direction.index()].wrapping_add(octets);
        self.segment(capture, direction.flip(), Control::Ack, &[], true);
    }

    /// Ends a direction in order.
    pub(super) fn fin(&mut self, capture: &mut Capture, direction: Direction) {
        self.segment(capture, direction, Control::Fin, &[], true);
        self.segment(capture, direction.flip(), Control::Ack, &[], true);
    }

    /// Breaks the connection.
    pub(super) fn rst(&mut self, capture: &mut Capture, direction: Direction) {
        self.segment(capture, direction, Control::Rst, &[], true);
    }

    fn segment(&mut self, capture: &mut Capture, direction: Direction, control: Control, payload: &[u8], seen: bool) {
        let octets = self.encode(direction, control, payload);
        let (mine, theirs) = (direction.index(), direction.flip().index());
        let consumed = u32::try_from(payload.len()).unwrap_or(0) + u32::from(matches!(control, Control::Syn | Control::Fin));
        self.next[mine] = self.next[mine].wrapping_add(consumed);
        self.unacknowledged[theirs] = 0;
        if control == Control::Data {
            self.unacknowledged[mine] += 1;
        }
        capture.packet(&octets, seen && self.seen);
        if control == Control::Data {
            self.last = Some(octets);
        }
    }

    fn encode(&self, direction: Direction, control: Control, payload: &[u8]) -> Vec<u8> {
        let client = ([2, 0, 0, 0, 0, 1], [192, 0, 2, 1], self.client_port);
        let server = ([2, 0, 0, 0, 0, 2], [198, 51, 100, 7], SERVER_PORT);
        let (from, to) = if direction == Direction::C2s { (client, server) } else { (server, client) };
        let sequence = self.next[direction.index()];
        let mut builder = PacketBuilder::ethernet2(from.0, to.0).ipv4(from.1, to.1, 64).tcp(from.2, to.2, sequence, WINDOW);
        if control != Control::Syn || direction == Direction::S2c {
            builder = builder.ack(self.frozen[direction.index()].unwrap_or_else(|| self.next[direction.flip().index()]));
        }
        builder = match control {
            Control::Syn => builder.syn(),
            Control::Data => builder.psh(),
            Control::Ack => builder,
            Control::Fin => builder.fin(),
            Control::Rst => builder.rst(),
        };
        let mut out = Vec::with_capacity(builder.size(payload.len()));
        let written = builder.write(&mut out, payload);
        debug_assert!(written.is_ok(), "a segment is far below the largest packet");
        out
    }
}
