//! What several rules ask of a message.

use std::borrow::Cow;

use crate::base::direction::Direction;
use crate::base::text;
use crate::bridge::carriage::CarriageClass;
use crate::bridge::carriage::jsonrpc::id::{IdRelation, compare_ids};
use crate::bridge::carriage::jsonrpc::{Key, Version};
use crate::bridge::mapping::Dialect;
use crate::bridge::transport_error::ErrorSlot;
use crate::session::arrival::Kind;
use crate::session::link::{Request, Role, StreamTrack};
use crate::spec::protocol::Protocol;
use crate::store::finding::Place;

use super::context::{MessageCtx, payload};

/// Octets of a token that a message text repeats at most.
const SHOWN: usize = 64;

/// Wire octets for a message text: safe, and not longer than a line.
pub(super) fn short(octets: &[u8]) -> String {
    match octets.get(..SHOWN) {
        Some(head) if octets.len() > SHOWN => format!("{}\u{2026}", text::show(head)),
        _ => text::show(octets),
    }
}

/// Two texts of the wire that differ, side by side in a message: letters beyond ASCII become numbers, since two of them may look alike.
pub(super) fn apart(one: &[u8], other: &[u8]) -> [String; 2] {
    let spell = |c: char| if c.is_ascii() || c == '\u{2026}' { c.to_string() } else { c.escape_unicode().to_string() };
    [short(one), short(other)].map(|text| text.chars().map(spell).collect())
}

/// The method: the object's own, else the envelope's copy; empty when there is none.
pub(super) fn method<'a>(message: &MessageCtx<'a>) -> Cow<'a, [u8]> {
    Cow::Borrowed(message.method)
}

/// The carried protocol, when the envelope is readable.
pub(super) fn protocol(message: &MessageCtx<'_>) -> Option<Protocol> {
    message.envelope.map(|envelope| envelope.protocol)
}

/// The carried protocol, where the message is the first in which its sender uses it and the user bound no mapping to it.
pub(super) fn first_unbound(message: &MessageCtx<'_>) -> Option<Protocol> {
    let association = message.association();
    let first = |protocol| association.state.carried.is_first(message.frame.direction, protocol, message.frame.id);
    let unbound = |protocol: &Protocol| !association.mappings.is_configured(*protocol) && first(*protocol);
    protocol(message).filter(|protocol| !message.frame.is_replay() && unbound(protocol))
}

/// Whether the message carries MCP.
pub(super) fn is_mcp(message: &MessageCtx<'_>) -> bool {
    is_of(message, Dialect::Mcp)
}

/// Whether the message carries A2A.
pub(super) fn is_a2a(message: &MessageCtx<'_>) -> bool {
    is_of(message, Dialect::A2a)
}

/// Whether the message carries Toa.
pub(super) fn is_toa(message: &MessageCtx<'_>) -> bool {
    is_of(message, Dialect::Toa)
}

/// Whether the message carries `MemoFS`.
pub(super) fn is_memofs(message: &MessageCtx<'_>) -> bool {
    is_of(message, Dialect::MemoFs)
}

/// Whether the envelope is readable and its protocol has the dialect.
pub(super) fn is_of(message: &MessageCtx<'_>, dialect: Dialect) -> bool {
    message.envelope.is_some() && message.dialect() == dialect
}

/// The request that a reply belongs to and that really came from the other side.
pub(super) fn answered<'a>(message: &MessageCtx<'a>) -> Option<&'a Request> {
    let placed = matches!(message.link.role, Role::Part | Role::Terminal | Role::SecondTerminal(_) | Role::AfterTerminal(_));
    message.request().filter(|request| placed && request.initiator != message.frame.direction)
}

/// The method of the request that a reply belongs to.
pub(super) fn asked_for<'a>(message: &MessageCtx<'a>) -> &'a str {
    message.request().map_or("", |request| message.text(request.method))
}

/// Where the correlation lies.
pub(super) fn correlation_place(message: &MessageCtx<'_>) -> Option<Place> {
    message.envelope.and_then(|envelope| payload(envelope.correlation_span()))
}

/// The correlation octets; empty when there are none.
pub(super) fn correlation<'a>(message: &MessageCtx<'a>) -> &'a [u8] {
    message.envelope.map_or(&[], |envelope| envelope.correlation)
}

/// Whether a direction was captured without holes since the capture began: what was not seen there was not sent.
pub(super) fn unbroken(message: &MessageCtx<'_>, direction: Direction) -> bool {
    message.association().state.evidence.is_unbroken(direction)
}

/// Whether both directions were captured without holes since the capture began: no listing was lost, nor the request for one.
pub(super) fn heard_all(message: &MessageCtx<'_>) -> bool {
    Direction::BOTH.into_iter().all(|direction| unbroken(message, direction))
}

/// The id of a reply beside that of its request.
pub(super) struct Ids<'a> {
    /// How they stand to each other.
    pub(super) relation: IdRelation,
    /// Raw token of the request's.
    pub(super) wanted: &'a [u8],
    /// Raw token of the reply's.
    pub(super) carried: &'a [u8],
    /// The code of a foreign error.
    pub(super) code: Option<i64>,
    /// Where the reply's lies.
    pub(super) place: Option<Place>,
}

/// Compares the id of the reply that answers a request with that of the request. `None` when there is nothing to compare, when
/// the object is no reply, or when one of several ids of the object is right: other rules speak then.
pub(super) fn ids<'a>(message: &MessageCtx<'a>) -> Option<Ids<'a>> {
    let request = answered(message).filter(|_| matches!(message.link.role, Role::Part | Role::Terminal))?;
    let json = message.json.filter(|json| json.is_object() && json.scan.fault.is_none() && json.method.is_none())?;
    let (wanted, token) = (request.id.as_deref()?, json.id?);
    if json.candidates(Key::Id).any(|id| json.raw(id) == wanted) {
        return None;
    }
    let carried = json.raw(token);
    let relation = compare_ids(wanted, Some(carried), json.error.is_none());
    let code = json.error_object().and_then(|error| error.code_value(json.octets));
    Some(Ids { relation, wanted, carried, code, place: Some(Place::Foreign(token.span)) })
}

/// Whether the message is an event of an A2A stream: its id has a rule of its own.
pub(super) fn is_event(message: &MessageCtx<'_>) -> bool {
    is_a2a(message) && message.kind.is_stream()
}

/// The A2A method that is answered by a set of documents.
const CARD: &str = "agent/getAuthenticatedExtendedCard";

/// The A2A methods that take up a stream again.
const RESUBSCRIBE: [&str; 2] = ["tasks/resubscribe", "tasks/subscribe"];

/// Whether the message is an A2A request that takes up a stream again.
pub(super) fn is_resubscription(message: &MessageCtx<'_>) -> bool {
    let name = method(message);
    message.kind == Kind::Request && is_a2a(message) && RESUBSCRIBE.iter().any(|known| known.as_bytes() == &*name)
}

/// Whether the request that the message answers takes up a stream again, by its method.
pub(super) fn asks_to_resume(message: &MessageCtx<'_>) -> bool {
    is_a2a(message) && RESUBSCRIBE.contains(&asked_for(message))
}

/// Whether the message answers a request for a document.
pub(super) fn is_document(message: &MessageCtx<'_>) -> bool {
    asked_for(message) == CARD || may_be_document(message)
}

/// Whether the message answers an A2A request that was lost, and is no JSON-RPC: then a document may have been asked for.
fn may_be_document(message: &MessageCtx<'_>) -> bool {
    let lost = matches!(message.link.role, Role::Stray(_)) && !message.association().whole(message.frame.direction.flip());
    let object = message.json.is_some_and(|json| json.version != Version::Absent);
    lost && is_a2a(message) && message.kind != Kind::Error && !object
}

/// The track of the sender's half of a stream, before the message.
pub(super) fn own_track<'a>(message: &MessageCtx<'a>) -> &'a StreamTrack {
    let stream = &message.link.stream;
    match message.request() {
        Some(request) if request.initiator == message.frame.direction => &stream.consumer,
        _ => &stream.producer,
    }
}

/// The code of a transport error that ends its exchange.
pub(super) fn refused_with(message: &MessageCtx<'_>) -> Option<u8> {
    message.slot.and_then(ErrorSlot::transport_code).filter(|_| message.link.role == Role::Terminal)
}

/// Whether a stray reply answers a notification: the rule `notify/replied` speaks of it, and no other rule about strays.
pub(super) fn answers_notification(message: &MessageCtx<'_>) -> Option<crate::base::id::FrameId> {
    let Role::Stray(stray) = &message.link.role else { return None };
    let replies = matches!(message.kind, Kind::Response | Kind::Error);
    stray.notification.filter(|_| replies && !rejects_malformed(message))
}

/// Whether the octets of an error may be of any kind: then what looks like a transport error in one respect only may be foreign.
pub(super) const fn may_be_foreign(message: &MessageCtx<'_>) -> bool {
    !matches!(message.class, CarriageClass::JsonRpc | CarriageClass::Http)
}

/// Whether a transport error without partner answers a frame of the other side that could not be read.
pub(super) fn rejects_malformed(message: &MessageCtx<'_>) -> bool {
    let malformed = message.slot.and_then(ErrorSlot::transport_code) == Some(1);
    malformed && message.association().state.malformed[message.frame.direction.flip().index()].is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_look_alike_are_told_apart() {
        assert_eq!(apart("é".as_bytes(), "e\u{301}".as_bytes()), ["\\u{e9}", "e\\u{301}"]);
        assert_eq!(apart(b"tools/call", "tools/c\u{430}ll".as_bytes()), ["tools/call", "tools/c\\u{430}ll"]);
        assert_eq!(apart(b"\"7\"", b"7"), ["\"7\"", "7"]);
    }
}
