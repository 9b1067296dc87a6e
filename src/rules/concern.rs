//! Which messages a rule concerns: settled once a message, not once a rule.

use crate::bridge::carriage::CarriageClass;
use crate::bridge::carriage::jsonrpc::{JsonRpc, MessageKind, Version};
use crate::bridge::envelope::{Envelope, content_type};
use crate::bridge::payload::Payload;
use crate::codec::json::token::Kind as Json;
use crate::session::arrival::Kind;
use crate::session::link::Role;

use super::context::MessageCtx;
use super::reading::ids;

/// Octets above which a text, or a member of one, is large.
pub(super) const LARGE: usize = 1 << 20;
/// Octets of a string that every reader takes as an id, with its quotes.
const PLAIN_STRING: usize = 64;
/// Digits of an integer that every reader takes as it is.
const PLAIN_INTEGER: usize = 15;

/// What a message must be for a rule to look at it. The rule has nothing to say about any other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Concern {
    /// Nothing in particular.
    Any,
    /// A request.
    Request,
    /// A notification.
    Notify,
    /// A request or a notification.
    Call,
    /// Anything else, stream frames included.
    Reply,
    /// A success reply.
    Response,
    /// An error reply.
    Error,
    /// A stream frame.
    Event,
    /// A message with a label.
    Labelled,
    /// A request without label.
    Unlabelled,
    /// A message with a stream control.
    Controlled,
    /// A payload with a faulty envelope, with further TLVs than envelope, stream control and label, or with a foreign message that does
    /// not begin like a JSON object, right behind envelope and label where there is no stream control.
    OddPayload,
    /// An envelope with a kind that is not that of the frame, with flags that no frame of the kind has, with another encoding than JSON,
    /// or with a method that is not plain text.
    OddEnvelope,
    /// No JSON text, one that is not one plain object of JSON-RPC 2.0, or a large one.
    OddText,
    /// A call without a plain id, with an odd method or params, or with a method that the envelope does not name; a reply whose envelope
    /// names a method or no correlation. An object that is not of the kind of the message, or lacks the id that its kind has.
    OddShape,
    /// A class of carriage other than JSON-RPC.
    OtherClass,
    /// A place in its exchange other than a first request, a notification, or a reply that came while it was due.
    OddRole,
    /// A reply with an id that is not the request's.
    OddId,
}

impl Concern {
    #[inline]
    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// What a message is: every concern that it meets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Concerns(u32);

impl Concerns {
    /// What a message is.
    pub fn of(message: &MessageCtx<'_>) -> Self {
        let labelled = message.payload.label.is_some();
        let met = [
            (Concern::Labelled, labelled),
            (Concern::Unlabelled, message.kind == Kind::Request && !labelled),
            (Concern::Controlled, message.payload.stream.is_some()),
            (Concern::OddPayload, is_odd_payload(message.payload)),
            (Concern::OddEnvelope, message.envelope.is_some_and(|envelope| is_odd_envelope(envelope, message.kind))),
            (Concern::OddText, message.json.is_none_or(is_odd_text)),
            (Concern::OddShape, if message.kind.is_reply() { is_odd_reply(message) } else { is_odd_call(message) }),
            (Concern::OtherClass, message.class != CarriageClass::JsonRpc),
            (Concern::OddRole, is_odd_role(&message.link.role)),
            (Concern::OddId, message.kind.is_reply() && ids(message).is_some()),
        ];
        let bits = met.into_iter().filter(|(_, met)| *met).fold(0, |bits, (concern, _)| bits | concern.bit());
        Self(bits | of_kind(message.kind))
    }

    /// Whether a rule of this concern looks at the message.
    #[inline]
    pub const fn meets(self, concern: Concern) -> bool {
        self.0 & concern.bit() != 0
    }
}

const fn of_kind(kind: Kind) -> u32 {
    let kinds = match kind {
        Kind::Request => Concern::Request.bit() | Concern::Call.bit(),
        Kind::Notify => Concern::Notify.bit() | Concern::Call.bit(),
        Kind::Response => Concern::Response.bit() | Concern::Reply.bit(),
        Kind::Error => Concern::Error.bit() | Concern::Reply.bit(),
        Kind::StreamData | Kind::StreamEnd => Concern::Event.bit() | Concern::Reply.bit(),
    };
    kinds | Concern::Any.bit()
}

fn is_odd_payload(payload: &Payload<'_>) -> bool {
    let further = payload.media_type.is_some() || !payload.unknown.is_empty() || !payload.duplicates.is_empty();
    let elsewhere = payload.stream.is_none() && payload.reference_diverges();
    payload.envelope_fault.is_some() || further || elsewhere || payload.foreign.first() != Some(&b'{')
}

fn is_odd_envelope(envelope: &Envelope<'_>, kind: Kind) -> bool {
    let flags = if kind.is_stream() { envelope.reserved_flags() } else { envelope.flags };
    let plain = envelope.method.iter().all(|octet| matches!(octet, b' '..=b'~'));
    flags != 0 || envelope.message_kind != kind.code() || envelope.content_type != content_type::JSON || !plain
}

fn is_odd_text(json: &JsonRpc<'_>) -> bool {
    let scan = &json.scan;
    let plain = scan.is_strict() && scan.kind == Some(Json::Object) && json.version == Version::Two;
    !plain
        || json.octets.len() > LARGE
        || scan.lone_surrogate.is_some()
        || scan.overflow.is_some()
        || scan.too_deep.is_some()
        || !scan.duplicates.is_empty()
}

fn is_odd_call(message: &MessageCtx<'_>) -> bool {
    let Some((json, method)) = message.json.and_then(|json| Some((json, json.method?))) else { return true };
    let kind = match message.kind {
        Kind::Request => MessageKind::Request,
        _ => MessageKind::Notification,
    };
    let id = json.id.is_none_or(|id| match id.kind {
        Json::String => id.span.len() <= PLAIN_STRING,
        Json::Integer => id.span.len() <= PLAIN_INTEGER,
        _ => false,
    });
    let named = message.envelope.is_some_and(|envelope| message.method == envelope.method);
    let params = json.params.is_none_or(|params| matches!(params.kind, Json::Object | Json::Array));
    let usual = method.kind == Json::String && !message.method.is_empty() && !message.method.starts_with(b"rpc.");
    !(json.kind == kind && id && named && params && usual && json.repeated.is_empty())
}

fn is_odd_reply(message: &MessageCtx<'_>) -> bool {
    let usual = match message.kind {
        Kind::Error => MessageKind::Error,
        _ => MessageKind::Response,
    };
    let envelope = message.envelope.is_some_and(|envelope| envelope.correlation.is_empty() || !envelope.method.is_empty());
    envelope || message.json.is_some_and(|json| json.kind != usual || json.id.is_none())
}

const fn is_odd_role(role: &Role) -> bool {
    !matches!(role, Role::Unplaced | Role::Request | Role::Notification | Role::Part | Role::Terminal)
}
