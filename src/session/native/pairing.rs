//! Pairs requests and replies of native channels [companions §5.1].
//!
//! The key is (channel, originating direction, correlation octets).

use std::collections::VecDeque;

use hashbrown::HashMap;

use crate::base::direction::Direction;
use crate::base::id::{ExchangeId, FrameId};
use crate::native::schema::{FrameSchema, Role};
use crate::session::arrival::Token;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;

use super::link::{Asked, Link, Outcome, Place};
use super::subscription::{Subscription, rise};
use super::{Rows, Seen};

/// One-way frames whose correlation is remembered, to explain a reply to one.
const ONE_WAYS: usize = 256;
/// Counters of pushes outside subscriptions; there are few channels with such.
const COUNTERS: usize = 64;

/// Types of Memory whose reply has the shape of another's.
const SHAPED: [u16; 2] = [0x0035, 0x0036];

type Key = (Channel, Direction, Token);

/// Requests and replies of native channels.
#[derive(Debug)]
pub struct Pairing {
    entries: HashMap<Key, Entry>,
    /// Entries in the order in which they were made.
    order: VecDeque<(Key, ExchangeId)>,
    one_ways: VecDeque<(Key, FrameId)>,
    /// Grants of credit: an error may answer them.
    credits: VecDeque<Key>,
    counters: Vec<Counter>,
    /// Requests that no reply can reach any more: without correlation, or with one that was given away.
    lost: Vec<ExchangeId>,
    most: usize,
    forgotten: bool,
}

/// The counter of pushes outside subscriptions, on one channel and in one direction.
#[derive(Clone, Copy, Debug)]
struct Counter {
    channel: Channel,
    direction: Direction,
    last: Option<(u64, FrameId)>,
}

#[derive(Clone, Debug)]
struct Entry {
    exchange: ExchangeId,
    asked: Asked,
    subscription: Option<Box<Subscription>>,
    /// The frame that ended it, or accepted the subscription.
    ended: Option<(FrameId, Role)>,
    parts: u32,
    /// Whether the subscription ended, or the request was withdrawn.
    over: bool,
    /// Requests under its correlation whose replies had not come when it was made.
    owed: u32,
}

impl Entry {
    /// Whether its correlation is in use.
    const fn is_live(&self) -> bool {
        if self.over {
            return false;
        }
        match self.ended {
            None => true,
            Some((_, role)) => self.subscription.is_some() && !matches!(role, Role::Error),
        }
    }
}

impl Pairing {
    /// Nothing yet, and room for `most`.
    pub fn new(most: usize) -> Self {
        Self {
            entries: HashMap::new(),
            order: VecDeque::new(),
            one_ways: VecDeque::new(),
            credits: VecDeque::new(),
            counters: Vec::new(),
            lost: Vec::new(),
            most,
            forgotten: false,
        }
    }

    /// Exchanges without a terminal frame.
    pub fn outstanding(&self) -> impl Iterator<Item = ExchangeId> {
        let open = self.entries.values().filter(|entry| entry.ended.is_none() && !entry.over).map(|entry| entry.exchange);
        open.chain(self.lost.iter().copied())
    }

    /// Whether a peer asked for something, or subscribed, under a correlation, and that is not over.
    pub fn is_open(&self, channel: Channel, requester: Direction, correlation: &[u8]) -> bool {
        self.entries.get(&(channel, requester, Token::from_slice(correlation))).is_some_and(Entry::is_live)
    }

    /// Places a frame.
    pub fn take(&mut self, seen: &Seen<'_>, rows: &mut impl Rows) -> Link {
        match seen.body.role() {
            Role::Request | Role::Subscribe => self.request(seen, rows),
            Role::Reply | Role::Accept | Role::Page(_) | Role::Part | Role::End | Role::Error => self.reply(seen, rows),
            Role::Push => self.push(seen, rows),
            Role::Credit => {
                self.credited(seen);
                self.own(seen, rows, |entry, seen| {
                    if let Some(subscription) = &mut entry.subscription {
                        subscription.credit(seen.body);
                    }
                    Outcome::None
                })
            }
            Role::Unsubscribe => {
                self.remember(seen);
                self.own(seen, rows, |entry, _| {
                    entry.over = true;
                    Outcome::None
                })
            }
            Role::Withdraw => {
                self.remember(seen);
                self.own(seen, rows, |entry, _| {
                    let open = entry.ended.is_none();
                    entry.over |= open;
                    if open { Outcome::Cancelled } else { Outcome::None }
                })
            }
            _ => {
                self.remember(seen);
                Link::default()
            }
        }
    }

    fn key(seen: &Seen<'_>, origin: Direction) -> Option<Key> {
        Some((seen.channel, origin, Token::from_slice(seen.body.corr()?)))
    }

    fn request(&mut self, seen: &Seen<'_>, rows: &mut impl Rows) -> Link {
        let exchange = rows.begin(seen, true);
        let asked = Asked { frame: seen.frame, frame_type: seen.body.schema.frame_type };
        let mut link = Link { exchange: Some(exchange), place: Place::Request, ..Link::default() };
        let Some(key) = Self::key(seen, seen.direction) else {
            self.lose(exchange);
            return link;
        };
        let live = self.entries.get(&key).filter(|entry| entry.is_live());
        let mut owed = 0;
        if let Some((outstanding, other, others)) = live.map(|entry| (entry.asked.frame, entry.exchange, entry.owed)) {
            link.place = Place::Duplicate { outstanding };
            owed = others.saturating_add(1);
            self.lose(other);
        }
        let subscription = (seen.body.role() == Role::Subscribe).then(|| Box::new(Subscription::asked(seen.body)));
        let entry = Entry { exchange, asked, subscription, ended: None, parts: 0, over: false, owed };
        self.entries.insert(key.clone(), entry);
        self.order.push_back((key, exchange));
        self.bound();
        link
    }

    fn lose(&mut self, exchange: ExchangeId) {
        if self.lost.len() < self.most {
            self.lost.push(exchange);
        }
    }

    /// Forgets the oldest entry when there are too many.
    fn bound(&mut self) {
        while self.order.len() > self.most {
            let Some((key, exchange)) = self.order.pop_front() else { return };
            if self.entries.get(&key).is_some_and(|entry| entry.exchange == exchange) {
                self.entries.remove(&key);
                self.forgotten = true;
            }
        }
    }

    fn reply(&mut self, seen: &Seen<'_>, rows: &mut impl Rows) -> Link {
        let requester = seen.direction.flip();
        let key = Self::key(seen, requester);
        let Some(entry) = key.as_ref().and_then(|key| self.entries.get_mut(key)) else {
            return self.stray(seen, key.as_ref(), rows);
        };
        let asked = entry.asked;
        let (place, outcome) = advance(entry, seen);
        let fact = match (seen.body.role(), place, &mut entry.subscription) {
            (Role::Accept, Place::Terminal, Some(subscription)) => subscription.accept(seen.body),
            _ => None,
        };
        rows.add(entry.exchange, seen, outcome);
        Link { exchange: Some(entry.exchange), place, asked: Some(asked), facts: fact.into_iter().collect() }
    }

    fn stray(&self, seen: &Seen<'_>, key: Option<&Key>, rows: &mut impl Rows) -> Link {
        let exchange = rows.begin(seen, false);
        let Some(key) = key else { return Link { exchange: Some(exchange), ..Link::default() } };
        if seen.body.role() == Role::Error && self.credits.contains(key) {
            return Link { exchange: Some(exchange), place: Place::Part, ..Link::default() };
        }
        let one_way = self.one_ways.iter().rev().find(|(of, _)| of == key).map(|(_, frame)| *frame);
        let whole = seen.is_whole(key.1) && !self.forgotten;
        Link { exchange: Some(exchange), place: Place::Stray { one_way, whole }, ..Link::default() }
    }

    fn push(&mut self, seen: &Seen<'_>, rows: &mut impl Rows) -> Link {
        let consumer = seen.direction.flip();
        self.remember(seen);
        let Some(key) = Self::key(seen, consumer) else { return self.unsubscribed(seen) };
        let Some(entry) = self.entries.get_mut(&key) else {
            let whole = seen.is_whole(consumer) && !self.forgotten;
            return Link { place: Place::Stray { one_way: None, whole }, ..Link::default() };
        };
        let mut link = Link { exchange: Some(entry.exchange), place: Place::Part, asked: Some(entry.asked), ..Link::default() };
        let live = entry.is_live();
        if let Some(subscription) = &mut entry.subscription {
            let whole = live && seen.is_whole(consumer);
            link.facts.extend(subscription.push(seen.body, seen.frame, whole).into_iter().flatten());
        }
        rows.add(entry.exchange, seen, Outcome::None);
        link
    }

    /// A push outside any subscription has a counter of its own.
    fn unsubscribed(&mut self, seen: &Seen<'_>) -> Link {
        let mine = |counter: &Counter| (counter.channel, counter.direction) == (seen.channel, seen.direction);
        if !self.counters.iter().any(mine) && self.counters.len() < COUNTERS {
            self.counters.push(Counter { channel: seen.channel, direction: seen.direction, last: None });
        }
        let Some(counter) = self.counters.iter_mut().find(|counter| mine(counter)) else { return Link::default() };
        Link { facts: rise(&mut counter.last, seen.body, seen.frame).into_iter().collect(), ..Link::default() }
    }

    /// A frame of the requester's about its own exchange.
    fn own(&mut self, seen: &Seen<'_>, rows: &mut impl Rows, change: impl FnOnce(&mut Entry, &Seen<'_>) -> Outcome) -> Link {
        let entry = Self::key(seen, seen.direction).and_then(|key| self.entries.get_mut(&key));
        let Some(entry) = entry else { return Link::default() };
        let outcome = change(entry, seen);
        rows.add(entry.exchange, seen, outcome);
        Link { exchange: Some(entry.exchange), place: Place::Part, asked: Some(entry.asked), ..Link::default() }
    }

    /// Remembers the correlation of a grant of credit, which only an error may answer.
    fn credited(&mut self, seen: &Seen<'_>) {
        let Some(key) = Self::key(seen, seen.direction).filter(|key| self.credits.back() != Some(key)) else { return };
        if self.credits.len() >= ONE_WAYS {
            self.credits.pop_front();
        }
        self.credits.push_back(key);
    }

    /// Remembers the correlation of a frame that nobody may answer.
    fn remember(&mut self, seen: &Seen<'_>) {
        let Some(key) = Self::key(seen, seen.direction) else { return };
        if self.one_ways.back().is_some_and(|(last, _)| *last == key) {
            return;
        }
        if self.one_ways.len() >= ONE_WAYS {
            self.one_ways.pop_front();
        }
        self.one_ways.push_back((key, seen.frame));
    }
}

/// Takes a reply to a request that is known.
fn advance(entry: &mut Entry, seen: &Seen<'_>) -> (Place, Outcome) {
    let (role, frame) = (seen.body.role(), seen.frame);
    if entry.owed > 0 && (entry.ended.is_some() || !answers(seen.body.schema, entry.asked.frame_type)) {
        entry.owed = entry.owed.saturating_sub(u32::from(!matches!(role, Role::Part | Role::Page(_))));
        return (Place::Part, Outcome::None);
    }
    if !answers(seen.body.schema, entry.asked.frame_type) {
        entry.ended.get_or_insert((frame, role));
        return (Place::WrongType, ended(role));
    }
    if let Some((first, before)) = entry.ended {
        return late(entry, (first, before), role);
    }
    match role {
        Role::Part => {
            entry.parts = entry.parts.saturating_add(1);
            (Place::Part, Outcome::Streaming)
        }
        Role::Page(key) if seen.body.value(key).and_then(|complete| complete.bool()) != Some(true) => {
            let said = seen.body.value(key).is_some();
            (Place::Part, if said { Outcome::Streaming } else { Outcome::Answered })
        }
        Role::Reply if entry.parts > 0 => {
            entry.ended = Some((frame, role));
            (Place::SecondTerminal { first: entry.asked.frame, mixed: true }, Outcome::Answered)
        }
        role => {
            entry.ended = Some((frame, role));
            (Place::Terminal, ended(role))
        }
    }
}

/// A reply to an exchange that had ended.
const fn late(entry: &Entry, (first, before): (FrameId, Role), role: Role) -> (Place, Outcome) {
    let place = match (role, before) {
        // A subscription that was accepted may still fail, and a request of more credit may.
        (Role::Error, Role::Accept | Role::Page(_)) if entry.subscription.is_some() => Place::Part,
        (Role::Part, Role::End) => Place::AfterEnd { end: first },
        (Role::Part | Role::End, Role::Reply) | (Role::Reply, Role::End) => Place::SecondTerminal { first, mixed: true },
        _ => Place::SecondTerminal { first, mixed: false },
    };
    (place, Outcome::None)
}

const fn ended(role: Role) -> Outcome {
    match role {
        Role::Error => Outcome::Error,
        Role::Part => Outcome::Streaming,
        Role::End => Outcome::Streamed,
        _ => Outcome::Answered,
    }
}

/// Whether a reply type answers a request type. Errors answer all; the reply of two requests of Memory has the shape of another's.
fn answers(schema: &FrameSchema, request: FrameType) -> bool {
    let shaped = SHAPED.contains(&request.0) && [0x0104, 0x0106].iter().any(|other| schema.answers.contains(other));
    schema.answers.is_empty() || schema.answers.contains(&request.0) || shaped
}
