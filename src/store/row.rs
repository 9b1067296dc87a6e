//! One row a thing. Rows hold no octets: a frame row says where its octets lie, and [`super::octets`] reads them back.

use std::net::SocketAddr;
use std::sync::Arc;

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, ExchangeId, FlowId, FrameId, PacketId, PhaseId, StreamId};
use crate::base::secret::Secret;
use crate::base::symbol::Sym;
use crate::base::time::Timestamp;
use crate::carrier::facts::{Closed, Facts, Kind};
use crate::carrier::seal::Seal;
use crate::spec::channel::Channel;
use crate::spec::effect::Effect;
use crate::spec::frame_type::FrameType;
use crate::spec::generation::{Generation, GenerationSource};
use crate::spec::profile::Profile;
use crate::spec::protocol::Protocol;
use crate::spec::suite::{Kem, Signature, Suite};

use super::finding::Severity;

pub use crate::npamp::protection::{Protection, SealedReason};

/// One frame whose header was captured whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameRow {
    /// Octets of the stream before it.
    pub offset: u64,
    /// Time of the packet that completes it.
    pub time: Timestamp,
    /// Sequence number.
    pub seq: u64,
    /// The stream that carries it: association and direction hang there.
    pub stream: StreamId,
    /// Header and payload as on the wire, in octets.
    pub length: u32,
    /// The packet that completes it.
    pub packet: PacketId,
    /// The key scope it was opened in; meaningful when opened.
    pub phase: PhaseId,
    /// Exchange it belongs to, plus one; 0 for none.
    exchange: u32,
    /// Frame type.
    pub frame_type: FrameType,
    /// Channel.
    pub channel: Channel,
    /// Header flags.
    pub flags: u8,
    /// Whether the payload can be read.
    pub protection: Protection,
    /// False when the capture lacks part of the payload.
    pub complete: bool,
    /// The worst finding about this frame.
    pub worst: Option<Severity>,
}

impl FrameRow {
    /// A row without exchange and findings.
    #[expect(clippy::too_many_arguments, reason = "one constructor for a plain record; the engine alone calls it")]
    pub const fn new(
        stream: StreamId,
        offset: u64,
        length: u32,
        packet: PacketId,
        time: Timestamp,
        channel: Channel,
        frame_type: FrameType,
        flags: u8,
        seq: u64,
    ) -> Self {
        Self {
            offset,
            time,
            seq,
            stream,
            length,
            packet,
            phase: PhaseId(0),
            exchange: 0,
            frame_type,
            channel,
            flags,
            protection: Protection::Clear,
            complete: true,
            worst: None,
        }
    }

    /// The exchange it belongs to.
    pub const fn exchange(&self) -> Option<ExchangeId> {
        match self.exchange.checked_sub(1) {
            Some(index) => Some(ExchangeId(index)),
            None => None,
        }
    }

    /// Binds it to an exchange.
    pub const fn set_exchange(&mut self, exchange: ExchangeId) {
        self.exchange = exchange.0.saturating_add(1);
    }

    /// The frame type's name, or its number.
    pub fn type_label(&self) -> String {
        self.frame_type.label(self.channel)
    }
}

/// State of an exchange, in the words of the report.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ExchangeState {
    /// A success reply ended it.
    Answered,
    /// A foreign error ended it.
    Error,
    /// A transport error ended it.
    TransportError,
    /// Stream data arrived, no end yet.
    Streaming,
    /// A stream ended it.
    Streamed,
    /// The requester cancelled.
    Cancelled,
    /// No reply yet, and the association goes on.
    Pending,
    /// No reply, and the association is over.
    Unanswered,
    /// A reply whose request was not seen.
    ReplyOnly,
    /// A notification.
    Notification,
}

impl ExchangeState {
    /// The word of the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Error => "error",
            Self::TransportError => "transport-error",
            Self::Streaming => "streaming",
            Self::Streamed => "streamed",
            Self::Cancelled => "cancelled",
            Self::Pending => "pending",
            Self::Unanswered => "unanswered",
            Self::ReplyOnly => "reply-only",
            Self::Notification => "notification",
        }
    }

    /// Whether a terminal frame may still come.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Pending | Self::Streaming)
    }
}

/// Where the required effect of a request comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EffectSource {
    /// The mapping document classifies the method.
    Mapping,
    /// The tool's annotations do.
    Annotation,
    /// The user's configuration does.
    Configured,
    /// Nobody does.
    Unknown,
}

impl EffectSource {
    /// The word of the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mapping => "mapping",
            Self::Annotation => "annotation",
            Self::Configured => "configured",
            Self::Unknown => "unknown",
        }
    }
}

/// One exchange: a request with its outcome, a notification, or a stray reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExchangeRow {
    /// Its association.
    pub association: AssociationId,
    /// The request (or notification) frame.
    pub request: Option<FrameId>,
    /// The terminal reply frame.
    pub reply: Option<FrameId>,
    /// The first frame of any kind.
    pub first: FrameId,
    /// Frames that belong to it; those of a longer exchange are listed in the snapshot.
    pub frames: u32,
    /// The method, as the object says, else as the envelope says; empty when none is carried.
    pub method: Sym,
    /// The raw token of the foreign error code; empty when none.
    pub error_token: Sym,
    /// Code of the transport error that ended it.
    pub transport_code: Option<u8>,
    /// Who asked.
    pub initiator: Direction,
    /// The carried protocol.
    pub protocol: Protocol,
    /// How it stands.
    pub state: ExchangeState,
    /// The class the request should carry, when known.
    pub effect_required: Option<Effect>,
    /// What its label says.
    pub effect_declared: Declared,
    /// Where the required class comes from.
    pub effect_source: EffectSource,
    /// The worst finding about it or its frames.
    pub worst: Option<Severity>,
}

/// What the label of a request says of its effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Declared {
    /// It has no label.
    #[default]
    Nothing,
    /// It has a label that cannot be read: not the same as none.
    Unreadable,
    /// The effect octet.
    Effect(u8),
}

impl Declared {
    /// The effect octet.
    pub const fn octet(self) -> Option<u8> {
        match self {
            Self::Effect(octet) => Some(octet),
            Self::Nothing | Self::Unreadable => None,
        }
    }
}

/// How an association's capture began.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Start {
    /// `CLIENT_HELLO` was captured.
    Handshake,
    /// The capture began later.
    MidStream,
}

/// How an association ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// `CLOSE` and its answer, or `CLOSE` and the transport's end.
    Close,
    /// The transport was closed.
    Fin,
    /// The transport was reset.
    Rst,
    /// The capture stopped, or the association still lives.
    CaptureEnd,
}

impl End {
    /// The word of the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Close => "close",
            Self::Fin => "fin",
            Self::Rst => "rst",
            Self::CaptureEnd => "capture-end",
        }
    }
}

/// Octets of a stream that the capture lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap {
    /// Stream offset of the first missing octet.
    pub offset: u64,
    /// How many are missing.
    pub length: u64,
    /// Whether a packet was there but cut.
    pub snaplen: bool,
}

/// One association.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AssociationRow {
    /// The flow that carries it.
    pub flow: FlowId,
    /// First packet of the flow: associations are numbered in this order.
    pub first_packet: PacketId,
    /// Address of the client.
    pub client: SocketAddr,
    /// Address of the server.
    pub server: SocketAddr,
    /// What is known of TLS or QUIC below it; `None` on plain TCP.
    pub carrier: Option<Arc<Facts>>,
    /// Last 32 octets of the `CLIENT_HELLO` KEMShare: the key-log identity.
    pub id: Option<[u8; 32]>,
    /// Crypto generation, when known.
    pub generation: Option<Generation>,
    /// How the generation is known.
    pub generation_source: Option<GenerationSource>,
    /// Selected profile.
    pub profile: Option<Profile>,
    /// Selected key encapsulation.
    pub kem: Option<Kem>,
    /// Selected signature scheme.
    pub signature: Option<Signature>,
    /// Selected suites, primary first.
    pub aead: Vec<Suite>,
    /// Identity keys of client and server.
    pub identities: [Option<Arc<[u8]>>; 2],
    /// Whether both signatures and both MACs verified; `None` when not all could be checked.
    pub authenticated: Option<bool>,
    /// How the capture of it began.
    pub start: Start,
    /// How it ended.
    pub end: End,
    /// Time of the flow's first packet.
    pub first_time: Timestamp,
    /// Time of its last packet.
    pub last_time: Timestamp,
    /// Complete frames in each direction.
    pub frames: [u64; 2],
    /// Sealed frames that were opened.
    pub opened: u64,
    /// Sealed frames that were not, by reason.
    pub sealed: Vec<(SealedReason, u64)>,
    /// Exchanges.
    pub exchanges: u64,
    /// Findings: errors, warnings, notes.
    pub findings: [u64; 3],
    /// Missing octets in each direction, bounded; `gap_count` counts all.
    pub gaps: [Vec<Gap>; 2],
    /// Gaps in each direction.
    pub gap_count: [u64; 2],
    /// Sequence numbers skipped in each direction, per channel.
    pub seq_gaps: Vec<(Direction, Channel, u64)>,
    /// Whether octets were captured in each direction.
    pub seen: [bool; 2],
}

impl AssociationRow {
    /// Sealed frames in all.
    pub fn sealed_total(&self) -> u64 {
        self.sealed.iter().map(|(_, count)| count).sum()
    }

    /// What protects its octets.
    pub fn carrier_kind(&self) -> Kind {
        self.carrier.as_ref().map_or(Kind::Tcp, |facts| facts.kind)
    }

    /// Why records or packets of the carrier stay closed.
    pub fn carrier_closed(&self) -> Option<SealedReason> {
        self.carrier.as_ref()?.reason().map(closed_reason)
    }
}

/// The word of the contract for a carrier that stays closed.
pub const fn closed_reason(closed: Closed) -> SealedReason {
    match closed {
        Closed::KeyMissing => SealedReason::OuterTlsKeyMissing,
        Closed::KeyWrong => SealedReason::KeyWrong,
        Closed::SuiteUnknown => SealedReason::SuiteUnknown,
    }
}

/// One direction of an octet stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StreamRow {
    /// Its association.
    pub association: AssociationId,
    /// Its direction.
    pub direction: Direction,
    /// The QUIC stream, when the carrier is QUIC.
    pub quic_stream: Option<u64>,
    /// Whether it is no stream but QUIC datagrams, which have no order: offsets in it only tell them apart.
    pub datagrams: bool,
}

/// A key scope with the secret that opens it. Shared, wiped with the last holder.
#[derive(Clone, Debug)]
pub struct PhaseRow {
    /// Its association.
    pub association: AssociationId,
    /// Direction.
    pub direction: Direction,
    /// Channel.
    pub channel: Channel,
    /// Ratchet generation.
    pub generation: u32,
    /// Epoch.
    pub epoch: u32,
    /// Suite.
    pub suite: Suite,
    /// Hash of the association's profile.
    pub sha384: bool,
    /// The traffic secret.
    pub secret: Secret,
}

/// A key of TLS or QUIC that opens records or packets again.
#[derive(Clone, Debug)]
pub struct SealRow {
    /// The key.
    pub seal: Seal,
    /// The record or packet number that units of this row count from.
    pub base: u64,
}

impl InputRow {
    /// Packets that passed and are not among those read.
    pub fn missing(&self) -> u64 {
        self.drops.iter().fold(self.overwritten, |sum, count| sum.saturating_add(*count))
    }
}

/// An input file, as far as it was read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InputRow {
    /// Name as given.
    pub name: String,
    /// Packets read.
    pub packets: u64,
    /// Packets that were dropped, by cause in the order of [`DropCause::ALL`](crate::base::input::DropCause::ALL).
    pub drops: [u64; 3],
    /// Packets that were captured and overwritten before they were read.
    pub overwritten: u64,
    /// Where and how the file is damaged.
    pub damage: Vec<(u64, String)>,
}
