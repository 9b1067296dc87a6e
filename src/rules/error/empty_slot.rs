//! `error/empty-slot`

use crate::bridge::carriage::CarriageClass;
use crate::bridge::transport_error::ErrorSlot;
use crate::rules::carried::is_swallowed;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That an error reply says what failed. Under JSON-RPC, where neither kind of error can be empty, an empty one is an
    /// error.
    /// ## Why it matters
    /// The requester knows that the request failed, and nothing else.
    /// ## What to do
    /// Carry the error of the endpoint, or a transport error.
    pub static EMPTY_SLOT = {
        id: "error/empty-slot", severity: Warning, certainty: Certain,
        clause: Must BRIDGE "6", scope: Frame, fault: Responder,
        check: Message(check, Error),
        fixtures: [
            "an empty error" => 1, |s| {
                replied(s, error(""));
            };
            "a transport error without message" => 0, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 4, "");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if !matches!(message.slot, Some(ErrorSlot::Empty)) || message.frame.is_replay() || is_swallowed(message) {
        return;
    }
    let draft = sink.report(payload(message.payload.envelope_span), "the error reply is empty");
    if message.class == CarriageClass::JsonRpc {
        draft.severity(Severity::Error);
    }
}
