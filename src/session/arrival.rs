//! One Bridge message as the correlator sees it.

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::base::time::Timestamp;
use crate::bridge::dialect::CallFaults;
use crate::bridge::mapping::Dialect;
use crate::spec::effect::Effect;
use crate::spec::frame_type::FrameType;
use crate::spec::protocol::Protocol;

use super::evidence::Evidence;
pub use super::token::Token;

/// What a Bridge frame is, by its frame type: the type is what a receiver dispatches on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// `BRIDGE_REQUEST`.
    Request,
    /// `BRIDGE_RESPONSE`.
    Response,
    /// `BRIDGE_ERROR`.
    Error,
    /// `BRIDGE_NOTIFY`.
    Notify,
    /// `BRIDGE_STREAM_DATA`.
    StreamData,
    /// `BRIDGE_STREAM_END`.
    StreamEnd,
}

impl Kind {
    /// Every kind, by its code.
    pub const ALL: [Self; 6] = [Self::Request, Self::Response, Self::Notify, Self::Error, Self::StreamData, Self::StreamEnd];

    /// The kind of a frame type of the Bridge channel.
    pub const fn of(frame_type: FrameType) -> Option<Self> {
        Some(match frame_type {
            FrameType::BRIDGE_REQUEST => Self::Request,
            FrameType::BRIDGE_RESPONSE => Self::Response,
            FrameType::BRIDGE_ERROR => Self::Error,
            FrameType::BRIDGE_NOTIFY => Self::Notify,
            FrameType::BRIDGE_STREAM_DATA => Self::StreamData,
            FrameType::BRIDGE_STREAM_END => Self::StreamEnd,
            _ => return None,
        })
    }

    /// The `message_kind` octet that pairs with it.
    pub const fn code(self) -> u8 {
        match self {
            Self::Request => 1,
            Self::Response => 2,
            Self::Notify => 3,
            Self::Error => 4,
            Self::StreamData => 5,
            Self::StreamEnd => 6,
        }
    }

    /// Whether it answers a request.
    #[inline]
    pub const fn is_reply(self) -> bool {
        !matches!(self, Self::Request | Self::Notify)
    }

    /// Whether it is part of a streamed reply.
    #[inline]
    pub const fn is_stream(self) -> bool {
        matches!(self, Self::StreamData | Self::StreamEnd)
    }
}

/// The id member of a carried JSON-RPC object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Id<'a> {
    /// The message carries no JSON-RPC object, or none that can be read.
    Unreadable,
    /// The object has no id member.
    Absent,
    /// The raw token, exactly as written.
    Token(&'a [u8]),
}

impl<'a> Id<'a> {
    /// The raw token.
    pub const fn token(self) -> Option<&'a [u8]> {
        match self {
            Self::Token(token) => Some(token),
            _ => None,
        }
    }

    /// Whether the token is `null`.
    pub fn is_null(self) -> bool {
        self == Self::Token(b"null")
    }
}

/// How a `BRIDGE_ERROR` reads [rules 9.3], as far as pairing cares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The foreign protocol's own error, well formed or not.
    Foreign,
    /// An N-PAMP transport error with this code.
    Transport(u8),
}

/// Position and control of a stream frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Control {
    /// 0 data, 1 resume, 2 cancel.
    pub control: u8,
    /// Bit 0 resumable, bit 1 `cancel_ack`.
    pub flags: u8,
    /// Event position.
    pub event: u64,
}

impl Control {
    /// `resumable` is set.
    #[inline]
    pub const fn is_resumable(self) -> bool {
        self.flags & 1 != 0
    }

    /// `cancel_ack` is set.
    #[inline]
    pub const fn is_cancel_ack(self) -> bool {
        self.flags & 2 != 0
    }
}

/// Defects of a request that its receiver need not have accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Defects {
    /// The envelope is malformed, or its kind does not pair with the frame type.
    pub envelope: bool,
    /// The object is not of JSON-RPC 2.0.
    pub version: bool,
    /// The envelope names another method than the object.
    pub method: bool,
}

impl Defects {
    /// Whether there is none.
    #[inline]
    pub const fn is_none(self) -> bool {
        !self.envelope && !self.version && !self.method
    }
}

/// One Bridge message, digested.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about the message")]
#[derive(Clone, Copy, Debug)]
pub struct Arrival<'a> {
    /// The frame that carries it.
    pub frame: FrameId,
    /// Its time.
    pub time: Timestamp,
    /// Its direction.
    pub direction: Direction,
    /// What it is.
    pub kind: Kind,
    /// The carried protocol.
    pub protocol: Protocol,
    /// The correlation octets; empty when none.
    pub correlation: &'a [u8],
    /// The method: the object's own, else the envelope's; empty when none.
    pub method: &'a [u8],
    /// The JSON-RPC id.
    pub id: Id<'a>,
    /// Effect octet of its label.
    pub label: Option<u8>,
    /// Whether its label is there and cannot be read.
    pub label_unreadable: bool,
    /// The declared encoding of the foreign message.
    pub content_type: u8,
    /// Its StreamControl.
    pub control: Option<Control>,
    /// Whether the mapping lets this method be answered by a stream.
    pub streams: bool,
    /// Whether the mapping forbids that it is answered by a stream: a unary method.
    pub unary: bool,
    /// Whether its class of carriage lets both peers send under one correlation.
    pub duplex: bool,
    /// Whether the method resumes an earlier stream under its correlation.
    pub resubscribes: bool,
    /// Whether the message breaks a MUST that a receiver should reject it for.
    pub defective: bool,
    /// What its receiver need not have accepted.
    pub defects: Defects,
    /// Whose rules judge it.
    pub dialect: Dialect,
    /// What it breaks of them, for a request.
    pub faults: CallFaults,
    /// For a `BRIDGE_ERROR`, what it holds.
    pub error: Option<ErrorKind>,
    /// Whether the carried object says that the stream is over (`final: true`).
    pub last_event: bool,
    /// The class the request should carry, when known.
    pub required: Option<Effect>,
    /// Checksum of what it says: of an event's result, else of the foreign message; 0 where nothing repeats it.
    pub mark: u32,
    /// What the capture lacks up to here.
    pub evidence: Evidence,
}
