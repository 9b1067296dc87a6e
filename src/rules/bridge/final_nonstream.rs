//! `bridge/final-nonstream`

use crate::bridge::carriage::CarriageClass;
use crate::bridge::envelope::Envelope;
use crate::rules::carried::pairs;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That `final` is set on stream frames only. For JSON-RPC, jsonrpc/flags says the same as an error.
    /// ## Why it matters
    /// The flag has no meaning there, and a receiver may refuse the message.
    /// ## What to do
    /// Clear the flags of every other frame.
    pub static FINAL_NONSTREAM = {
        id: "bridge/final-nonstream", severity: Warning, certainty: Certain,
        clause: Must BRIDGE "4", scope: Frame, fault: Sender,
        check: Message(check, OtherClass),
        fixtures: [
            "a final request of generic HTTP" => 1, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol::HTTP, "GET /", "7", [0xA1, 1, 0]).content_type(2).flags(1));
                s.bridge(S2c, BridgeSpec::transport_error(Protocol::HTTP, "7", 2, "no"));
            };
            "a request of generic HTTP without flags" => 0, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol::HTTP, "GET /", "7", [0xA1, 1, 0]).content_type(2));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let judged = !message.kind.is_stream() && message.class != CarriageClass::JsonRpc && pairs(message) && !message.frame.is_replay();
    let Some(envelope) = message.envelope.filter(|envelope| judged && envelope.is_final()) else { return };
    sink.report(payload(Envelope::FLAGS), "a frame that is no part of a stream is final").evidence("flags", envelope.flags);
}
