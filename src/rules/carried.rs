//! What several rules ask of a carried JSON-RPC message.

use std::borrow::Cow;

use crate::bridge::carriage::CarriageClass;
use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::bridge::carriage::jsonrpc::embedded::{Embedded, embedded};
use crate::bridge::carriage::jsonrpc::error::ErrorObject;
use crate::bridge::envelope::content_type;
use crate::bridge::mapping::{Mapping, recognize};
use crate::bridge::transport_error::ErrorSlot;
use crate::codec::json::scan::Bounds;
use crate::codec::json::token::{Kind as Json, Token};
use crate::session::arrival::Kind;
use crate::spec::protocol::{Protocol, ProtocolRange};
use crate::store::finding::Place;

use super::context::MessageCtx;
use super::reading::{is_document, is_mcp};

/// Whether the message is one of class JSONRPC that says something new.
#[inline]
pub(super) fn is_jsonrpc(message: &MessageCtx<'_>) -> bool {
    message.class == CarriageClass::JsonRpc && message.envelope.is_some() && !message.frame.is_replay()
}

/// Whether the message kind in the envelope pairs with the frame type. Where it does not, nobody knows which of the two is right.
#[inline]
pub(super) fn pairs(message: &MessageCtx<'_>) -> bool {
    message.payload.head.message_kind == Some(message.kind.code())
}

/// Whether the message may declare a media type: in generation 3, and not as JSON-RPC, whose content type is settled.
pub(super) fn may_be_opaque(message: &MessageCtx<'_>) -> bool {
    message.class != CarriageClass::JsonRpc && message.association().is_gen3() && !message.frame.is_replay()
}

/// Whether a TLV that is longer than the payload swallowed the foreign message.
pub(super) fn is_swallowed(message: &MessageCtx<'_>) -> bool {
    use crate::bridge::safety::LabelFault;
    use crate::bridge::stream_control::ControlFault;
    let label = message.payload.label.as_ref().and_then(|part| part.fault);
    let control = message.payload.stream.as_ref().and_then(|part| part.fault);
    matches!(label, Some(LabelFault::Overrun { .. })) || matches!(control, Some(ControlFault::Overrun { .. }))
}

/// The carried text of a request, a success reply or a notification, or of an A2A event; an error that holds JSON counts too.
/// Documents that answer a request for a card are no JSON-RPC.
#[inline]
pub(super) fn text<'a>(message: &MessageCtx<'a>) -> Option<&'a JsonRpc<'a>> {
    let document = message.kind.is_reply() && message.kind != Kind::Error && is_document(message);
    message.json.filter(|_| is_jsonrpc(message) && !document)
}

/// The carried object, when the text is one to its end.
#[inline]
pub(super) fn object<'a>(message: &MessageCtx<'a>) -> Option<&'a JsonRpc<'a>> {
    text(message).filter(|json| json.is_object() && json.scan.fault.is_none())
}

/// The object of a request or notification.
#[inline]
pub(super) fn call<'a>(message: &MessageCtx<'a>) -> Option<&'a JsonRpc<'a>> {
    object(message).filter(|_| matches!(message.kind, Kind::Request | Kind::Notify))
}

/// The object of a request or notification that is one by its shape: it has a method and is no reply as well.
#[inline]
pub(super) fn plain_call<'a>(message: &MessageCtx<'a>) -> Option<&'a JsonRpc<'a>> {
    call(message).filter(|json| json.method.is_some() && json.result.is_none() && json.error.is_none())
}

/// The object of a reply. Events of an A2A stream have a rule of their own.
#[inline]
pub(super) fn reply<'a>(message: &MessageCtx<'a>) -> Option<&'a JsonRpc<'a>> {
    object(message).filter(|_| matches!(message.kind, Kind::Response | Kind::Error) && pairs(message))
}

/// The object of an error that the foreign protocol made.
pub(super) fn foreign_error<'a>(message: &MessageCtx<'a>) -> Option<&'a JsonRpc<'a>> {
    let foreign = matches!(message.slot, Some(ErrorSlot::Foreign(_)));
    object(message).filter(|_| message.kind == Kind::Error && foreign)
}

/// The error object of a foreign error, when it is an object.
pub(super) fn error_object<'a>(message: &MessageCtx<'a>) -> Option<(&'a JsonRpc<'a>, &'a ErrorObject)> {
    let json = foreign_error(message)?;
    let error = json.error_object().filter(|error| error.token.kind == Json::Object)?;
    Some((json, error))
}

/// What is wrong with a text that should be one JSON object: one thing, the worst.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TextFault {
    /// It is an HTTP message or an event stream.
    Embedded(Embedded),
    /// It is no JSON.
    NotJson,
    /// It is carried as MCP and does not even begin like JSON.
    Alien,
    /// It is an array.
    Batch,
    /// It is a string, number or word.
    NotObject,
    /// A byte order mark precedes it.
    Bom,
    /// A string in it is no UTF-8.
    NotUtf8,
    /// Other octets follow it.
    Trailing,
}

/// What is wrong with the carried text. Events of an A2A stream that are no object have a rule of their own, as have errors.
pub(super) fn text_fault(message: &MessageCtx<'_>) -> Option<TextFault> {
    let json = text(message)?;
    let fault = fault_of(message, json)?;
    let spoken_for = match fault {
        TextFault::Embedded(_) | TextFault::NotJson | TextFault::Alien | TextFault::NotObject => {
            message.kind == Kind::Error || message.kind.is_stream()
        }
        TextFault::Batch => message.kind.is_stream(),
        TextFault::Bom | TextFault::NotUtf8 | TextFault::Trailing => false,
    };
    (!spoken_for).then_some(fault)
}

fn fault_of(message: &MessageCtx<'_>, json: &JsonRpc<'_>) -> Option<TextFault> {
    let scan = &json.scan;
    if scan.fault.is_some() {
        let broken = if is_mcp(message) && !begins_like_json(message.foreign()) { TextFault::Alien } else { TextFault::NotJson };
        return Some(embedded(message.foreign()).map_or(broken, TextFault::Embedded));
    }
    match scan.kind {
        Some(Json::Array) => Some(TextFault::Batch),
        Some(Json::Object) if scan.bom => Some(TextFault::Bom),
        Some(Json::Object) if scan.not_utf8.is_some() => Some(TextFault::NotUtf8),
        Some(Json::Object) if scan.trailing.is_some() => Some(TextFault::Trailing),
        Some(Json::Object) => None,
        _ => Some(TextFault::NotObject),
    }
}

/// Whether somebody meant to write a JSON text.
fn begins_like_json(octets: &[u8]) -> bool {
    let text = octets.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(octets).trim_ascii_start();
    let word = [&b"true"[..], b"false", b"null"].into_iter().any(|word| text.starts_with(word));
    word || matches!(text.first(), Some(b'{' | b'[' | b'"' | b'-' | b'0'..=b'9'))
}

/// The content type of a message that is JSON-RPC and does not declare it, with a sentence about it. Transport errors, for which none is
/// settled, and documents are left alone.
pub(super) fn undeclared_json(message: &MessageCtx<'_>) -> Option<(u8, String)> {
    let foreign = matches!(message.slot, None | Some(ErrorSlot::Foreign(_) | ErrorSlot::ForeignBad(_)));
    let judged = is_jsonrpc(message) && foreign && !message.foreign().is_empty() && !is_document(message);
    let found = message.envelope.filter(|_| judged)?.content_type;
    let text = match content_type::name(found) {
        _ if found == content_type::JSON => return None,
        Some(name) => format!("the content type is {found} ({name}), the message is JSON-RPC"),
        None => format!("the content type is {found}, the message is JSON-RPC"),
    };
    Some((found, text))
}

/// The method and the mapping of a registered protocol that travels under an identifier that means something else, where its sender does
/// so for the first time.
pub(super) fn disguised<'a>(message: &MessageCtx<'a>) -> Option<(Cow<'a, [u8]>, &'a Mapping)> {
    let envelope = message.envelope.filter(|_| !message.frame.is_replay() && !message.kind.is_reply())?;
    let agreed = matches!(envelope.protocol.range(None), ProtocolRange::Experimental | ProtocolRange::Private);
    let known = message.association().state.carried.is_disguised(message.frame.direction, envelope.protocol);
    if !agreed || known {
        return None;
    }
    let mappings = message.association().mappings;
    let (method, known) = recognize(mappings, envelope.protocol, message.json, message.foreign())?;
    let json = JsonRpc::digest(message.foreign(), Bounds::default());
    let tasks = mappings.of(Protocol::A2A).filter(|a2a| a2a.find(&method).is_some() && json.dig(json.params, &[b"id"]).is_some());
    Some((method, tasks.unwrap_or(known)))
}

/// A token of the foreign message as a place.
#[expect(clippy::unnecessary_wraps, reason = "it is what a report takes")]
pub(super) const fn at(token: Token) -> Option<Place> {
    Some(Place::Foreign(token.span))
}
