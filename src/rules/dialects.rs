//! What several rules ask of messages whose protocol has a dialect.

use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::bridge::carriage::jsonrpc::error::ErrorObject;
use crate::bridge::dialect::CallFault;
use crate::bridge::dialect::toa::name;
use crate::bridge::dialect::toa::params::Params;
use crate::bridge::mapping::Dialect;
use crate::bridge::transport_error::ErrorSlot;
use crate::codec::json::token::{Kind as Json, Token};
use crate::session::arrival::Kind;
use crate::session::link::{Request, Role};

use super::carried::{error_object, plain_call, text};
use super::context::MessageCtx;
use super::labels::missing;
use super::reading::{answered, is_memofs, is_toa};
use super::verbs::changes;

/// The text of a call under `MemoFS`, whatever it is.
pub(super) fn memofs_text<'a>(message: &MessageCtx<'a>) -> Option<&'a JsonRpc<'a>> {
    let calls = is_memofs(message) && matches!(message.kind, Kind::Request | Kind::Notify);
    text(message).filter(|json| calls && json.scan.fault.is_none())
}

/// The object of a call under `MemoFS` that is no reply as well.
pub(super) fn memofs_object<'a>(message: &MessageCtx<'a>) -> Option<&'a JsonRpc<'a>> {
    memofs_text(message).filter(|json| json.is_object() && json.result.is_none() && json.error.is_none())
}

/// Whether the text of the message is judged by the library of `MemoFS`, not by JSON-RPC alone.
pub(super) fn is_memofs_call(message: &MessageCtx<'_>) -> bool {
    is_memofs(message) && matches!(message.kind, Kind::Request | Kind::Notify)
}

/// A call under Toa with a name.
pub(super) fn toa_call<'a>(message: &MessageCtx<'a>) -> Option<&'a JsonRpc<'a>> {
    if !is_toa(message) || message.method.is_empty() {
        return None;
    }
    plain_call(message).filter(|json| json.method_text().is_some())
}

/// A call under Toa whose params are an object or absent, taken apart.
pub(super) fn toa_params<'a>(message: &MessageCtx<'a>) -> Option<(&'a JsonRpc<'a>, Params<'a>)> {
    let json = toa_call(message).filter(|json| json.params.is_none_or(|params| params.kind == Json::Object))?;
    Some((json, Params::read(json, message.method)))
}

/// Whether the verb of the call is one of these.
pub(super) fn has_verb(message: &MessageCtx<'_>, verbs: &[&str]) -> bool {
    let verb = name::verb(message.method);
    verbs.iter().any(|known| known.as_bytes() == verb)
}

/// The verbs of envelope and object, where they differ and both are verbs.
pub(super) fn verbs_differ<'a>(message: &MessageCtx<'a>) -> Option<(&'a [u8], &'a [u8])> {
    toa_call(message)?;
    let (mapping, envelope) = (message.mapping?, message.envelope?);
    let (named, own) = (name::verb(envelope.method), name::verb(message.method));
    let both = [named, own].iter().all(|verb| mapping.find(verb).is_some());
    (both && named != own).then_some((named, own))
}

/// The request of a dialect that a reply ends.
pub(super) fn ended<'a>(message: &MessageCtx<'a>, dialect: Dialect) -> Option<&'a Request> {
    let ends = message.link.role == Role::Terminal && matches!(message.kind, Kind::Response | Kind::Error);
    answered(message).filter(|request| ends && request.dialect == dialect && !message.frame.is_replay())
}

/// The object of a reply that carries a result.
pub(super) fn result<'a>(message: &MessageCtx<'a>) -> Option<&'a JsonRpc<'a>> {
    message.json.filter(|json| message.kind == Kind::Response && json.scan.fault.is_none() && json.result.is_some() && json.error.is_none())
}

/// The error that the foreign protocol made, with its code as an integer.
pub(super) fn failure<'a>(message: &MessageCtx<'a>) -> Option<(&'a JsonRpc<'a>, &'a ErrorObject, i64, Token)> {
    let (json, error) = error_object(message)?;
    let (code, token) = (error.code_value(json.octets)?, error.code?);
    Some((json, error, code, token))
}

/// Whether the message is a reply with a JSON-RPC object, be it of an error or a result: no transport error.
pub(super) fn is_foreign_reply(message: &MessageCtx<'_>) -> bool {
    match message.kind {
        Kind::Response => message.json.is_some(),
        Kind::Error => matches!(message.slot, Some(ErrorSlot::Foreign(_) | ErrorSlot::ForeignBad(_))),
        _ => false,
    }
}

/// Checks of `MemoFS` that are about the request as such.
pub(super) const ENVELOPE_CHECKS: [CallFault; 4] = [CallFault::NotObject, CallFault::Version, CallFault::Method, CallFault::Id];

/// Whether a null id in an error of `MemoFS` is one that the library lost: its request failed a check, and had an id that could be read.
pub(super) fn loses_id(request: &Request, code: Option<i64>) -> bool {
    use crate::bridge::dialect::memofs::{INVALID_PARAMS, INVALID_REQUEST};
    let checked = request.faults.has_any(&[CallFault::Version, CallFault::Method, CallFault::Params]);
    let readable = !request.faults.has_any(&[CallFault::Unreadable, CallFault::NotObject, CallFault::Id]);
    let validation = matches!(code, Some(INVALID_REQUEST | INVALID_PARAMS));
    request.dialect == Dialect::MemoFs && checked && readable && validation
}

/// Whether a request of `MemoFS` without label changes something, as far as its mapping or its name tells.
pub(super) fn memofs_writes(message: &MessageCtx<'_>) -> bool {
    use super::labels::Missing;
    is_memofs(message)
        && match missing(message) {
            Some(Missing::Must | Missing::Should) => true,
            Some(Missing::UnknownMethod) => changes(message.method),
            _ => false,
        }
}
