//! `bridge/method-empty-on-request`

use crate::bridge::carriage::CarriageClass;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That a request or notification of generic HTTP names its method in the envelope. For JSON-RPC, jsonrpc/method-mismatch
    /// compares the envelope with the object.
    /// ## Why it matters
    /// A gateway that decides by the envelope has nothing to decide on.
    /// ## What to do
    /// Copy the method into the envelope.
    pub static METHOD_EMPTY_ON_REQUEST = {
        id: "bridge/method-empty-on-request", severity: Warning, certainty: Certain,
        clause: Should BRIDGE "4", scope: Frame, fault: Sender,
        check: Message(check, OtherClass),
        fixtures: [
            "an HTTP request without method" => 1 also ["exchange/unanswered"], |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol::HTTP, "", "7", [0xA1, 1, 0]).content_type(2));
            };
            "an HTTP request with one" => 0, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol::HTTP, "GET /", "7", [0xA1, 1, 0]).content_type(2));
            };
            "a request of a protocol that may have none" => 0, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x40), "", "7", [1, 2, 3]).content_type(2));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let calls = matches!(message.kind, Kind::Request | Kind::Notify) && message.class == CarriageClass::Http && !message.frame.is_replay();
    if let Some(envelope) = message.envelope.filter(|envelope| calls && envelope.method.is_empty()) {
        sink.report(payload(envelope.method_span()), "the envelope names no method");
    }
}
