//! One connection: which keys open a packet, and what the handshake says.

use std::collections::VecDeque;
use std::net::SocketAddr;

use bytes::Bytes;

use crate::carrier::hello::{self, RANDOM_LEN};
use crate::carrier::keylog::KeyLog;
use crate::crypto::aead::Cipher;
use crate::net::At;

use super::cid::Cid;
use super::delivery::{Arrived, Delivery};
use super::event::{ConnectionId, QuicEnd, QuicEvent, QuicFact, Shape, Unit};
use super::facts::Shared;
use super::frame::{Frame, Frames};
use super::half::{Half, Space};
use super::initial::InitialKeys;
use super::level::{Failure, Hints, LevelKind, Opened, Phases};
use super::packet::Long;
use super::parameters;
use super::retry;
use super::seals::Seals;
use super::version::{LongKind, Version};

/// Types of TLS messages.
mod message {
    pub(super) const CLIENT_HELLO: u8 = 1;
    pub(super) const SERVER_HELLO: u8 = 2;
    pub(super) const ENCRYPTED_EXTENSIONS: u8 = 8;
}

/// Failures to open without any success after which the secrets of the key log count as wrong: spoiled copies are fewer.
const WRONG_AFTER: u32 = 4;

/// How a packet came.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    /// The side that sent it.
    pub(super) side: usize,
    pub(super) form: Form,
    /// Its source address.
    pub(super) from: SocketAddr,
    pub(super) at: At,
    /// Where the packet lies in the capture, or `u64::MAX`.
    pub(super) place: u64,
}

/// How a packet is to be read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    Long(Long),
    /// A short header behind an id of so many octets.
    Short(usize),
}

/// A Retry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Retry<'a> {
    pub(super) version: Version,
    /// The id that the server has now.
    pub(super) source: Cid,
    /// The whole packet.
    pub(super) packet: &'a [u8],
    /// Whether the capture cut its end off.
    pub(super) cut: bool,
}

/// A packet whose keys are not known yet.
#[derive(Debug)]
struct Waiting {
    packet: Bytes,
    arrival: Arrival,
}

/// A connection. Side 0 is the client.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) id: ConnectionId,
    /// Addresses of client and server now.
    pub(super) ends: [SocketAddr; 2],
    pub(super) halves: [Half; 2],
    pub(super) delivery: Delivery,
    version: Version,
    initial: InitialKeys,
    random: Option<[u8; RANDOM_LEN]>,
    cipher: Option<Cipher>,
    waiting: VecDeque<Waiting>,
    waiting_octets: usize,
    /// Revision of the key log when waiting packets were tried last.
    tried: u64,
    seals: Seals,
    /// Whether packets came in another order than they were sent.
    disordered: bool,
    shape: [Shape; 2],
    /// Ids that were learned and are not yet known to the table: whom they reach.
    pub(super) new_ids: Vec<(usize, Cid)>,
    /// Ordinal of its newest packet.
    pub(super) touched: u64,
}

impl Connection {
    /// A connection whose first packet is at `at`.
    pub(super) fn new(id: ConnectionId, ends: [SocketAddr; 2], late: bool, at: At, shared: &mut Shared) -> Self {
        shared.events.push_back((id, QuicEvent::Open { ends, late, at }));
        Self {
            id,
            ends,
            halves: [Half::new(), Half::new()],
            delivery: Delivery::new(id, late),
            version: Version::One,
            initial: InitialKeys::default(),
            random: None,
            cipher: None,
            waiting: VecDeque::new(),
            waiting_octets: 0,
            tried: 0,
            seals: Seals::default(),
            disordered: false,
            shape: [Shape::default(); 2],
            new_ids: Vec::new(),
            touched: 0,
        }
    }

    /// Binds a connection whose beginning was not captured to the secrets of a client random.
    pub(super) fn bind(&mut self, random: [u8; RANDOM_LEN], side: usize, phases: Phases, shared: &mut Shared) {
        self.random = Some(random);
        self.cipher = Some(phases.first().cipher);
        self.version = phases.first().version;
        shared.events.push_back((self.id, QuicEvent::Named { random, version: self.version }));
        if let Some(half) = self.halves.get_mut(side) {
            half.application.fix(phases);
        }
    }

    /// The name of the connection in key logs.
    pub(super) const fn random(&self) -> Option<&[u8; RANDOM_LEN]> {
        self.random.as_ref()
    }

    /// Packets of each side.
    pub(super) const fn shape(&self) -> [Shape; 2] {
        self.shape
    }

    /// Whether the handshake got beyond its first flight.
    pub(super) fn is_answered(&self) -> bool {
        self.halves.get(1).is_some_and(|server| server.largest(Space::Initial).is_some())
    }

    /// An id reaches a side.
    pub(super) fn learn_id(&mut self, side: usize, id: Cid, shared: &mut Shared) {
        let Some(half) = self.halves.get_mut(side) else { return };
        if half.learn_id(id, &shared.limits) {
            self.new_ids.push((side, id));
        } else if !half.ids.contains(&id) {
            shared.facts.limits.ids = shared.facts.limits.ids.saturating_add(1);
        }
    }

    /// The server wants another Initial first. Like a client it does not listen to who cannot have seen the first one [RFC 9001 §5.8].
    pub(super) fn retry(&mut self, retry: &Retry<'_>, at: At, shared: &mut Shared) {
        if self.is_answered() {
            return;
        }
        if !self.initial.ids().any(|original| retry::answers(retry.version, original, retry.packet)) {
            if !retry.cut {
                self.fact(QuicFact::RetryRefused, at, shared);
            }
            return;
        }
        self.learn_id(1, retry.source, shared);
        self.begin_again();
        self.fact(QuicFact::Retried, at, shared);
    }

    /// The server speaks other versions: the client begins anew.
    pub(super) fn negotiate(&mut self, at: At, shared: &mut Shared) {
        if self.is_answered() {
            return;
        }
        self.begin_again();
        self.fact(QuicFact::VersionsNegotiated, at, shared);
    }

    /// The client sends its first flight once more; some make another `ClientHello` for that.
    fn begin_again(&mut self) {
        for half in &mut self.halves {
            half.restart();
        }
        self.random = None;
    }

    /// Whether every packet of the application that a side numbered was captured, from a number up to its newest one.
    pub(super) fn is_unbroken(&self, side: usize, from: u64) -> bool {
        let Some(half) = self.halves.get(side) else { return false };
        half.largest(Space::Application).is_some_and(|newest| half.seen.first_hole(from, newest).is_none())
    }

    /// The number behind the largest one that a side's packets of the application have.
    pub(super) fn next_number(&self, side: usize) -> Option<u64> {
        let largest = self.halves.get(side)?.largest(Space::Application);
        Some(largest.map_or(0, |largest| largest.saturating_add(1)))
    }

    /// Whether a packet of the application was opened.
    pub(super) fn has_opened(&self, side: usize, number: u64) -> bool {
        self.halves.get(side).is_some_and(|half| half.seen.contains(number))
    }

    /// Takes a packet of a side. Answers whether it is one of this connection: it opened, or nothing can be said without keys.
    pub(super) fn take(&mut self, packet: &Bytes, arrival: Arrival, keys: &KeyLog, shared: &mut Shared) -> bool {
        match self.try_take(packet, arrival, keys, shared) {
            Ok(()) => true,
            Err(Failure::NoSecret) => {
                self.wait(packet, arrival, shared);
                true
            }
            Err(Failure::DoesNotOpen) => false,
        }
    }

    /// Takes a packet of a side, if it opens.
    pub(super) fn try_take(&mut self, packet: &Bytes, arrival: Arrival, keys: &KeyLog, shared: &mut Shared) -> Result<(), Failure> {
        self.retry_waiting(keys, shared);
        self.open(packet, arrival, keys, shared)?;
        self.retry_waiting(keys, shared);
        Ok(())
    }

    /// Notes that a packet of a side is part of the connection and stays closed.
    pub(super) fn stays_closed(&mut self, side: usize, octets: usize, at: At, shared: &mut Shared) {
        shared.facts.closed = shared.facts.closed.saturating_add(1);
        if let Some(shape) = self.shape.get_mut(side) {
            shape.closed = shape.closed.saturating_add(1);
            shape.closed_octets = shape.closed_octets.saturating_add(octets as u64);
        }
        let Some(half) = self.halves.get_mut(side) else { return };
        half.failures = half.failures.saturating_add(1);
        if half.failures >= WRONG_AFTER && !half.application.is_known() && !std::mem::replace(&mut half.told, true) {
            self.fact(QuicFact::KeyWrong { side }, at, shared);
        }
    }

    /// Tries what waits for keys again, when they may be known now.
    pub(super) fn retry_waiting(&mut self, keys: &KeyLog, shared: &mut Shared) {
        if self.random.is_none() || self.tried == keys.revision().saturating_add(1) {
            return;
        }
        self.tried = keys.revision().saturating_add(1);
        let waiting = std::mem::take(&mut self.waiting);
        self.waiting_octets = 0;
        for waiting in waiting {
            if self.open(&waiting.packet, waiting.arrival, keys, shared) == Err(Failure::NoSecret) {
                self.wait(&waiting.packet, waiting.arrival, shared);
            }
        }
    }

    /// The connection is over.
    pub(super) fn close(&mut self, why: QuicEnd, at: At, shared: &mut Shared) {
        self.delivery.finish(&mut self.halves, at, shared);
        for side in [0, 1] {
            self.tell_unopened(side, at, shared);
            self.tell_shut(side, at, shared);
        }
        let (why, at) = self.delivery.ending().unwrap_or((why, at));
        shared.events.push_back((self.id, QuicEvent::Closed { why, shape: self.shape, at }));
    }

    /// A side's secrets opened nothing until the end.
    fn tell_unopened(&mut self, side: usize, at: At, shared: &mut Shared) {
        let Some(half) = self.halves.get_mut(side) else { return };
        if half.failures > 0 && !half.application.is_known() && !std::mem::replace(&mut half.told, true) {
            self.fact(QuicFact::KeyWrong { side }, at, shared);
        }
    }

    /// Nothing of a side's handshake could be opened for want of a secret, and nothing came after it.
    fn tell_shut(&mut self, side: usize, at: At, shared: &mut Shared) {
        let shut = |waiting: &Waiting| {
            waiting.arrival.side == side && matches!(waiting.arrival.form, Form::Long(long) if long.kind == LongKind::Handshake)
        };
        let octets: usize = self.waiting.iter().filter(|waiting| shut(waiting)).map(|waiting| waiting.packet.len()).sum();
        let known = self.halves.get(side).is_none_or(|half| half.told || half.application.is_known() || half.handshake.is_known());
        if octets > 0 && !known {
            self.key_missing(side, octets, at, shared);
        }
    }

    /// Keeps a packet that may be one of this connection, until keys for it are known.
    pub(super) fn wait(&mut self, packet: &[u8], arrival: Arrival, shared: &mut Shared) {
        let Arrival { side, form, at, .. } = arrival;
        let octets = packet.len();
        if matches!(form, Form::Short(_)) {
            self.key_missing(side, octets, at, shared);
        }
        if self.waiting_octets.saturating_add(octets) > shared.limits.quic_waiting {
            shared.facts.limits.waiting = shared.facts.limits.waiting.saturating_add(1);
            return;
        }
        self.waiting_octets = self.waiting_octets.saturating_add(octets);
        self.waiting.push_back(Waiting { packet: Bytes::copy_from_slice(packet), arrival });
    }

    /// A packet of the application stays closed because no secret is known.
    fn key_missing(&mut self, side: usize, octets: usize, at: At, shared: &mut Shared) {
        if self.random.is_none() {
            return;
        }
        if let Some(shape) = self.shape.get_mut(side) {
            shape.closed = shape.closed.saturating_add(1);
            shape.closed_octets = shape.closed_octets.saturating_add(octets as u64);
        }
        if let Some(half) = self.halves.get_mut(side)
            && !std::mem::replace(&mut half.told, true)
        {
            self.fact(QuicFact::KeyMissing { side }, at, shared);
        }
    }

    fn open(&mut self, packet: &Bytes, arrival: Arrival, keys: &KeyLog, shared: &mut Shared) -> Result<(), Failure> {
        let Arrival { side, form, .. } = arrival;
        let (space, kind, number_at) = match form {
            Form::Long(long) if long.kind == LongKind::Initial => return self.open_initial(long, packet, arrival, shared),
            Form::Long(long) if long.kind == LongKind::Handshake => (Space::Handshake, LevelKind::Handshake, long.number_at),
            Form::Long(long) => (Space::Application, LevelKind::Early, long.number_at),
            Form::Short(id_len) => (Space::Application, LevelKind::Application, id_len.saturating_add(1)),
        };
        let random = self.random.ok_or(Failure::NoSecret)?;
        let version = if let Form::Long(long) = form { long.version } else { self.version };
        let hints = Hints { keys, random: &random, server: side == 1, cipher: self.cipher, version };
        let half = self.halves.get_mut(side).ok_or(Failure::DoesNotOpen)?;
        let expected = half.expected(space);
        let level = match kind {
            LevelKind::Early => &mut half.early,
            LevelKind::Handshake => &mut half.handshake,
            LevelKind::Application => &mut half.application,
        };
        let opened = level.open(hints, packet, number_at, expected)?;
        self.opened(space, &opened, packet, arrival, shared);
        Ok(())
    }

    fn open_initial(&mut self, long: Long, packet: &Bytes, arrival: Arrival, shared: &mut Shared) -> Result<(), Failure> {
        let side = arrival.side;
        let expected = self.halves.get(side).ok_or(Failure::DoesNotOpen)?.expected(Space::Initial);
        // Without an id of its own, a client that calls another id may begin another connection from the same port.
        let stranger = long.source.is_empty() && self.halves.get(1).is_some_and(|server| !server.ids.contains(&long.destination));
        let opened = self.initial.open(side, &long, stranger, packet, expected).ok_or(Failure::DoesNotOpen)?;
        let named = random_within(&opened.payload).filter(|_| side == 0 && long.source.is_empty());
        if named.is_some_and(|named| self.random.is_some_and(|random| random != named)) {
            return Err(Failure::DoesNotOpen);
        }
        self.tell_belated(arrival.at, shared);
        self.opened(Space::Initial, &opened, packet, arrival, shared);
        Ok(())
    }

    /// The beginning of a connection comes behind its data: what was made of that so far rests on nothing.
    fn tell_belated(&mut self, at: At, shared: &mut Shared) {
        if self.delivery.is_late() {
            self.tell_disordered(at, shared);
        }
    }

    /// A client has no keys but those of its first flight before the server answers: when nothing of that came before, one side was
    /// captured behind the other.
    fn tell_unanswered(&mut self, space: Space, form: Form, side: usize, at: At, shared: &mut Shared) {
        let early = space == Space::Initial || matches!(form, Form::Long(long) if long.kind == LongKind::ZeroRtt);
        let answered =
            [Space::Initial, Space::Handshake, Space::Application].into_iter().any(|space| self.halves[1].largest(space).is_some());
        if side == 0 && !early && !answered && !self.delivery.is_late() {
            self.tell_disordered(at, shared);
        }
    }

    /// The packets of the connection were captured in another order than they were sent.
    pub(super) fn tell_disordered(&mut self, at: At, shared: &mut Shared) {
        if !std::mem::replace(&mut self.disordered, true) {
            self.fact(QuicFact::Disordered, at, shared);
        }
    }

    /// A packet was opened: its frames count.
    fn opened(&mut self, space: Space, opened: &Opened, packet: &[u8], arrival: Arrival, shared: &mut Shared) {
        let Arrival { side, form, .. } = arrival;
        let len = packet.len();
        let id = match form {
            Form::Long(long) => Some(long.destination),
            Form::Short(id_len) => packet.get(1..id_len.saturating_add(1)).and_then(Cid::new),
        };
        shared.facts.opened = shared.facts.opened.saturating_add(1);
        self.tell_unanswered(space, form, side, arrival.at, shared);
        let Some(half) = self.halves.get_mut(side) else { return };
        let known = space != Space::Application || half.seen.contains(opened.sealed.number);
        let newest = half.opened(space, opened.sealed.number);
        if !newest && !known && !std::mem::replace(&mut self.disordered, true) {
            self.fact(QuicFact::Disordered, arrival.at, shared);
        }
        self.learn_from_header(side, form, arrival.at, shared);
        let unit = self.unit(opened, len, arrival, shared);
        let early = matches!(form, Form::Long(long) if long.kind == LongKind::ZeroRtt);
        let arrived = Arrived { side, payload: opened.payload.clone(), unit, at: arrival.at };
        if space == Space::Application {
            if let Some(shape) = self.shape.get_mut(side) {
                shape.opened = shape.opened.saturating_add(1);
            }
            self.note_update(side, opened.generation, arrival.at, shared);
            let moves = self.delivery.control(&mut self.halves, &arrived, shared);
            self.learn_from_frames(shared);
            if moves && newest {
                self.migrate(arrival, id, shared);
            }
            self.delivery.application(&mut self.halves, arrived, early, shared);
        } else {
            self.delivery.handshake(&mut self.halves, &arrived, space);
            self.read_messages(side, space, arrival.at, shared);
        }
    }

    /// What the header of a packet that opened says: ids, and the version in force.
    fn learn_from_header(&mut self, side: usize, form: Form, at: At, shared: &mut Shared) {
        let Form::Long(long) = form else { return };
        self.learn_id(side, long.source, shared);
        if side == 0 || self.is_answered() {
            self.learn_id(1_usize.saturating_sub(side), long.destination, shared);
        }
        let binding = long.kind == LongKind::Handshake || side == 1;
        if binding && long.version != self.version {
            self.version = long.version;
            if long.version == Version::Two && self.initial.began_with(Version::One) {
                self.fact(QuicFact::Upgraded { to: long.version }, at, shared);
            }
        }
    }

    fn learn_from_frames(&mut self, shared: &mut Shared) {
        for (side, id) in std::mem::take(&mut self.delivery.ids) {
            self.learn_id(side, id, shared);
        }
    }

    /// The key with which a packet is opened again, and where it lies.
    fn unit(&mut self, opened: &Opened, len: usize, arrival: Arrival, shared: &mut Shared) -> Unit {
        let Arrival { side, form, .. } = arrival;
        let id_len = if let Form::Short(id_len) = form { id_len } else { 0 };
        let level = self.halves.get(side).and_then(|half| match form {
            Form::Long(long) if long.kind == LongKind::ZeroRtt => half.early.phases(),
            Form::Short(_) => half.application.phases(),
            Form::Long(_) => None,
        });
        let early = matches!(form, Form::Long(_));
        let key = level.map_or(0, |phases| self.seals.of(self.id, (side, early, opened.generation, id_len), phases, shared));
        Unit {
            place: arrival.place,
            origin: arrival.at.packet,
            sealed: u16::try_from(len).unwrap_or(u16::MAX),
            skip: 0,
            key,
            number: opened.sealed.number,
            early,
        }
    }

    fn note_update(&mut self, side: usize, generation: u64, at: At, shared: &mut Shared) {
        if let Some(half) = self.halves.get_mut(side)
            && generation > half.generation
        {
            half.generation = generation;
            self.fact(QuicFact::KeysUpdated { side, generation }, at, shared);
        }
    }

    /// A side sends from another address.
    fn migrate(&mut self, arrival: Arrival, id: Option<Cid>, shared: &mut Shared) {
        let side = arrival.side;
        let (Some(end), Some(half)) = (self.ends.get_mut(side), self.halves.get_mut(side)) else { return };
        let from = std::mem::replace(end, arrival.from);
        let before = half.sends_to.replace(id.unwrap_or_default());
        if from != arrival.from {
            // A side without ids of its own is known by its address alone: there something on the path is as likely to have moved it.
            let named = half.ids.iter().any(|own| !own.is_empty());
            let deliberate = named && before.is_some_and(|before| Some(before) != id);
            self.fact(QuicFact::Migrated { side, from, to: arrival.from, deliberate }, arrival.at, shared);
        }
    }

    /// Reads what is new of a side's handshake.
    fn read_messages(&mut self, side: usize, space: Space, at: At, shared: &mut Shared) {
        let mut told = Vec::new();
        let Some(half) = self.halves.get_mut(side) else { return };
        let [initial, handshake] = &mut half.crypto;
        let crypto = if space == Space::Initial { initial } else { handshake };
        while let Some((kind, body)) = crypto.message() {
            match kind {
                message::CLIENT_HELLO => told.extend(hello::client_hello(body).map(Message::Client)),
                message::SERVER_HELLO => told.extend(hello::server_hello(body).map(Message::Server)),
                message::ENCRYPTED_EXTENSIONS => told.extend(hello::encrypted_extensions(body).map(Message::Extensions)),
                _ => {}
            }
        }
        for message in told {
            match message {
                Message::Client(hello) if side == 0 && self.random.is_none() => self.offered(hello, at, shared),
                Message::Server(hello) if side == 1 && !hello.retry => self.ciphered(&hello, at, shared),
                Message::Extensions(chosen) if side == 1 => self.chosen(chosen, at, shared),
                _ => {}
            }
        }
    }

    fn offered(&mut self, hello: hello::ClientHello, at: At, shared: &mut Shared) {
        self.random = Some(hello.random);
        self.tried = 0;
        shared.events.push_back((self.id, QuicEvent::Named { random: hello.random, version: self.version }));
        shared.events.push_back((self.id, QuicEvent::Offered { alpn: hello.alpn, early: hello.early_data, at }));
    }

    fn ciphered(&mut self, hello: &hello::ServerHello, at: At, shared: &mut Shared) {
        self.cipher = Cipher::of_tls_suite(hello.cipher_suite);
        shared.events.push_back((self.id, QuicEvent::Ciphered { suite: hello.cipher_suite, at }));
    }

    fn chosen(&mut self, chosen: hello::EncryptedExtensions, at: At, shared: &mut Shared) {
        shared.events.push_back((self.id, QuicEvent::Chosen { alpn: chosen.alpn, early: chosen.early_data, at }));
        for parameter in parameters::read(&chosen.transport_parameters.unwrap_or_default()) {
            if let Some(half) = self.halves.get_mut(1) {
                half.learn_token(parameter.token);
            }
            if let Some(id) = parameter.id {
                self.learn_id(1, id, shared);
            }
        }
        self.delivery.decide_early(&mut self.halves, chosen.early_data, shared);
    }

    fn fact(&self, fact: QuicFact, at: At, shared: &mut Shared) {
        shared.events.push_back((self.id, QuicEvent::Fact { fact, at }));
    }
}

/// The random of the `ClientHello` that a packet begins. Clients that call no id at all have the same first keys in every connection:
/// then it tells these apart.
fn random_within(payload: &[u8]) -> Option<[u8; RANDOM_LEN]> {
    let begins = |frame| match frame {
        Frame::Crypto { offset: 0, octets } => payload.get(octets),
        _ => None,
    };
    let hello = Frames::new(payload).find_map(begins)?;
    let (head, rest) = hello.split_first_chunk::<6>()?;
    rest.first_chunk().copied().filter(|_| head.first() == Some(&message::CLIENT_HELLO))
}

/// A message of the handshake that says something here.
enum Message {
    Client(hello::ClientHello),
    Server(hello::ServerHello),
    Extensions(hello::EncryptedExtensions),
}
