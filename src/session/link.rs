//! Where a message stands in its exchange: what the correlator found when it arrived.

use std::ops::Deref;

use crate::base::direction::Direction;
use crate::base::id::{ExchangeId, FrameId};
use crate::base::symbol::Sym;
use crate::base::time::Timestamp;
use crate::bridge::dialect::CallFaults;
use crate::bridge::mapping::Dialect;
use crate::spec::effect::Effect;
use crate::spec::protocol::Protocol;

use super::arrival::{Defects, Kind, Token};
use super::evidence::Losses;

/// A request as remembered until its exchange is forgotten.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about the request")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Its exchange.
    pub exchange: ExchangeId,
    /// Its frame; of a resumed stream the latest request.
    pub frame: FrameId,
    /// Its time.
    pub time: Timestamp,
    /// Who asked.
    pub initiator: Direction,
    /// The carried protocol.
    pub protocol: Protocol,
    /// The method.
    pub method: Sym,
    /// The raw JSON-RPC id token, when the object was readable and had one.
    pub id: Option<Token>,
    /// Effect octet of its label.
    pub label: Option<u8>,
    /// The class it should have carried.
    pub required: Option<Effect>,
    /// Whether it broke a MUST that a receiver should reject it for.
    pub defective: bool,
    /// What its receiver need not have accepted.
    pub defects: Defects,
    /// Whose rules judge it.
    pub dialect: Dialect,
    /// What it breaks of them.
    pub faults: CallFaults,
    /// Whether its mapping lets it be answered by a stream.
    pub streams: bool,
    /// Whether its mapping demands a single reply.
    pub unary: bool,
    /// Whether its class of carriage lets both peers send under one correlation.
    pub duplex: bool,
    /// Whether a message could not be told to belong to it or to the other peer's exchange of its correlation.
    pub ambiguous: bool,
    /// What had been found to be missing when it came.
    pub losses: Losses,
    /// Whether it resumed a stream.
    pub resumed: bool,
    /// Whether `notifications/cancelled` named it.
    pub cancelled: Option<FrameId>,
    /// Checksum of its foreign message.
    pub mark: u32,
    /// A reply with its correlation and id that came before it.
    pub early: Option<FrameId>,
}

/// What was seen of one direction of a stream, before the message at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StreamTrack {
    /// DATA frames.
    pub parts: u32,
    /// Greatest event position of a DATA frame.
    pub last_event: Option<u64>,
    /// Whether any frame set `resumable`.
    pub resumable: bool,
    /// Whether any frame carried a stream control without it.
    pub fixed: bool,
    /// Frames with a stream control.
    pub controlled: u32,
    /// Frames without one.
    pub bare: u32,
    /// The encoding that its first frame declared.
    pub content_type: Option<u8>,
    /// The END frame.
    pub end: Option<FrameId>,
    /// The DATA frame whose object said that it was the last.
    pub last_said: Option<FrameId>,
}

/// A cancellation by the consumer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cancel {
    /// The cancelling frame.
    pub frame: FrameId,
    /// Its time.
    pub time: Timestamp,
    /// The event position it names.
    pub event: u64,
    /// DATA frames of the producer since.
    pub after: u32,
}

/// A stream, before the message at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StreamView {
    /// From the responder.
    pub producer: StreamTrack,
    /// From the requester (full duplex).
    pub consumer: StreamTrack,
    /// The cancellation, if any.
    pub cancel: Option<Cancel>,
    /// The position that the last resume named.
    pub cursor: Option<u64>,
    /// Greatest event position of any DATA frame of the producer, resumed or not.
    pub delivered: Option<u64>,
}

impl StreamView {
    /// No stream frame was seen.
    pub const NOTHING: Self =
        Self { producer: StreamTrack::NOTHING, consumer: StreamTrack::NOTHING, cancel: None, cursor: None, delivered: None };
}

impl StreamTrack {
    const NOTHING: Self = Self {
        parts: 0,
        last_event: None,
        resumable: false,
        fixed: false,
        controlled: 0,
        bare: 0,
        content_type: None,
        end: None,
        last_said: None,
    };
}

/// What was seen of the stream of an exchange. Most exchanges have none, and then it takes no room.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stream(Option<Box<StreamView>>);

impl Stream {
    /// The stream, to change it.
    pub fn edit(&mut self) -> &mut StreamView {
        self.0.get_or_insert_default()
    }
}

impl Deref for Stream {
    type Target = StreamView;

    fn deref(&self) -> &StreamView {
        const NOTHING: &StreamView = &StreamView::NOTHING;
        self.0.as_deref().unwrap_or(NOTHING)
    }
}

/// A terminal frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terminal {
    /// The frame.
    pub frame: FrameId,
    /// What it was.
    pub kind: Kind,
}

/// The place of a message in its exchange.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// The message could not be placed: no envelope, or no correlation where one is needed.
    #[default]
    Unplaced,
    /// Opens an exchange.
    Request,
    /// Opens an exchange although its correlation is outstanding.
    Duplicate {
        /// The request that is outstanding.
        outstanding: FrameId,
        /// Whether both ids are null.
        null_ids: bool,
        /// Whether the outstanding one was cancelled: no reply to it may come.
        cancelled: bool,
        /// Whether both are answered by streams.
        streams: bool,
    },
    /// Resumes the stream of an earlier request.
    Resume {
        /// Whether the stream's request was seen.
        known: bool,
        /// Whether the stream had been cancelled.
        cancelled: bool,
        /// Effect octet of the label that the request of the stream carried.
        label: Option<u8>,
    },
    /// A notification.
    Notification,
    /// Part of a streamed reply.
    Part,
    /// Ends its exchange.
    Terminal,
    /// A terminal frame after another one.
    SecondTerminal(Terminal),
    /// A stream frame after the terminal one.
    AfterTerminal(Terminal),
    /// The consumer cancels the stream.
    Cancel,
    /// A requester sends an error under its own correlation: legal where it rejects a malformed reply.
    CounterRejection {
        /// Whether any reply had come.
        answered: bool,
    },
    /// The peer that asked sends a reply under its own correlation.
    WrongDirection,
    /// A reply that no request explains.
    Stray(Stray),
}

/// What comes near a stray reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stray {
    /// An outstanding request whose correlation it echoes in another form.
    pub echoes: Option<FrameId>,
    /// An outstanding request with the same JSON-RPC id.
    pub same_id: Option<FrameId>,
    /// A notification that the other side sent last, or while nothing else awaits a reply: it may be what is answered.
    pub notification: Option<FrameId>,
    /// Whether requests of the other side are outstanding.
    pub outstanding: bool,
}

/// A message's link to its exchange.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Link {
    /// The exchange.
    pub exchange: Option<ExchangeId>,
    /// Its place.
    pub role: Role,
    /// The request it belongs to: its own for a request.
    pub request: Option<Request>,
    /// Whether it may belong to another request, which the capture lacks, or to the other peer's exchange of its correlation.
    pub doubtful: bool,
    /// The stream before it.
    pub stream: Stream,
    /// Another outstanding request of the same peer with the same non-null id under another correlation.
    pub same_id: Option<FrameId>,
    /// Two replies carry each other's ids: the other reply.
    pub swapped_with: Option<FrameId>,
    /// An earlier request of the same peer whose id has the same characters but another type, under the same correlation.
    pub collides: Option<FrameId>,
    /// For a peer that otherwise derives correlations from ids: the request whose id token this correlation is.
    pub borrowed: Option<FrameId>,
    /// The peer otherwise makes correlations of its ids as a rule, but not this one.
    pub deviates: bool,
    /// The earlier message of the same peer that this one repeats: a notification after which it was silent, a request that was answered
    /// under another correlation, an event that was consumed before its stream was resumed.
    pub again: Option<FrameId>,
    /// A third reply whose correlation follows the order of the requests while its id belongs to another one.
    pub by_order: bool,
}
