//! What a check is shown, and where it reports. Contexts borrow and die in the call.

use std::net::SocketAddr;

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, ExchangeId, FrameId, PacketId};
use crate::base::span::ByteSpan;
use crate::base::symbol::{Sym, Symbols};
use crate::base::time::Timestamp;
use crate::bridge::carriage::CarriageClass;
use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::bridge::envelope::Envelope;
use crate::bridge::mapping::mcp::facts::Params;
use crate::bridge::mapping::{Dialect, Mapping, Mappings, Method};
use crate::bridge::payload::Payload;
use crate::bridge::transport_error::ErrorSlot;
use crate::carrier::facts::Facts;
use crate::native::body::Body;
use crate::npamp::control::ControlBody;
use crate::npamp::header::Header;
use crate::npamp::keyring::Opening;
use crate::npamp::protection::Protection;
use crate::npamp::tlv::TlvBody;
use crate::session::arrival::Kind;
use crate::session::association::Association;
use crate::session::channel::SequenceFact;
use crate::session::ledger::Standing;
use crate::session::link::{Link, Request, StreamView};
use crate::session::native::link::{Fact, Link as NativeLink};
use crate::session::tools::ToolView;
use crate::spec::channel::Channel;
use crate::spec::effect::Effect;
use crate::spec::frame_type::FrameType;
use crate::spec::generation::Generation;
use crate::store::finding::{Evidence, Fault, Finding, Place, RuleInfo, Severity};
use crate::store::row::{EffectSource, End, Gap, SealedReason};
use crate::store::snapshot::Store;

/// The association of what is judged, as it stands now.
#[derive(Clone, Copy)]
pub struct AssociationCtx<'a> {
    /// Its identity.
    pub id: AssociationId,
    /// Session state: keys, evidence, lifecycle, tools.
    pub state: &'a Association,
    /// Interned texts.
    pub symbols: &'a Symbols,
    /// What identifiers of carried protocols mean.
    pub mappings: &'a Mappings,
    /// Client and server.
    pub ends: [SocketAddr; 2],
    /// How it ended; `CaptureEnd` while it goes on.
    pub end: End,
    /// Time of its last packet.
    pub last_time: Timestamp,
    /// Once it is over: up to when the capture would have shown more of it.
    pub ended: Timestamp,
    /// Sealed frames by direction, channel and reason.
    pub sealed: &'a [(Direction, Channel, SealedReason, u64)],
    /// Missing octets, per direction.
    pub gaps: &'a [Vec<Gap>; 2],
    /// Complete frames, per direction.
    pub frames: [u64; 2],
    /// What is known of TLS or QUIC below it; `None` on plain TCP.
    pub carrier: Option<&'a Facts>,
}

impl AssociationCtx<'_> {
    /// The crypto generation, when known.
    pub fn generation(&self) -> Option<Generation> {
        self.state.generation()
    }

    /// Whether it is known to be generation 3.
    pub fn is_gen3(&self) -> bool {
        self.generation() == Some(Generation::Three)
    }

    /// Whether it is known to be generation 2.
    pub fn is_gen2(&self) -> bool {
        self.generation() == Some(Generation::Two)
    }

    /// Whether the capture began after the association did.
    pub const fn late(&self) -> bool {
        self.state.evidence.late
    }

    /// Whether everything that was sent in a direction so far was captured and read.
    pub const fn whole(&self, direction: Direction) -> bool {
        self.state.evidence.is_whole(direction)
    }
}

/// One frame.
#[derive(Clone, Copy)]
pub struct FrameCtx<'a> {
    /// Its association.
    pub association: AssociationCtx<'a>,
    /// Its identity.
    pub id: FrameId,
    /// Its direction.
    pub direction: Direction,
    /// Its time.
    pub time: Timestamp,
    /// Stream offset of its header.
    pub offset: u64,
    /// The header, as captured.
    pub header: &'a Header,
    /// The 36 header octets.
    pub octets: &'a [u8],
    /// The payload as on the wire; empty when incomplete.
    pub payload: &'a [u8],
    /// Whether the payload was captured whole.
    pub complete: bool,
    /// Whether the stored CRC is the computed one.
    pub crc_ok: bool,
    /// Whether the payload can be read.
    pub protection: Protection,
    /// The payload as carried when clear, as opened when sealed.
    pub plaintext: Option<&'a [u8]>,
    /// What the keyring found.
    pub opening: &'a Opening,
    /// What the sequence number says.
    pub sequence: SequenceFact,
    /// Whether it is the first frame of its direction on its channel.
    pub first_of_channel: bool,
    /// The TLVs, for handshake, key update and ratchet bodies that could be read.
    pub tlvs: Option<&'a TlvBody>,
    /// The body of `ERROR` and `FLOW_UPDATE`, when it could be read.
    pub body: Option<ControlBody>,
    /// What the ledger says of it.
    pub standing: &'a Standing,
    /// Whether the sender had sent `CLOSE` or `CLOSE_ACK` before: that frame.
    pub after_close: Option<FrameId>,
    /// Whether it lies on another stream of QUIC than its sender's `CLOSE` or `CLOSE_ACK`, and was first sent in a later packet, when the
    /// other peer had closed too: that frame.
    pub closed_elsewhere: Option<FrameId>,
    /// Where it lies in a QUIC connection.
    pub lane: Lane,
}

/// Where a frame lies in a QUIC connection. The default is a frame on TCP.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lane {
    /// The stream.
    pub stream: Option<u64>,
    /// The stream on which the channel began in this direction, when it is another one.
    pub began_on: Option<u64>,
    /// In a datagram: how many octets there are from the header to its end.
    pub available: Option<u64>,
    /// In a datagram: whether another frame follows.
    pub followed: bool,
}

impl FrameCtx<'_> {
    /// Whether the frame is of this type on Control.
    pub fn is_control(&self, frame_type: FrameType) -> bool {
        self.header.channel == Channel::CONTROL && self.header.frame_type == frame_type
    }

    /// Whether it is one of the four handshake frames.
    pub const fn is_handshake(&self) -> bool {
        self.header.frame_type.is_handshake(self.header.channel)
    }

    /// Whether an identical frame came before: then what it says was said already.
    #[inline]
    pub const fn is_replay(&self) -> bool {
        matches!(self.sequence, SequenceFact::Replay { .. })
    }
}

/// The class a request should carry, and on what that rests.
#[derive(Clone, Copy, Debug)]
pub struct RequestEffect<'a> {
    /// The mapping's row of the method that is judged: the most severe of the candidates.
    pub method: Option<&'a Method>,
    /// The class, when known.
    pub class: Option<Effect>,
    /// Whether the class rests on a row that the mapping document does not spell out.
    pub derived: bool,
    /// For `tools/call`: what is known of the tool.
    pub tool: Option<ToolView>,
    /// Where the class comes from.
    pub source: EffectSource,
}

impl Default for RequestEffect<'_> {
    fn default() -> Self {
        Self { method: None, class: None, derived: false, tool: None, source: EffectSource::Unknown }
    }
}

/// One Bridge frame whose payload could be read.
#[derive(Clone, Copy)]
pub struct MessageCtx<'a> {
    /// Its frame.
    pub frame: &'a FrameCtx<'a>,
    /// What the frame type says it is.
    pub kind: Kind,
    /// The payload, decoded.
    pub payload: &'a Payload<'a>,
    /// The envelope, when its fields could be read.
    pub envelope: Option<&'a Envelope<'a>>,
    /// The carriage class of its protocol.
    pub class: CarriageClass,
    /// The mapping of its protocol.
    pub mapping: Option<&'a Mapping>,
    /// The method: the object's own, else the envelope's copy; empty when there is none.
    pub method: &'a [u8],
    /// The mapping's row of that method.
    pub listed: Option<&'a Method>,
    /// What the `params` of a call say.
    pub params: &'a Params<'a>,
    /// The carried JSON-RPC object, for class JSONRPC unless the message is a transport error.
    pub json: Option<&'a JsonRpc<'a>>,
    /// For `BRIDGE_ERROR`: what the slot holds.
    pub slot: Option<&'a ErrorSlot<'a>>,
    /// Its place in its exchange.
    pub link: &'a Link,
    /// For a request: the class it should carry.
    pub effect: RequestEffect<'a>,
}

impl<'a> MessageCtx<'a> {
    /// The association.
    #[inline]
    pub const fn association(&self) -> &AssociationCtx<'a> {
        &self.frame.association
    }

    /// The request it answers or is.
    #[inline]
    pub const fn request(&self) -> Option<&'a Request> {
        self.link.request.as_ref()
    }

    /// Whose rules judge it, besides those of its class.
    #[inline]
    pub fn dialect(&self) -> Dialect {
        self.mapping.map_or(Dialect::Plain, |mapping| mapping.dialect)
    }

    /// The foreign octets.
    #[inline]
    pub const fn foreign(&self) -> &'a [u8] {
        self.payload.foreign
    }

    /// The foreign octets as a place.
    pub fn foreign_place(&self) -> Place {
        Place::Foreign(ByteSpan::new(0, self.payload.foreign.len()))
    }

    /// The effect octet of the label, when the frame has a readable one.
    #[inline]
    pub fn declared(&self) -> Option<u8> {
        self.payload.safety().map(|label| label.effect)
    }

    /// Whether the foreign octets are a JSON-RPC message by class, and this is no transport error.
    #[inline]
    pub const fn is_jsonrpc(&self) -> bool {
        self.json.is_some()
    }

    /// The method text of a symbol.
    pub fn text(&self, sym: Sym) -> &'a str {
        self.frame.association.symbols.text(sym)
    }
}

/// One frame of a native channel whose payload could be read.
#[derive(Clone, Copy)]
pub struct NativeCtx<'a> {
    /// Its frame.
    pub frame: &'a FrameCtx<'a>,
    /// Its body, held against the companion.
    pub body: &'a Body<'a>,
    /// Its place among the frames before it.
    pub link: &'a NativeLink,
}

impl<'a> NativeCtx<'a> {
    /// The association.
    pub const fn association(&self) -> &AssociationCtx<'a> {
        &self.frame.association
    }

    /// The name of its type.
    pub fn name(&self) -> String {
        self.frame.header.frame_type.label(self.frame.header.channel)
    }

    /// What it is in the light of those before it.
    pub fn facts(&self) -> impl Iterator<Item = Fact> + use<'a> {
        self.link.facts.iter().copied()
    }

    /// The value of a field as a place, else the whole body.
    pub fn place_of(&self, field: &str) -> Option<Place> {
        let whole = ByteSpan::new(0, self.body.octets.len());
        payload(self.body.named(field).map_or(whole, |value| value.span))
    }
}

/// One `HELLO`.
#[derive(Clone, Copy)]
pub struct HelloCtx<'a> {
    /// Its frame.
    pub frame: &'a FrameCtx<'a>,
    /// Its body.
    pub body: &'a Body<'a>,
}

/// A request whose association ended without a terminal reply.
#[derive(Clone, Copy)]
pub struct ExchangeCtx<'a> {
    /// The association.
    pub association: AssociationCtx<'a>,
    /// The request.
    pub request: &'a Request,
    /// What was seen of its stream.
    pub stream: &'a StreamView,
}

/// Something about a stream's octets that is no frame.
#[derive(Clone, Copy)]
pub struct StreamCtx<'a> {
    /// The association.
    pub association: AssociationCtx<'a>,
    /// The direction.
    pub direction: Direction,
    /// Stream offset of the first octet it is about.
    pub offset: u64,
    /// The packet that showed it.
    pub packet: PacketId,
    /// Its time.
    pub time: Timestamp,
    /// What it is.
    pub fact: StreamFact<'a>,
}

/// What can be said of octets that are no frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StreamFact<'a> {
    /// Octets are missing from the capture.
    Gap {
        /// How many.
        length: u64,
        /// Whether a packet was there but cut.
        snaplen: bool,
    },
    /// Octets that are no frame.
    Garbage {
        /// How many.
        length: u64,
        /// The first of them.
        head: &'a [u8],
        /// Whether a valid header follows.
        resynced: bool,
        /// Whether a frame precedes and a frame follows.
        between: bool,
        /// Whether a gap, or an uncaptured start, explains them.
        innocent: bool,
    },
    /// The stream ended inside a frame.
    Truncated {
        /// Octets that came.
        have: u64,
        /// Octets the frame has.
        need: u64,
        /// How the transport ended.
        end: End,
    },
    /// A QUIC datagram holds no frame.
    Datagram {
        /// What it holds.
        octets: &'a [u8],
    },
    /// Two segments carry different octets for one range; the first copy was used.
    Conflict {
        /// How many octets.
        length: u32,
        /// The copy that was used.
        kept: &'a [u8],
        /// The other copy.
        other: &'a [u8],
        /// Whether it is a keep-alive probe of one old octet.
        probe: bool,
    },
}

/// The capture as a whole.
#[derive(Clone, Copy)]
pub struct CaptureCtx<'a> {
    /// Everything remembered.
    pub store: &'a Store,
}

/// What a finding is about, before its check says more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Subject {
    /// The association.
    pub association: Option<AssociationId>,
    /// The frame.
    pub frame: Option<FrameId>,
    /// The exchange.
    pub exchange: Option<ExchangeId>,
    /// The direction.
    pub direction: Option<Direction>,
    /// Where in the stream, when no frame is at fault.
    pub stream_offset: Option<u64>,
    /// When.
    pub time: Timestamp,
    /// The generation, which may change the severity.
    pub generation: Option<Generation>,
}

/// Takes findings. It knows its rule, so a check cannot report under a foreign id.
pub struct Sink<'a> {
    rule: &'static RuleInfo,
    subject: Subject,
    out: &'a mut Vec<Finding>,
}

impl<'a> Sink<'a> {
    /// A sink for one rule and one subject.
    pub const fn new(rule: &'static RuleInfo, subject: Subject, out: &'a mut Vec<Finding>) -> Self {
        Self { rule, subject, out }
    }

    /// Lets the next check report under its own rule.
    #[inline]
    pub const fn speak_for(&mut self, rule: &'static RuleInfo) {
        self.rule = rule;
    }

    /// Reports one defect. `message` is one sentence; wire text in it must have passed `base::text`.
    pub fn report(&mut self, place: Option<Place>, message: impl Into<String>) -> Draft<'_> {
        let at = self.out.len();
        self.out.push(Finding {
            rule: self.rule,
            severity: self.rule.severity_in(self.subject.generation),
            message: message.into().into_boxed_str(),
            association: self.subject.association,
            frame: self.subject.frame,
            exchange: self.subject.exchange,
            direction: self.subject.direction,
            stream_offset: self.subject.stream_offset,
            at_fault: self.rule.fault,
            time: self.subject.time,
            place,
            evidence: Vec::new(),
            method: Sym::EMPTY,
            protocol: None,
            peer: None,
        });
        Draft { finding: self.out.get_mut(at) }
    }
}

/// A finding just reported, to which its check may add.
pub struct Draft<'a> {
    finding: Option<&'a mut Finding>,
}

impl Draft<'_> {
    fn with(mut self, edit: impl FnOnce(&mut Finding)) -> Self {
        if let Some(finding) = self.finding.as_deref_mut() {
            edit(finding);
        }
        self
    }

    /// Sets the severity.
    #[allow(clippy::return_self_not_must_use, reason = "adds to a finding that is reported already")]
    pub fn severity(self, severity: Severity) -> Self {
        self.with(|finding| finding.severity = severity)
    }

    /// Lowers the severity to `most` at most.
    #[allow(clippy::return_self_not_must_use, reason = "adds to a finding that is reported already")]
    pub fn at_most(self, most: Severity) -> Self {
        self.with(|finding| finding.severity = finding.severity.min(most))
    }

    /// Adds a named value. Keys end in `_hex` for octets.
    #[allow(clippy::return_self_not_must_use, reason = "adds to a finding that is reported already")]
    pub fn evidence(self, key: &'static str, value: impl Into<Evidence>) -> Self {
        self.with(|finding| finding.evidence.push((key, value.into())))
    }

    /// Names the other frame of a finding about two.
    #[allow(clippy::return_self_not_must_use, reason = "adds to a finding that is reported already")]
    pub fn peer(self, frame: FrameId) -> Self {
        self.with(|finding| finding.peer = Some(frame))
    }

    /// Names the direction of a finding about no frame.
    #[allow(clippy::return_self_not_must_use, reason = "adds to a finding that is reported already")]
    pub fn direction(self, direction: Direction) -> Self {
        self.with(|finding| finding.direction = Some(direction))
    }

    /// Names the frame of a finding that was made later.
    #[allow(clippy::return_self_not_must_use, reason = "adds to a finding that is reported already")]
    pub fn frame(self, frame: FrameId) -> Self {
        self.with(|finding| finding.frame = Some(frame))
    }

    /// Says who is at fault.
    #[allow(clippy::return_self_not_must_use, reason = "adds to a finding that is reported already")]
    pub fn fault(self, fault: Fault) -> Self {
        self.with(|finding| finding.at_fault = fault)
    }

    /// Names an exchange other than the message's own.
    #[allow(clippy::return_self_not_must_use, reason = "adds to a finding that is reported already")]
    pub fn exchange(self, exchange: ExchangeId) -> Self {
        self.with(|finding| finding.exchange = Some(exchange))
    }
}

/// A place in the header.
pub fn header(start: usize, end: usize) -> Option<Place> {
    Some(Place::Header(ByteSpan::new(start, end)))
}

/// A place in the payload.
pub const fn payload(span: ByteSpan) -> Option<Place> {
    Some(Place::Payload(span))
}

/// A place in the foreign message.
pub const fn foreign(span: ByteSpan) -> Option<Place> {
    Some(Place::Foreign(span))
}
