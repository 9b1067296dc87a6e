//! Which messages a rule concerns: settled once a message, not once a rule.

use crate::bridge::carriage::CarriageClass;
use crate::bridge::carriage::jsonrpc::{JsonRpc, Version};
use crate::bridge::payload::Payload;
use crate::codec::json::token::Kind as Json;
use crate::session::arrival::Kind;
use crate::session::link::Role;

use super::context::MessageCtx;
use super::reading::ids;

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
    /// A payload with a faulty envelope, or with further TLVs than envelope, stream control and label.
    OddPayload,
    /// A JSON text that is not one plain object of JSON-RPC 2.0.
    OddText,
    /// A class of carriage other than JSON-RPC.
    OtherClass,
    /// A place in its exchange other than a first request, a notification, or a reply that came while it was due.
    OddRole,
    /// A reply with an id that is not the request's.
    OddId,
}

impl Concern {
    /// Whether a message of a kind can be one.
    pub fn fits(self, kind: Kind) -> bool {
        let kinds = [Self::Any, Self::Request, Self::Notify, Self::Call, Self::Reply, Self::Response, Self::Error, Self::Event];
        !kinds.contains(&self) || of_kind(kind) & self.bit() != 0
    }

    #[inline]
    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// What a message is: every concern that it meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
            (Concern::OddText, message.json.is_some_and(is_odd_text)),
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
    payload.envelope_fault.is_some() || further
}

fn is_odd_text(json: &JsonRpc<'_>) -> bool {
    let scan = &json.scan;
    let plain = scan.is_strict() && scan.kind == Some(Json::Object) && json.version == Version::Two;
    !plain || scan.lone_surrogate.is_some() || scan.overflow.is_some() || scan.too_deep.is_some() || !scan.duplicates.is_empty()
}

const fn is_odd_role(role: &Role) -> bool {
    !matches!(role, Role::Unplaced | Role::Request | Role::Notification | Role::Part | Role::Terminal)
}
