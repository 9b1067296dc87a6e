//! Pairs requests and replies of one association [bridge §5, rules 8.2].
//!
//! The key is (originating direction, correlation octets), compared as octets. Sequence numbers and times never pair anything.

mod entries;
mod ids;
mod memory;
mod name;
mod sides;

use std::collections::{BTreeMap, VecDeque};

use hashbrown::DefaultHashBuilder;
use smallvec::SmallVec;

use crate::base::direction::Direction;
use crate::base::id::{ExchangeId, FrameId};
use crate::base::symbol::Sym;

use super::arrival::{Arrival, ErrorKind, Kind, Token};
use super::link::{Cancel, Link, Request, Role, Stray, Stream, StreamTrack, StreamView, Terminal};
use entries::{Entries, Place, Placed};
use ids::Ids;
use memory::Memory;
use name::{Key, Name};
use sides::Side;

/// How many open entries a search for near misses looks at.
const NEAR_MISSES: usize = 256;
/// Notifications remembered in one direction to explain a stray reply.
const NOTIFICATIONS: usize = 64;
/// Ids of answered requests that are remembered.
const ANSWERED_IDS: usize = 1024;
/// Requests with a derived correlation that make deriving a peer's habit.
const DERIVES: u32 = 4;
/// Replies against their ids in the order of the requests that make a series.
const SERIES: u32 = 3;
/// Requests of one correlation that are remembered although a later one took their place.
const SUPERSEDED: usize = 4;
/// Events of one stream without positions that are remembered.
const EVENTS: usize = 256;

/// The exchanges of one association.
#[derive(Debug)]
pub struct Correlator {
    hasher: DefaultHashBuilder,
    entries: Entries,
    /// Exchanges without terminal frame, oldest first: what searches walk over. With who asked, and where they lie.
    pending: BTreeMap<ExchangeId, (Direction, Place)>,
    /// The latest use of each id by each peer, as far as its entry is remembered.
    ids: Ids,
    finished: VecDeque<Finished>,
    /// Hashes of the ids of answered requests, oldest first.
    answered: VecDeque<(u64, ExchangeId)>,
    /// Requests that nothing can answer: they have no correlation, or none that could be read.
    unplaced: Vec<ExchangeId>,
    notified: [VecDeque<FrameId>; 2],
    mismatched: VecDeque<Mismatch>,
    habits: [Habit; 2],
    memory: Memory,
    most_open: usize,
    most_finished: usize,
    evicted: u64,
}

type Slot = SmallVec<[Entry; 1]>;

/// An exchange that was answered: who asked, and where it lies.
#[derive(Clone, Copy, Debug)]
struct Finished {
    requester: Direction,
    place: Placed,
    exchange: ExchangeId,
}

#[derive(Clone, Debug)]
struct Entry {
    request: Request,
    /// What was seen of its stream.
    stream: Stream,
    terminal: Option<Terminal>,
    /// Whether the reply that ended it had its id.
    agreed: bool,
    /// Whether a reply to it could not be read: the requester may reject it.
    unreadable: bool,
    /// Whether a later request took its correlation while the capture lacks its terminal frame, perhaps.
    superseded: bool,
    /// Events without positions; most streams have none.
    heard: Option<Box<Heard>>,
}

/// Events of a stream that carry no positions.
#[derive(Clone, Debug, Default)]
struct Heard {
    /// The checksum of each and its frame.
    events: Vec<(u32, FrameId)>,
    /// How many of them came before the stream was resumed.
    resumed_at: usize,
}

impl Entry {
    /// Whether it awaits its reply as far as anybody can tell.
    const fn is_open(&self) -> bool {
        self.terminal.is_none() && !self.superseded
    }

    /// Whether a later request under its correlation may be missing.
    const fn is_stale(&self, arrival: &Arrival<'_>) -> bool {
        arrival.evidence.lost_since(self.request.initiator, self.request.losses)
    }

    /// Whether a message under its correlation may belong to another exchange. With the id of another one it may, wherever a request is
    /// missing: the requester may have used the correlation twice.
    fn is_doubtful(&self, arrival: &Arrival<'_>) -> bool {
        let anothers = !arrival.evidence.is_unbroken(self.request.initiator) && !sides::has_its_id(self, arrival);
        self.request.ambiguous || self.is_stale(arrival) || anothers
    }
}

/// A reply whose id differs from its request's: half of a swap, perhaps.
#[derive(Clone, Debug)]
struct Mismatch {
    requester: Direction,
    wanted: Token,
    carried: Token,
    frame: FrameId,
}

/// How a peer goes about its requests.
#[derive(Clone, Copy, Debug, Default)]
struct Habit {
    /// What it asked for last.
    last: Option<Kind>,
    /// Requests whose correlation is their id token.
    derived: u32,
    /// Requests whose correlation is something else.
    other: u32,
    /// Replies to it that followed the order of the requests against their ids.
    by_order: u32,
}

/// What is known of an id that a peer used for its own requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Known {
    /// No request of it is remembered.
    #[default]
    Never,
    /// A request awaits its reply.
    Open(FrameId),
    /// It was answered.
    Done(FrameId),
}

/// What a new exchange row needs; the caller owns the rows.
pub trait Exchanges {
    /// A new exchange begun by a message.
    fn begin(&mut self, arrival: &Arrival<'_>) -> ExchangeId;
    /// The symbol of a method.
    fn method(&mut self, method: &[u8]) -> Sym;
    /// Adds a message to its exchange and says how the exchange stands after it.
    fn add(&mut self, exchange: ExchangeId, arrival: &Arrival<'_>, outcome: Outcome);
    /// An exchange was forgotten while open: a cap was reached.
    fn evicted(&mut self, exchange: ExchangeId);
}

/// How a message changes its exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Nothing changes.
    None,
    /// The stream goes on.
    Streaming,
    /// This frame ended it.
    Ended(Kind, Option<ErrorKind>),
    /// The requester cancelled.
    Cancelled,
    /// A resumed stream is open again.
    Reopened,
}

impl Correlator {
    /// An empty correlator with its caps.
    pub fn new(most_open: usize, most_finished: usize) -> Self {
        Self {
            hasher: DefaultHashBuilder::default(),
            entries: Entries::default(),
            pending: BTreeMap::new(),
            ids: Ids::default(),
            finished: VecDeque::new(),
            answered: VecDeque::new(),
            unplaced: Vec::new(),
            notified: [VecDeque::new(), VecDeque::new()],
            mismatched: VecDeque::new(),
            habits: [Habit::default(); 2],
            memory: Memory::default(),
            most_open,
            most_finished,
            evicted: 0,
        }
    }

    /// Exchanges forgotten while open.
    pub const fn evicted(&self) -> u64 {
        self.evicted
    }

    /// Places a message.
    pub fn take(&mut self, arrival: &Arrival<'_>, rows: &mut impl Exchanges) -> Link {
        if arrival.kind != Kind::Notify {
            self.memory.spoke(arrival);
        }
        match arrival.kind {
            Kind::Request => self.request(arrival, rows),
            Kind::Notify => self.notification(arrival, rows),
            _ => self.reply(arrival, rows),
        }
    }

    /// Marks the outstanding request with this id as cancelled by `frame` of the same peer.
    pub fn cancel(&mut self, requester: Direction, id: &[u8], frame: FrameId) -> Option<ExchangeId> {
        let exchange = self.by_id(requester, id).filter(|entry| entry.terminal.is_none())?.request.exchange;
        let (_, place) = *self.pending.get(&exchange)?;
        let entry = self.entries.at_mut(place)?.iter_mut().find(|entry| entry.request.exchange == exchange)?;
        entry.request.cancelled = Some(frame);
        Some(exchange)
    }

    /// What is known of an id among the requests of a peer; the latest use counts.
    pub fn known(&self, requester: Direction, id: &[u8]) -> Known {
        self.by_id(requester, id).map_or(Known::Never, |entry| match entry.terminal {
            None => Known::Open(entry.request.frame),
            Some(_) => Known::Done(entry.request.frame),
        })
    }

    /// Whether an exchange that a peer began under a correlation has no terminal frame.
    pub fn is_open(&self, requester: Direction, correlation: &[u8]) -> bool {
        let slot = self.entries.find(self.name(requester, correlation)).and_then(|place| self.entries.at(place));
        slot.is_some_and(|(_, slot)| slot.iter().any(|entry| entry.terminal.is_none()))
    }

    /// Whether a request that a peer sent after an exchange was answered.
    pub fn answered_since(&self, requester: Direction, exchange: ExchangeId) -> bool {
        self.finished.iter().rev().any(|finished| finished.requester == requester && finished.exchange > exchange)
    }

    /// Requests that nothing can answer.
    pub fn unplaced(&self) -> &[ExchangeId] {
        &self.unplaced
    }

    /// Requests without terminal frame, in order of their exchanges.
    pub fn outstanding(&self) -> Vec<(Request, StreamView)> {
        self.open_entries().map(|(_, entry)| (entry.request.clone(), *entry.stream)).collect()
    }

    fn name<'a>(&self, direction: Direction, octets: &'a [u8]) -> Name<'a> {
        Name::new(&self.hasher, direction, octets)
    }

    /// The latest request of a peer with this id.
    fn by_id(&self, requester: Direction, id: &[u8]) -> Option<&Entry> {
        self.user(requester, id).map(|(_, entry)| entry)
    }

    /// The same, with the correlation of the request. One that was resumed is found by every id that it had.
    fn user(&self, requester: Direction, id: &[u8]) -> Option<(&Token, &Entry)> {
        let (exchange, place) = self.ids.find(self.name(requester, id))?;
        let ((_, correlation), entry) = self.entry(place, exchange)?;
        let has_it = entry.request.resumed || entry.request.id.as_deref() == Some(id);
        has_it.then_some((correlation, entry))
    }

    fn entry(&self, place: Place, exchange: ExchangeId) -> Option<(&Key, &Entry)> {
        let (key, slot) = self.entries.at(place)?;
        Some((key, slot.iter().find(|entry| entry.request.exchange == exchange)?))
    }

    /// Entries without terminal frame, oldest first, with their keys.
    fn open_entries(&self) -> impl Iterator<Item = (&Key, &Entry)> {
        self.pending.iter().filter_map(|(exchange, (_, place))| self.entry(*place, *exchange))
    }

    fn request(&mut self, arrival: &Arrival<'_>, rows: &mut impl Exchanges) -> Link {
        self.habits[arrival.direction.index()].last = Some(arrival.kind);
        let resumes = arrival.resubscribes || arrival.control.is_some_and(|control| control.control == 1);
        let name = self.name(arrival.direction, arrival.correlation);
        let place = self.entries.find(name);
        let taken_up = place.filter(|place| resumes && self.entries.at(*place).is_some_and(|(_, slot)| sides::takes_up(slot, arrival)));
        if let Some(place) = taken_up {
            return self.resume(arrival, place, rows);
        }
        self.supersede(place, arrival, rows);
        let exchange = rows.begin(arrival);
        let early = self.memory.came_first(name, arrival);
        let request = Request { early, ..remember(arrival, exchange, rows) };
        let (same_id, again) = self.same_id(arrival);
        if arrival.correlation.is_empty() {
            if self.unplaced.len() < self.most_open {
                self.unplaced.push(exchange);
            }
            return Link { exchange: Some(exchange), role: Role::Unplaced, request: Some(request), same_id, ..Link::default() };
        }
        let slot = place.and_then(|place| self.entries.at(place)).map(|(_, slot)| slot);
        let (role, collides) = (opening_role(slot, arrival, resumes), slot.and_then(|slot| collides(slot, arrival)));
        let borrowed = self.borrowed(arrival);
        let deviates = self.deviates(arrival);
        if let Some(place) = place {
            self.forget(place, |entry| entry.terminal.is_some());
        }
        self.open_entry(name, place, request.clone(), arrival, rows);
        let exchange = Some(exchange);
        Link { exchange, role, request: Some(request), same_id, collides, borrowed, deviates, again, ..Link::default() }
    }

    /// A request comes under a correlation: those before it that may have been answered without being seen are over.
    fn supersede(&mut self, place: Option<Place>, arrival: &Arrival<'_>, rows: &mut impl Exchanges) {
        let Some((place, slot)) = place.and_then(|place| Some((place, self.entries.at_mut(place)?))) else { return };
        let responder = arrival.direction.flip();
        for entry in slot.iter_mut().filter(|entry| arrival.evidence.lost_since(responder, entry.request.losses)) {
            entry.superseded |= entry.terminal.is_none();
        }
        let mut superseded = slot.iter().filter(|entry| entry.superseded && entry.terminal.is_none());
        let oldest = superseded.next().map(|entry| entry.request.exchange);
        if let Some(exchange) = oldest.filter(|_| superseded.count() >= SUPERSEDED) {
            self.pending.remove(&exchange);
            self.forget(place, |entry| entry.request.exchange == exchange);
            rows.evicted(exchange);
        }
    }

    /// Earlier requests of the same id under other correlations: one that is outstanding, and one that was the very same and was answered
    /// with success under its own id.
    fn same_id(&self, arrival: &Arrival<'_>) -> (Option<FrameId>, Option<FrameId>) {
        let token = arrival.id.token().filter(|token| *token != b"null");
        let user = token.and_then(|token| self.user(arrival.direction, token));
        let Some((_, entry)) = user.filter(|(other, _)| other.as_slice() != arrival.correlation) else { return (None, None) };
        let awaits = entry.is_open() && entry.request.cancelled.is_none();
        let answered = entry.agreed && entry.terminal.is_some_and(|terminal| terminal.kind == Kind::Response);
        let frame = Some(entry.request.frame);
        (frame.filter(|_| awaits), frame.filter(|_| answered && entry.request.mark == arrival.mark))
    }

    /// Whether a peer whose correlations are its id tokens, as a rule, took something else. A null id has to.
    fn deviates(&self, arrival: &Arrival<'_>) -> bool {
        let other = arrival.id.token().is_some_and(|id| id != arrival.correlation && id != b"null");
        other && self.habits[arrival.direction.index()].derived >= DERIVES
    }

    /// For a peer whose correlations are its id tokens, as a rule: the request whose token this correlation is, when it is not its own.
    fn borrowed(&mut self, arrival: &Arrival<'_>) -> Option<FrameId> {
        let id = arrival.id.token()?;
        let habit = &mut self.habits[arrival.direction.index()];
        if id == arrival.correlation {
            habit.derived = habit.derived.saturating_add(1);
            return None;
        }
        habit.other = habit.other.saturating_add(1);
        if habit.derived < DERIVES || habit.other > 1 {
            return None;
        }
        self.by_id(arrival.direction, arrival.correlation).map(|entry| entry.request.frame)
    }

    fn open_entry(&mut self, name: Name<'_>, place: Option<Place>, request: Request, arrival: &Arrival<'_>, rows: &mut impl Exchanges) {
        if self.pending.len() >= self.most_open {
            self.evict_oldest(rows);
        }
        let cursor = arrival.control.filter(|control| control.control == 1).map(|control| control.event);
        let exchange = request.exchange;
        let mut stream = Stream::default();
        if cursor.is_some() {
            stream.edit().cursor = cursor;
        }
        let entry = Entry { request, stream, terminal: None, agreed: false, unreadable: false, superseded: false, heard: None };
        let place = self.entries.add(name, place, entry);
        self.pending.insert(exchange, (name.direction, place));
        self.use_id(arrival, exchange, place);
    }

    fn use_id(&mut self, arrival: &Arrival<'_>, exchange: ExchangeId, place: Place) {
        if let Some(id) = arrival.id.token() {
            self.ids.note(Name::new(&self.hasher, arrival.direction, id), exchange, place);
        }
    }

    fn evict_oldest(&mut self, rows: &mut impl Exchanges) {
        let Some((exchange, (_, place))) = self.pending.pop_first() else { return };
        self.forget(place, |entry| entry.request.exchange == exchange);
        self.evicted += 1;
        rows.evicted(exchange);
    }

    /// Forgets those entries of a place that `is_done` names, and their ids with them.
    fn forget(&mut self, place: Place, is_done: impl Fn(&Entry) -> bool) {
        let (hasher, ids) = (&self.hasher, &mut self.ids);
        self.entries.retain(place, |(requester, _), entry| {
            let done = is_done(entry);
            if let Some(id) = entry.request.id.as_ref().filter(|_| done) {
                ids.forget(Name::new(hasher, *requester, id).hash, entry.request.exchange);
            }
            !done
        });
    }

    fn resume(&mut self, arrival: &Arrival<'_>, place: Place, rows: &mut impl Exchanges) -> Link {
        self.entries.look_at(place);
        let Some(entry) = self.entries.at_mut(place).and_then(|slot| slot.last_mut()) else { return Link::default() };
        let stream = entry.stream.clone();
        let exchange = entry.request.exchange;
        let label = entry.request.label;
        if entry.terminal.take().is_some() {
            self.pending.insert(exchange, (arrival.direction, place));
        }
        let producer = StreamTrack { resumable: stream.producer.resumable, ..StreamTrack::default() };
        let cursor = arrival.control.map(|control| control.event);
        *entry.stream.edit() = StreamView { producer, cancel: None, cursor, ..*stream };
        let doubtful = entry.is_doubtful(arrival);
        let Request { ambiguous, losses, .. } = entry.request;
        entry.request = Request { resumed: true, ambiguous, losses, ..remember(arrival, exchange, rows) };
        if let Some(heard) = &mut entry.heard {
            heard.resumed_at = heard.events.len();
        }
        let request = entry.request.clone();
        self.use_id(arrival, exchange, place);
        rows.add(exchange, arrival, Outcome::Reopened);
        let role = Role::Resume { known: true, cancelled: stream.cancel.is_some(), label };
        Link { exchange: Some(exchange), role, request: Some(request), doubtful, stream, ..Link::default() }
    }

    fn notification(&mut self, arrival: &Arrival<'_>, rows: &mut impl Exchanges) -> Link {
        self.habits[arrival.direction.index()].last = Some(arrival.kind);
        let again = self.memory.notified(arrival);
        let exchange = rows.begin(arrival);
        let seen = &mut self.notified[arrival.direction.index()];
        if seen.len() >= NOTIFICATIONS {
            seen.pop_front();
        }
        seen.push_back(arrival.frame);
        Link { exchange: Some(exchange), role: Role::Notification, again, ..Link::default() }
    }

    fn reply(&mut self, arrival: &Arrival<'_>, rows: &mut impl Exchanges) -> Link {
        let place = self.entries.find(self.name(arrival.direction.flip(), arrival.correlation));
        let link = match self.side(place, arrival) {
            Side::Theirs => self.answer(place, arrival, rows),
            Side::Own => self.of_own(arrival, rows),
            Side::Unknown => None,
        };
        link.unwrap_or_else(|| self.unrequested(arrival, rows))
    }

    /// Whose exchange a reply belongs to; at `place` lies that of the other peer. Where it may be either's, both are doubted from now on.
    fn side(&mut self, place: Option<Place>, arrival: &Arrival<'_>) -> Side {
        if arrival.correlation.is_empty() {
            return Side::Unknown;
        }
        let slot_at = |place: Option<Place>| self.entries.at(place?).map(|(_, slot)| slot);
        let theirs = slot_at(place).and_then(|slot| slot.get(pick(slot, arrival)));
        if theirs.is_some_and(|entry| sides::is_plain(entry, arrival)) {
            return Side::Theirs;
        }
        let own_place = self.entries.find(self.name(arrival.direction, arrival.correlation));
        let own = slot_at(own_place).and_then(|slot| slot.last());
        let (side, certain) = sides::whose(theirs, own, arrival);
        if !certain {
            for place in [place, own_place].into_iter().flatten() {
                let slot = self.entries.at_mut(place).into_iter().flatten();
                slot.filter(|entry| entry.terminal.is_none()).for_each(|entry| entry.request.ambiguous = true);
            }
        }
        side
    }

    /// A reply to a request of the other peer.
    fn answer(&mut self, place: Option<Place>, arrival: &Arrival<'_>, rows: &mut impl Exchanges) -> Option<Link> {
        let place = place?;
        let slot = self.entries.at_mut(place)?;
        let at = pick(slot, arrival);
        let entry = slot.get_mut(at)?;
        let (before, doubtful) = (entry.stream.clone(), entry.is_doubtful(arrival));
        let role = advance(entry, arrival);
        let again = heard(entry, arrival);
        let (exchange, request) = (entry.request.exchange, entry.request.clone());
        rows.add(exchange, arrival, outcome(&role, arrival));
        if role == Role::Terminal {
            self.finish(place, &request);
        }
        let by_order = self.by_order(arrival, &request, &role);
        let swapped_with = self.swapped(arrival, &request);
        let exchange = Some(exchange);
        Some(Link { exchange, role, request: Some(request), doubtful, stream: before, swapped_with, by_order, again, ..Link::default() })
    }

    /// Whether this is the reply that makes a series: correlations in the order of the requests, ids of other requests.
    fn by_order(&mut self, arrival: &Arrival<'_>, request: &Request, role: &Role) -> bool {
        let (Some(wanted), Some(carried), Role::Terminal) = (request.id.as_deref(), arrival.id.token(), role) else { return false };
        if wanted == carried || carried == b"null" || self.pending.len() > NEAR_MISSES {
            return false;
        }
        let older = self.pending.range(..request.exchange).any(|(_, (requester, _))| *requester == request.initiator);
        let anothers = self.by_id(request.initiator, carried).is_some_and(|entry| entry.request.exchange != request.exchange);
        if older || !anothers {
            return false;
        }
        let habit = &mut self.habits[request.initiator.index()];
        habit.by_order = habit.by_order.saturating_add(1);
        habit.by_order == SERIES
    }

    fn finish(&mut self, place: Place, request: &Request) {
        let (requester, exchange) = (request.initiator, request.exchange);
        self.pending.remove(&exchange);
        if let Some(id) = &request.id {
            self.answered.push_back((Name::new(&self.hasher, requester, id).hash, exchange));
        }
        if self.answered.len() > ANSWERED_IDS
            && let Some((id, exchange)) = self.answered.pop_front()
            && !self.pending.contains_key(&exchange)
        {
            self.ids.forget(id, exchange);
        }
        self.finished.push_back(Finished { requester, place: self.entries.placed(place), exchange });
        if self.finished.len() > self.most_finished
            && let Some(Finished { place, exchange, .. }) = self.finished.pop_front()
            && self.entries.expire(place, exchange).is_none()
        {
            self.forget(place.place, |entry| entry.terminal.is_some() && entry.request.exchange == exchange);
        }
    }

    /// Remembers a reply whose id is another's, and finds the reply that carries this one's.
    fn swapped(&mut self, arrival: &Arrival<'_>, request: &Request) -> Option<FrameId> {
        let (wanted, carried) = (request.id.as_ref()?, arrival.id.token()?);
        if wanted.as_slice() == carried || carried == b"null" {
            return None;
        }
        let requester = request.initiator;
        let crossing = |other: &Mismatch| {
            other.requester == requester && other.wanted.as_slice() == carried && other.carried.as_slice() == wanted.as_slice()
        };
        let other = self.mismatched.iter().find(|other| crossing(other)).map(|other| other.frame);
        if self.mismatched.len() >= NOTIFICATIONS {
            self.mismatched.pop_front();
        }
        let carried = Token::from_slice(carried);
        self.mismatched.push_back(Mismatch { requester, wanted: wanted.clone(), carried, frame: arrival.frame });
        other
    }

    fn unrequested(&mut self, arrival: &Arrival<'_>, rows: &mut impl Exchanges) -> Link {
        let stray = self.stray(arrival);
        self.memory.stray(self.name(arrival.direction.flip(), arrival.correlation), arrival);
        let exchange = rows.begin(arrival);
        Link { exchange: Some(exchange), role: Role::Stray(stray), ..Link::default() }
    }

    /// A reply under a correlation of its own sender: cancellation, counter-rejection, full duplex, or plainly wrong.
    fn of_own(&mut self, arrival: &Arrival<'_>, rows: &mut impl Exchanges) -> Option<Link> {
        let place = self.entries.find(self.name(arrival.direction, arrival.correlation))?;
        let entry = self.entries.at_mut(place)?.last_mut()?;
        let (before, doubtful) = (entry.stream.clone(), entry.is_doubtful(arrival));
        let control = arrival.control;
        let (role, outcome) = match arrival.kind {
            Kind::StreamEnd if control.map_or(before.consumer.parts == 0, |control| control.control == 2) => {
                let event = control.map_or(0, |control| control.event);
                entry.stream.edit().cancel.get_or_insert(Cancel { frame: arrival.frame, time: arrival.time, event, after: 0 });
                (Role::Cancel, if entry.terminal.is_none() { Outcome::Cancelled } else { Outcome::None })
            }
            Kind::StreamData | Kind::StreamEnd => {
                track(&mut entry.stream.edit().consumer, arrival);
                (Role::Part, Outcome::None)
            }
            Kind::Error => {
                let answered = entry.terminal.is_some() || before.producer.parts > 0;
                (Role::CounterRejection { answered }, Outcome::None)
            }
            _ => (Role::WrongDirection, Outcome::None),
        };
        let (exchange, request) = (entry.request.exchange, entry.request.clone());
        rows.add(exchange, arrival, outcome);
        Some(Link { exchange: Some(exchange), role, request: Some(request), doubtful, stream: before, ..Link::default() })
    }

    fn stray(&mut self, arrival: &Arrival<'_>) -> Stray {
        let requester = arrival.direction.flip();
        let open = self.open_entries().filter(|((direction, _), _)| *direction == requester);
        let mut stray = Stray::default();
        for ((_, correlation), entry) in open.take(NEAR_MISSES) {
            stray.outstanding = true;
            if stray.echoes.is_none() && resembles(arrival.correlation, correlation) {
                stray.echoes = Some(entry.request.frame);
            }
        }
        let named = arrival.id.token().filter(|token| *token != b"null");
        let same = named.and_then(|token| self.by_id(requester, token));
        stray.same_id = same.filter(|entry| entry.terminal.is_none()).map(|entry| entry.request.frame);
        let nameless = arrival.id.token().is_none_or(|token| token == b"null");
        let alone = !stray.outstanding || (arrival.correlation.is_empty() && self.habits[requester.index()].last == Some(Kind::Notify));
        if stray.same_id.is_none() && stray.echoes.is_none() && nameless && alone {
            stray.notification = self.notified[requester.index()].back().copied();
        }
        stray
    }
}

/// The role of a request under a correlation that `slot` may hold already.
fn opening_role(slot: Option<&Slot>, arrival: &Arrival<'_>, resumes: bool) -> Role {
    let outstanding = slot.and_then(|slot| slot.iter().find(|entry| entry.is_open()));
    match outstanding {
        Some(entry) => Role::Duplicate {
            outstanding: entry.request.frame,
            null_ids: entry.request.id.as_deref() == Some(b"null") && arrival.id.is_null(),
            cancelled: entry.request.cancelled.is_some(),
            streams: entry.request.streams && arrival.streams,
        },
        None if resumes => Role::Resume { known: false, cancelled: false, label: None },
        None => Role::Request,
    }
}

/// The last request under this correlation, when the two ids are a number and a string of the same characters and the
/// correlation is those characters: it was made from the id without its quotes.
fn collides(slot: &Slot, arrival: &Arrival<'_>) -> Option<FrameId> {
    let id = arrival.id.token()?;
    let earlier = slot.last()?;
    let other = earlier.request.id.as_deref()?;
    let (number, string) = if id.first() == Some(&b'"') { (other, id) } else { (id, other) };
    let bare = string.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    (number == bare && number == arrival.correlation).then_some(earlier.request.frame)
}

fn remember(arrival: &Arrival<'_>, exchange: ExchangeId, rows: &mut impl Exchanges) -> Request {
    Request {
        exchange,
        frame: arrival.frame,
        time: arrival.time,
        initiator: arrival.direction,
        protocol: arrival.protocol,
        method: rows.method(arrival.method),
        id: arrival.id.token().map(Token::from_slice),
        label: arrival.label,
        required: arrival.required,
        defective: arrival.defective,
        defects: arrival.defects,
        dialect: arrival.dialect,
        faults: arrival.faults,
        streams: arrival.streams,
        unary: arrival.unary,
        duplex: arrival.duplex,
        ambiguous: false,
        losses: arrival.evidence.losses,
        resumed: false,
        cancelled: None,
        mark: arrival.mark,
        early: None,
    }
}

/// The entry that a reply answers: the open one with its id, else the oldest open one, else the last. One that a later request superseded
/// is answered by a reply with its id while no open one has that.
fn pick(slot: &Slot, arrival: &Arrival<'_>) -> usize {
    let has_id = |entry: &Entry| arrival.id.token().is_some() && entry.request.id.as_deref() == arrival.id.token();
    let awaited = slot.last().is_some_and(Entry::is_open);
    let superseded = |entry: &Entry| awaited && entry.superseded && entry.terminal.is_none();
    slot.iter()
        .position(|entry| entry.is_open() && has_id(entry))
        .or_else(|| slot.iter().rposition(|entry| superseded(entry) && has_id(entry)))
        .or_else(|| slot.iter().position(Entry::is_open))
        .unwrap_or_else(|| slot.len().saturating_sub(1))
}

fn advance(entry: &mut Entry, arrival: &Arrival<'_>) -> Role {
    entry.unreadable |= sides::is_unreadable(arrival);
    if let Some(terminal) = entry.terminal {
        if arrival.kind.is_stream() {
            track(&mut entry.stream.edit().producer, arrival);
            return Role::AfterTerminal(terminal);
        }
        return Role::SecondTerminal(terminal);
    }
    if arrival.kind.is_stream() {
        track(&mut entry.stream.edit().producer, arrival);
    }
    if arrival.kind == Kind::StreamData {
        let stream = entry.stream.edit();
        stream.delivered = stream.delivered.max(stream.producer.last_event);
        if let Some(cancel) = &mut stream.cancel {
            cancel.after = cancel.after.saturating_add(1);
        }
        return Role::Part;
    }
    entry.terminal = Some(Terminal { frame: arrival.frame, kind: arrival.kind });
    entry.agreed = entry.request.id.as_deref() == arrival.id.token();
    Role::Terminal
}

/// Remembers an event without position. Of a resumed stream: the frame that brought the same event before it was resumed.
fn heard(entry: &mut Entry, arrival: &Arrival<'_>) -> Option<FrameId> {
    if arrival.kind != Kind::StreamData || arrival.control.is_some() {
        return None;
    }
    let heard = entry.heard.get_or_insert_default();
    let earlier = heard.events.get(..heard.resumed_at)?.iter().find(|(mark, _)| *mark == arrival.mark).map(|(_, frame)| *frame);
    if heard.events.len() < EVENTS {
        heard.events.push((arrival.mark, arrival.frame));
    }
    earlier
}

fn track(stream: &mut StreamTrack, arrival: &Arrival<'_>) {
    stream.content_type.get_or_insert(arrival.content_type);
    if arrival.control.is_none() {
        stream.bare = stream.bare.saturating_add(1);
    }
    if let Some(control) = arrival.control {
        stream.controlled = stream.controlled.saturating_add(1);
        stream.resumable |= control.is_resumable();
        stream.fixed |= !control.is_resumable();
        if arrival.kind == Kind::StreamData {
            stream.last_event = stream.last_event.max(Some(control.event));
        }
    }
    if arrival.kind == Kind::StreamEnd {
        stream.end = Some(arrival.frame);
    } else {
        stream.parts = stream.parts.saturating_add(1);
        if arrival.last_event {
            stream.last_said = Some(arrival.frame);
        }
    }
}

const fn outcome(role: &Role, arrival: &Arrival<'_>) -> Outcome {
    match role {
        Role::Terminal => Outcome::Ended(arrival.kind, arrival.error),
        Role::Part => Outcome::Streaming,
        _ => Outcome::None,
    }
}

/// Whether one correlation is a mangled form of the other: cut, trimmed, quoted, or in another case.
fn resembles(echoed: &[u8], sent: &[u8]) -> bool {
    if echoed.is_empty() || echoed == sent {
        return false;
    }
    let bare = |octets: &[u8]| -> Token {
        let trimmed = octets.trim_ascii();
        let unquoted = trimmed.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).unwrap_or(trimmed);
        Token::from_slice(unquoted)
    };
    let cut = echoed.len() >= 2 && sent.starts_with(echoed);
    cut || bare(echoed).eq_ignore_ascii_case(&bare(sent))
}

#[cfg(test)]
mod tests;
