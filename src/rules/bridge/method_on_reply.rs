//! `bridge/method-on-reply`

use crate::bridge::carriage::CarriageClass;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// Whether a reply names a method. For JSON-RPC, jsonrpc/reply-method-present says so of results and errors.
    /// ## Why it matters
    /// The request alone decides which method is answered; a second name can contradict it. Published vectors do it
    /// nevertheless.
    /// ## What to do
    /// Leave the method of a reply empty.
    pub static METHOD_ON_REPLY = {
        id: "bridge/method-on-reply", severity: Note, certainty: Certain,
        clause: May BRIDGE "4 (A-34)", scope: Frame, fault: Responder,
        check: Message(check, OddShape),
        fixtures: [
            "an event that names its method" => 1, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).method("message/stream").stream(0, 1, 1));
                s.a2a_end("7", 2);
            };
            "events without method" => 0, |s| {
                s.a2a_stream("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let elsewhere = message.class == CarriageClass::JsonRpc && !message.kind.is_stream();
    let replies = message.kind.is_reply() && !elsewhere && !message.frame.is_replay();
    let Some(envelope) = message.envelope.filter(|envelope| replies && !envelope.method.is_empty()) else { return };
    let text = format!("the reply names method {}", short(envelope.method));
    sink.report(payload(envelope.method_span()), text).evidence("method", short(envelope.method));
}
