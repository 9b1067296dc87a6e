//! `jsonrpc/reply-method-present`

use crate::bridge::transport_error::ErrorSlot;
use crate::rules::carried::is_jsonrpc;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::{is_document, short};
use crate::session::arrival::Kind;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That the envelope of a result or foreign error names no method. On transport errors, for which nothing is settled, it
    /// is noted.
    /// ## Why it matters
    /// The object of a reply has no method; a second name can contradict the request. Published vectors do it nevertheless.
    /// ## What to do
    /// Leave the method of a reply empty.
    pub static REPLY_METHOD_PRESENT = {
        id: "jsonrpc/reply-method-present", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "5 (A-34)", scope: Frame, fault: Responder,
        check: Message(check, OddShape),
        fixtures: [
            "a result that names its method" => 1, |s| {
                replied(s, result(RESULT).method("tasks/get"));
            };
            "a transport error that names its method" => 1, |s| {
                ask(s, "7");
                s.bridge(S2c, BridgeSpec::transport_error(Protocol::A2A, "7", 4, "no route").method("tasks/get"));
            };
            "a result that names none" => 0, |s| {
                replied(s, result(RESULT));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let replies = matches!(message.kind, Kind::Response | Kind::Error) && is_jsonrpc(message) && !is_document(message);
    let Some(envelope) = message.envelope.filter(|envelope| replies && !envelope.method.is_empty()) else { return };
    let text = format!("the reply names method {}", short(envelope.method));
    let draft = sink.report(payload(envelope.method_span()), text).evidence("method", short(envelope.method));
    if !matches!(message.slot, None | Some(ErrorSlot::Foreign(_) | ErrorSlot::ForeignBad(_))) {
        draft.at_most(Severity::Note);
    }
}
