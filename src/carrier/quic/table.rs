//! All connections: which one a packet belongs to.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::SocketAddr;

use bytes::Bytes;
use hashbrown::HashSet;
use memchr::memmem;

use crate::base::limits::Limits;
use crate::base::time::Timestamp;
use crate::carrier::hello::RANDOM_LEN;
use crate::carrier::keylog::KeyLog;
use crate::net::{At, UdpDatagram, Unread};

use super::cid::LONGEST;
use super::connection::{Arrival, Connection, Form, Retry};
use super::event::{ConnectionId, QuicEnd, QuicEvent, Shape};
use super::facts::{QuicFacts, Shared};
use super::late::Late;
use super::level::Failure;
use super::open::SHORTEST;
use super::packet::{Header, LONG, Long, read};
use super::ranges::RangeSet;
use super::routes::Routes;
use super::strays::{Stray, Strays};
use super::version::{self, LongKind};

/// Octets of the segments that are tried first when several were recorded as one datagram: what a path carries.
const USUAL_SEGMENTS: std::ops::RangeInclusive<usize> = 1200..=1500;
/// Octets of the longest segment tried.
const LONGEST_SEGMENT: usize = 9000;
/// Failures of a side of which nothing has opened after which its datagrams are not split any more.
const MOST_SPLIT: u32 = 16;
/// Datagrams of a side that were split in vain, beyond those that opened, after which its datagrams are not split any more.
const MOST_UNSPLIT: u32 = 64;
/// Connections that are over of which packet numbers are remembered.
const MOST_OVER: usize = 64;
/// Addresses remembered of one connection.
const MOST_ADDRESSES: usize = 32;

/// QUIC connections in what the network delivers. Drain [`Quic::poll`] after each call.
#[derive(Debug)]
pub struct Quic {
    shared: Shared,
    connections: BTreeMap<u32, Box<Connection>>,
    routes: Routes,
    /// Addresses of connections, to forget them with it.
    addresses: BTreeMap<u32, Vec<[SocketAddr; 2]>>,
    /// Each connection once, roughly least recently used first: with its ordinal when it was put here.
    order: VecDeque<(u32, u64)>,
    /// Client randoms of connections that are known.
    bound: HashSet<[u8; RANDOM_LEN]>,
    late: Late,
    /// Datagrams of no known connection, lately.
    strays: Strays,
    /// Packets of the application that the sides of connections sent which are over.
    over: VecDeque<(ConnectionId, [RangeSet; 2])>,
    next: u32,
    ordinal: u64,
    last: At,
    /// Connections in which something waits that time may settle.
    restless: BTreeSet<u32>,
    /// The revision of the key log that waiting packets were tried with.
    tried: u64,
}

/// A part of a datagram that is one packet, or begins with one.
#[derive(Clone, Copy)]
struct Part<'a> {
    datagram: &'a UdpDatagram,
    at: usize,
}

/// A connection that a packet may belong to, the side that sent it, and how long the id is that it is sent to.
#[derive(Clone, Copy)]
struct Way {
    number: u32,
    side: usize,
    id_len: usize,
}

impl Part<'_> {
    fn octets(&self) -> Bytes {
        self.datagram.bytes.slice(self.at.min(self.datagram.bytes.len())..)
    }

    fn arrival(&self, side: usize, form: Form) -> Arrival {
        let UdpDatagram { ends: [from, _], file_offset, at, .. } = *self.datagram;
        let place = if file_offset == u64::MAX { u64::MAX } else { file_offset.saturating_add(self.at as u64) };
        Arrival { side, form, from, at, place }
    }
}

impl Quic {
    /// No connections yet.
    pub fn new(limits: &Limits) -> Self {
        let shared = Shared { events: VecDeque::new(), facts: QuicFacts::default(), held_octets: 0, limits: limits.clone() };
        Self {
            shared,
            connections: BTreeMap::new(),
            routes: Routes::default(),
            addresses: BTreeMap::new(),
            order: VecDeque::new(),
            bound: HashSet::new(),
            late: Late::default(),
            strays: Strays::default(),
            over: VecDeque::new(),
            next: 0,
            ordinal: 0,
            last: At::default(),
            restless: BTreeSet::new(),
            tried: 0,
        }
    }

    /// Takes a datagram. One that is no QUIC costs some look-ups.
    pub fn push(&mut self, datagram: &UdpDatagram, keys: &KeyLog) {
        self.last = datagram.at;
        self.ordinal = self.ordinal.saturating_add(1);
        self.shared.facts.datagrams = self.shared.facts.datagrams.saturating_add(1);
        let first = self.next;
        if !self.take(datagram, keys) {
            self.shared.facts.strange = self.shared.facts.strange.saturating_add(1);
            self.strays.keep(datagram);
        } else if self.connections.range(first..).any(|(_, connection)| !connection.delivery.is_late()) {
            self.tell_overtaken(datagram.ends);
            self.take_strays(datagram.ends, keys);
        }
    }

    /// Takes the packets of a datagram. Answers whether some are of a connection.
    fn take(&mut self, datagram: &UdpDatagram, keys: &KeyLog) -> bool {
        let (mut at, mut found) = (0, None);
        while at < datagram.bytes.len() {
            let part = Part { datagram, at };
            let Some((used, connection)) = self.packet(part, found, keys) else { break };
            found = connection.or(found);
            at = at.saturating_add(used.max(1));
        }
        if let Some((number, _)) = found {
            self.settle(number, datagram);
        }
        found.is_some()
    }

    /// A connection began: what was captured before between its addresses may belong to it. What does not is kept for others.
    fn take_strays(&mut self, ends: [SocketAddr; 2], keys: &KeyLog) {
        let strays = self.strays.take_between(ends);
        self.take_again(strays, keys);
    }

    fn take_again(&mut self, strays: VecDeque<Stray>, keys: &KeyLog) {
        for stray in strays {
            if !self.take(&stray.datagram, keys) {
                self.strays.keep_again(stray);
            }
        }
    }

    /// Whether the answer to the first datagram of the newest connection was captured before that: so may be everything of its side.
    fn tell_overtaken(&mut self, ends: [SocketAddr; 2]) {
        let Some(at) = self.strays.answer(ends).map(|answer| answer.at) else { return };
        if let Some(connection) = self.next.checked_sub(1).and_then(|newest| self.connections.get_mut(&newest)) {
            connection.tell_disordered(at, &mut self.shared);
        }
    }

    /// Runs timers up to `now`.
    pub fn advance(&mut self, now: Timestamp, keys: &KeyLog) {
        if self.tried != keys.revision() {
            self.tried = keys.revision();
            for (number, connection) in &mut self.connections {
                connection.retry_waiting(keys, &mut self.shared);
                self.restless.insert(*number);
            }
        }
        for number in std::mem::take(&mut self.restless) {
            let Some(connection) = self.connections.get_mut(&number) else { continue };
            connection.delivery.expire(&mut connection.halves, Some(now), self.last, &mut self.shared);
            if connection.delivery.has_ended(now) {
                self.close(number, QuicEnd::CaptureEnd, self.last);
            } else if connection.delivery.is_restless(&connection.halves) {
                self.restless.insert(number);
            }
        }
    }

    /// The capture is over: gives up every hole, delivers what is held, closes every connection.
    pub fn finish(&mut self, keys: &KeyLog) {
        self.late.finish();
        let strays = self.strays.take();
        self.take_again(strays, keys);
        while let Some((number, _)) = self.connections.first_key_value() {
            let number = *number;
            if let Some(connection) = self.connections.get_mut(&number) {
                connection.retry_waiting(keys, &mut self.shared);
            }
            self.close(number, QuicEnd::CaptureEnd, self.last);
        }
    }

    /// The next event.
    pub fn poll(&mut self) -> Option<(ConnectionId, QuicEvent)> {
        self.shared.events.pop_front()
    }

    /// Whether octets of a side are missing that may still come: then the order of the two sides proves nothing.
    pub fn waits(&self, connection: ConnectionId, side: usize) -> bool {
        self.connections.get(&connection.0).is_some_and(|found| found.delivery.waits(&found.halves, side))
    }

    /// Whether every packet of a side was captured from a number on: then they show in which order octets were first sent.
    pub fn is_unbroken(&self, connection: ConnectionId, side: usize, from: u64) -> bool {
        self.connections.get(&connection.0).is_some_and(|found| found.is_unbroken(side, from))
    }

    /// The number of the packet of the application that a side sends next, as far as was captured.
    pub fn next_number(&self, connection: ConnectionId, side: usize) -> Option<u64> {
        self.connections.get(&connection.0)?.next_number(side)
    }

    /// Whether a packet of the application was captured and opened. Of connections that are over the last ones are remembered.
    pub fn has_opened(&self, connection: ConnectionId, side: usize, number: u64) -> bool {
        let among = |seen: &[RangeSet; 2]| seen.get(side).is_some_and(|seen| seen.contains(number));
        match self.connections.get(&connection.0) {
            Some(found) => found.has_opened(side, number),
            None => self.over.iter().any(|(over, seen)| *over == connection && among(seen)),
        }
    }

    /// Packets of client and server of a connection that is not over.
    pub fn shape(&self, connection: ConnectionId) -> Option<[Shape; 2]> {
        self.connections.get(&connection.0).map(|found| found.shape())
    }

    /// What was left out so far.
    pub const fn facts(&self) -> &QuicFacts {
        &self.shared.facts
    }

    /// Takes what stands at `part`: how many octets it is, and the connection it belongs to with the side that sent it. `None` when
    /// nothing behind it can be found.
    fn packet(&mut self, part: Part<'_>, found: Option<(u32, usize)>, keys: &KeyLog) -> Option<(usize, Option<(u32, usize)>)> {
        let octets = part.octets();
        match read(&octets)? {
            Header::Long(long) => {
                if long.end > octets.len() {
                    self.cut(part, found);
                    return None;
                }
                let packet = octets.slice(..long.end);
                Some((long.end, self.long(part, long, &packet, keys)))
            }
            Header::Retry { version, destination, source } => {
                let number = self.of_long(part, destination, source).into_iter().find(|(_, side)| *side == 1)?.0;
                let retry = Retry { version, source, packet: &octets, cut: part.datagram.cut };
                self.connections.get_mut(&number)?.retry(&retry, part.datagram.at, &mut self.shared);
                Some((octets.len(), Some((number, 1))))
            }
            Header::Negotiation { destination, source } => {
                let number = self.of_long(part, destination, source).into_iter().find(|(_, side)| *side == 1)?.0;
                self.connections.get_mut(&number)?.negotiate(part.datagram.at, &mut self.shared);
                Some((octets.len(), Some((number, 1))))
            }
            Header::UnknownVersion(code) => {
                if version::is_named(code) || !self.routes.of_pair(part.datagram.ends).is_empty() && !version::is_reserved(code) {
                    self.shared.facts.unread.count(Unread::QuicVersion(code));
                }
                None
            }
            Header::Short if part.at > 0 && octets.iter().all(|octet| *octet == 0) => None,
            Header::Short => {
                if let Some((used, connection)) = self.short(part, found, keys) {
                    return Some((used, connection));
                }
                // Behind a packet a datagram may be filled up with zeros.
                let zeros = octets.iter().take_while(|octet| **octet == 0).count();
                (part.at > 0 && zeros > 0).then_some((zeros, None))
            }
        }
    }

    /// The capture cut a packet off.
    fn cut(&mut self, part: Part<'_>, found: Option<(u32, usize)>) {
        let known = found.map(|(number, _)| number).or_else(|| self.routes.of_pair(part.datagram.ends).first().copied());
        if let Some(connection) = known.and_then(|number| self.connections.get_mut(&number)).filter(|_| part.datagram.cut) {
            connection.delivery.snaplen = true;
        }
    }

    /// The connections that a packet with a long header may belong to, with the side that sent it.
    fn of_long(&self, part: Part<'_>, destination: super::cid::Cid, source: super::cid::Cid) -> Vec<(u32, usize)> {
        let mut out: Vec<(u32, usize)> =
            self.routes.of_id(destination).into_iter().map(|(of, side)| (of, 1_usize.saturating_sub(side))).collect();
        let [from, _] = part.datagram.ends;
        for number in self.routes.of_pair(part.datagram.ends) {
            let Some(connection) = self.connections.get(&number) else { continue };
            let side = usize::from(connection.ends.first() != Some(&from));
            let [own, other] = if side == 0 { [0, 1] } else { [1, 0] };
            let knows = |side: usize, id| connection.halves.get(side).is_some_and(|half| half.ids.contains(&id));
            let fits = knows(other, destination) || knows(own, source) || (side == 1 && destination.is_empty());
            if fits && !out.contains(&(number, side)) {
                out.push((number, side));
            }
        }
        out
    }

    fn long(&mut self, part: Part<'_>, long: Long, packet: &Bytes, keys: &KeyLog) -> Option<(u32, usize)> {
        let candidates = self.of_long(part, long.destination, long.source);
        let mut perhaps = None;
        for (number, side) in candidates {
            let Some(connection) = self.connections.get_mut(&number) else { continue };
            match connection.try_take(packet, part.arrival(side, Form::Long(long)), keys, &mut self.shared) {
                Ok(()) => return Some((number, side)),
                Err(Failure::NoSecret) => perhaps = perhaps.or(Some((number, side))),
                Err(Failure::DoesNotOpen) => {}
            }
        }
        if let Some((number, side)) = perhaps {
            self.connections.get_mut(&number)?.wait(packet, part.arrival(side, Form::Long(long)), &mut self.shared);
            return perhaps;
        }
        if long.kind == LongKind::Initial {
            return self.begin(part, long, packet, keys).map(|number| (number, 0));
        }
        None
    }

    /// A client's first packet, which opens with keys of the id that it is sent to.
    fn begin(&mut self, part: Part<'_>, long: Long, packet: &Bytes, keys: &KeyLog) -> Option<u32> {
        let mut probe = super::initial::InitialKeys::default();
        probe.open(0, &long, false, packet, super::level::Expected { near: [0, 0], windows: 0 })?;
        let number = self.open(part.datagram.ends, false, part.datagram.at);
        let connection = self.connections.get_mut(&number)?;
        connection.learn_id(1, long.destination, &mut self.shared);
        connection.take(packet, part.arrival(0, Form::Long(long)), keys, &mut self.shared).then_some(number)
    }

    /// A new connection.
    fn open(&mut self, ends: [SocketAddr; 2], late: bool, at: At) -> u32 {
        if self.connections.len() >= self.shared.limits.quic_connections.max(1) {
            self.evict();
        }
        let number = self.next;
        self.next = self.next.saturating_add(1);
        let mut connection = Connection::new(ConnectionId(number), ends, late, at, &mut self.shared);
        connection.touched = self.ordinal;
        self.connections.insert(number, Box::new(connection));
        self.order.push_back((number, self.ordinal));
        self.use_addresses(number, ends);
        number
    }

    /// Takes packets with a short header: how many octets, and the connection.
    fn short(&mut self, part: Part<'_>, found: Option<(u32, usize)>, keys: &KeyLog) -> Option<(usize, Option<(u32, usize)>)> {
        let octets = part.octets();
        if octets.len() <= SHORTEST {
            return None;
        }
        let rest = octets.get(1..).unwrap_or_default();
        let by_id = self.routes.of_short(rest);
        let named = by_id.iter().map(|&(number, receiver, id_len)| Way { number, side: 1_usize.saturating_sub(receiver), id_len });
        if let Some((used, way)) = self.short_of_any(named, part, keys) {
            return Some((used, Some((way.number, way.side))));
        }
        let near = self.by_address(part, found);
        if let Some((used, way)) = self.short_of_any(near.into_iter(), part, keys) {
            return Some((used, Some((way.number, way.side))));
        }
        if let Some(number) = self.stateless_reset(part) {
            return Some((octets.len(), Some(number)));
        }
        if let Some((number, receiver, _)) = by_id.first().copied() {
            let side = 1_usize.saturating_sub(receiver);
            if part.datagram.cut {
                self.cut(part, Some((number, side)));
            }
            if let Some(connection) = self.connections.get_mut(&number) {
                connection.stays_closed(side, octets.len(), part.datagram.at, &mut self.shared);
            }
            return None;
        }
        self.begin_late(part, keys).map(|(used, found)| (used, Some(found)))
    }

    /// The connections that use these addresses, then those of the server at either of them.
    fn by_address(&self, part: Part<'_>, found: Option<(u32, usize)>) -> Vec<Way> {
        let ends = part.datagram.ends;
        let (mut tried, mut ways): (Vec<u32>, Vec<Way>) = (Vec::new(), Vec::new());
        let known = found.map(|(number, _)| number).into_iter();
        for number in known.chain(self.routes.of_pair(ends)).chain(self.routes.of_server(ends)) {
            if tried.contains(&number) {
                continue;
            }
            tried.push(number);
            let Some(connection) = self.connections.get(&number) else { continue };
            let [from, to] = ends;
            let [client, server] = connection.ends;
            let side = usize::from(from == server && !(from == client && to != server));
            ways.extend(id_lengths(connection, 1_usize.saturating_sub(side)).into_iter().map(|id_len| Way { number, side, id_len }));
        }
        ways
    }

    /// Lets one of several connections take the packet at `part`: the first in which it opens, else the first that has no keys yet.
    fn short_of_any(&mut self, ways: impl Iterator<Item = Way>, part: Part<'_>, keys: &KeyLog) -> Option<(usize, Way)> {
        let mut perhaps: Option<Way> = None;
        for way in ways {
            match self.short_of(way, part, keys) {
                Ok(used) => return Some((used, way)),
                Err(Failure::NoSecret) => perhaps = perhaps.or(Some(way)),
                Err(Failure::DoesNotOpen) => {}
            }
        }
        let (way, octets) = (perhaps?, part.octets());
        let arrival = part.arrival(way.side, Form::Short(way.id_len));
        self.connections.get_mut(&way.number)?.wait(&octets, arrival, &mut self.shared);
        Some((octets.len(), way))
    }

    /// Lets a connection take the packet at `part`, which may be followed by others of the same size. Answers how many octets it has.
    fn short_of(&mut self, way: Way, part: Part<'_>, keys: &KeyLog) -> Result<usize, Failure> {
        let Way { number, side, id_len } = way;
        let octets = part.octets();
        let connection = self.connections.get_mut(&number).ok_or(Failure::DoesNotOpen)?;
        let arrival = part.arrival(side, Form::Short(id_len));
        let remembered = connection.halves.get(side).map_or(0, |half| half.segment);
        if remembered > SHORTEST && remembered < octets.len() {
            let packet = octets.slice(..remembered);
            if connection.try_take(&packet, arrival, keys, &mut self.shared).is_ok() {
                return Ok(remembered);
            }
        }
        match connection.try_take(&octets, arrival, keys, &mut self.shared) {
            Ok(()) => {
                if let Some(half) = connection.halves.get_mut(side) {
                    half.unsplit = half.unsplit.saturating_sub(1);
                }
                return Ok(octets.len());
            }
            Err(Failure::NoSecret) => return Err(Failure::NoSecret),
            Err(Failure::DoesNotOpen) => {}
        }
        let half = connection.halves.get(side).ok_or(Failure::DoesNotOpen)?;
        if half.unsplit >= MOST_UNSPLIT || !(half.application.is_known() || half.failures < MOST_SPLIT) {
            return Err(Failure::DoesNotOpen);
        }
        let sizes = segment_sizes(&octets, id_len);
        for size in sizes {
            let packet = octets.slice(..size);
            if connection.try_take(&packet, arrival, keys, &mut self.shared).is_ok() {
                if let Some(half) = connection.halves.get_mut(side) {
                    (half.segment, half.unsplit) = (size, 0);
                }
                return Ok(size);
            }
        }
        if let Some(half) = connection.halves.get_mut(side) {
            half.unsplit = half.unsplit.saturating_add(1);
        }
        Err(Failure::DoesNotOpen)
    }

    /// A datagram that ends with a token of one of the two sides.
    fn stateless_reset(&mut self, part: Part<'_>) -> Option<(u32, usize)> {
        let octets = part.octets();
        for number in self.routes.of_pair(part.datagram.ends) {
            let Some(connection) = self.connections.get_mut(&number) else { continue };
            let side = connection.halves.iter().position(|half| half.is_reset(&octets));
            if let Some(side) = side {
                connection.delivery.stateless_reset(side, part.datagram.at);
                return Some((number, side));
            }
        }
        None
    }

    /// A packet of a connection whose beginning was not captured: how many octets it has, the connection, and the side that sent it.
    fn begin_late(&mut self, part: Part<'_>, keys: &KeyLog) -> Option<(usize, (u32, usize))> {
        let octets = part.octets();
        if part.at > 0 || keys.is_empty() || octets.first().is_none_or(|first| first & LONG != 0) {
            return None;
        }
        let [from, to] = part.datagram.ends;
        let found = self.late.find(part.datagram.ends, &octets, keys, &self.bound, &self.shared.limits);
        (self.shared.facts.limits.trials, self.shared.facts.limits.secrets) = self.late.left_out();
        let found = found?;
        let octets = octets.slice(..found.len.min(octets.len()));
        let ends = if found.side == 0 { [from, to] } else { [to, from] };
        let number = self.open(ends, true, part.datagram.at);
        let connection = self.connections.get_mut(&number)?;
        connection.bind(found.random, found.side, found.phases, &mut self.shared);
        self.bound.insert(found.random);
        let id = octets.get(1..=found.id_len).and_then(super::cid::Cid::new)?;
        connection.learn_id(1_usize.saturating_sub(found.side), id, &mut self.shared);
        self.add_ids(number);
        // What waited for the connection to be found was captured before.
        self.take_strays(part.datagram.ends, keys);
        let arrival = part.arrival(found.side, Form::Short(found.id_len));
        let taken = self.connections.get_mut(&number)?.take(&octets, arrival, keys, &mut self.shared);
        taken.then_some((octets.len(), (number, found.side)))
    }

    /// After a datagram of a connection: what it taught, and whether the connection is over.
    fn settle(&mut self, number: u32, datagram: &UdpDatagram) {
        let Some(connection) = self.connections.get_mut(&number) else { return };
        connection.touched = self.ordinal;
        self.add_ids(number);
        let Some(connection) = self.connections.get(&number) else { return };
        if let Some(random) = connection.random() {
            self.bound.insert(*random);
        }
        let [from, to] = datagram.ends;
        let [_, server] = connection.ends;
        self.use_addresses(number, if from == server { [to, from] } else { [from, to] });
        if self.connections.get(&number).is_some_and(|found| found.delivery.is_restless(&found.halves)) {
            self.restless.insert(number);
        }
        self.close_when_over(number, datagram.at);
    }

    /// Notes the ways to a connection that it has learned.
    fn add_ids(&mut self, number: u32) {
        let Some(connection) = self.connections.get_mut(&number) else { return };
        for (side, id) in std::mem::take(&mut connection.new_ids) {
            self.routes.add_id(id, number, side);
        }
    }

    fn use_addresses(&mut self, number: u32, ends: [SocketAddr; 2]) {
        let known = self.addresses.entry(number).or_default();
        if !known.contains(&ends) && known.len() < MOST_ADDRESSES {
            known.push(ends);
            self.routes.add_ends(ends, number);
        }
    }

    fn close_when_over(&mut self, number: u32, at: At) {
        let over = self.connections.get(&number).is_some_and(|connection| connection.delivery.is_over(&self.shared));
        if over {
            self.close(number, QuicEnd::CaptureEnd, at);
        }
    }

    fn close(&mut self, number: u32, why: QuicEnd, at: At) {
        let Some(mut connection) = self.connections.remove(&number) else { return };
        connection.close(why, at, &mut self.shared);
        if self.over.len() >= MOST_OVER {
            self.over.pop_front();
        }
        self.over.push_back((connection.id, connection.halves.each_ref().map(|half| half.seen.clone())));
        let ids = connection.halves.iter().flat_map(|half| half.ids.iter().copied());
        self.routes.remove(number, ids, &self.addresses.remove(&number).unwrap_or_default());
    }

    /// The least recently used connection goes.
    fn evict(&mut self) {
        while let Some((number, ordinal)) = self.order.pop_front() {
            match self.connections.get(&number).map(|connection| connection.touched) {
                None => {}
                Some(touched) if touched > ordinal => self.order.push_back((number, touched)),
                Some(_) => {
                    self.shared.facts.limits.connections = self.shared.facts.limits.connections.saturating_add(1);
                    return self.close(number, QuicEnd::Evicted, self.last);
                }
            }
        }
    }
}

/// How long ids are that reach a side: as long as those that are known, else any length.
fn id_lengths(connection: &Connection, side: usize) -> Vec<usize> {
    let mut out: Vec<usize> = Vec::new();
    for id in connection.halves.get(side).map(|half| half.ids.as_slice()).unwrap_or_default() {
        if !out.contains(&id.len()) {
            out.push(id.len());
        }
    }
    if out.is_empty() { (0..=LONGEST).collect() } else { out }
}

/// Sizes that the first of several packets in one datagram may have: up to where its id stands again, else what paths carry.
fn segment_sizes(octets: &[u8], id_len: usize) -> Vec<usize> {
    let longest = octets.len().saturating_sub(SHORTEST);
    let id = octets.get(1..id_len.saturating_add(1)).unwrap_or_default();
    if id.len() >= 4 {
        let again = memmem::find_iter(octets, id).filter_map(|at| at.checked_sub(1));
        return again.filter(|size| (SHORTEST..=longest).contains(size)).take(64).collect();
    }
    let usual = USUAL_SEGMENTS.filter(|size| *size <= longest);
    let smaller = (SHORTEST.saturating_add(1)..*USUAL_SEGMENTS.start()).rev().filter(|size| *size <= longest);
    let larger = USUAL_SEGMENTS.end().saturating_add(1)..=longest.min(LONGEST_SEGMENT);
    usual.chain(smaller).chain(larger).collect()
}
