//! What native channels mean over time: requests with their replies, subscriptions, sub-streams, tasks, records.

pub mod hello;
pub mod link;
pub mod pairing;
pub mod records;
pub mod streams;
pub mod subscription;
pub mod tasks;

use crate::base::direction::Direction;
use crate::base::id::{ExchangeId, FrameId};
use crate::base::limits::Limits;
use crate::native::body::Body;
use crate::native::schema::Role;
use crate::spec::channel::Channel;

use link::{Link, Outcome};
use pairing::Pairing;
use records::Records;
use streams::SubStreams;
use tasks::Tasks;

/// A native frame as the session sees it.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The frame.
    pub frame: FrameId,
    /// The way it goes.
    pub direction: Direction,
    /// Its channel.
    pub channel: Channel,
    /// Its body.
    pub body: &'a Body<'a>,
    /// Whether everything that a direction sent on the channel so far was captured and read.
    pub whole: [bool; 2],
}

impl Seen<'_> {
    /// Whether nothing of what a direction sent on the channel is missing.
    pub const fn is_whole(&self, direction: Direction) -> bool {
        self.whole[direction.index()]
    }
}

/// What a new exchange row needs; the caller owns the rows.
pub trait Rows {
    /// A new exchange; `asks` when the frame at hand is its request.
    fn begin(&mut self, seen: &Seen<'_>, asks: bool) -> ExchangeId;
    /// Adds the frame at hand to an exchange, and says how that stands now.
    fn add(&mut self, exchange: ExchangeId, seen: &Seen<'_>, outcome: Outcome);
}

/// The native channels of one association.
#[derive(Debug)]
pub struct Native {
    /// Requests and replies.
    pub pairing: Pairing,
    /// Sub-streams of the Stream channel.
    pub streams: SubStreams,
    /// Tasks of the Workflow channel.
    pub tasks: Tasks,
    /// Records that peers advertised on Discovery.
    pub records: Records,
    unread: Vec<(Direction, Channel)>,
    caps: Caps,
}

/// The caps of [`Limits`] that count here.
#[derive(Clone, Copy, Debug)]
struct Caps {
    exchanges: usize,
    sub_streams: usize,
    tasks: usize,
    records: usize,
}

impl Native {
    /// Nothing seen yet.
    pub fn new(limits: &Limits) -> Self {
        let Limits { open_exchanges: exchanges, sub_streams, tasks, records, .. } = *limits;
        Self::with(Caps { exchanges, sub_streams, tasks, records })
    }

    fn with(caps: Caps) -> Self {
        Self {
            pairing: Pairing::new(caps.exchanges),
            streams: SubStreams::new(caps.sub_streams),
            tasks: Tasks::new(caps.tasks),
            records: Records::new(caps.records),
            unread: Vec::new(),
            caps,
        }
    }

    /// A frame of a channel could not be read: what it said is unknown.
    pub fn miss(&mut self, direction: Direction, channel: Channel) {
        if !self.unread.contains(&(direction, channel)) {
            self.unread.push((direction, channel));
        }
    }

    /// Whether a frame of a channel direction could not be read.
    pub fn missed(&self, direction: Direction, channel: Channel) -> bool {
        self.unread.contains(&(direction, channel))
    }

    /// Places a frame, and says what it is in the light of those before it.
    pub fn take(&mut self, seen: &Seen<'_>, rows: &mut impl Rows) -> Link {
        let mut link = match seen.body.role() {
            Role::Open | Role::Data | Role::Close | Role::Reset | Role::Window => self.streams.take(seen, rows),
            _ => self.pairing.take(seen, rows),
        };
        match seen.channel {
            Channel::WORKFLOW => link.facts.extend(self.tasks.take(seen)),
            Channel::DISCOVERY => self.records.take(seen, &mut link.facts),
            _ => {}
        }
        link
    }

    /// Exchanges that wait for their reply.
    pub fn outstanding(&self) -> Vec<ExchangeId> {
        let mut open: Vec<ExchangeId> = self.pairing.outstanding().chain(self.streams.outstanding()).collect();
        open.sort_unstable();
        open
    }

    /// Client and server were taken for each other: what was paired by direction is void.
    pub fn swap_roles(&mut self) {
        let unread: Vec<_> = self.unread.iter().map(|(direction, channel)| (direction.flip(), *channel)).collect();
        *self = Self { unread, ..Self::with(self.caps) };
    }
}
