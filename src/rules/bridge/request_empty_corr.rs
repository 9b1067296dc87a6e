//! `bridge/request-empty-corr`

use crate::base::span::ByteSpan;
use crate::rules::carried::pairs;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That a request carries a correlation.
    /// ## Why it matters
    /// No reply can be matched to it, and a receiver must reject it.
    /// ## What to do
    /// Give every request a correlation that no outstanding request of yours has.
    pub static REQUEST_EMPTY_CORR = {
        id: "bridge/request-empty-corr", severity: Error, certainty: Certain,
        clause: Must BRIDGE "5", scope: Frame, fault: Requester,
        check: Message(check, Request),
        fixtures: [
            "a request without correlation" => 1, |s| {
                s.bridge(C2s, get(GET).correlation(""));
            };
            "a correlation of one zero octet" => 0, |s| {
                s.bridge(C2s, get(GET).correlation([0]));
                s.bridge(S2c, BridgeSpec::response(Protocol::A2A, [0], RESULT));
            };
        ],
    }
}

/// Where the length of the correlation lies in the payload.
const LENGTH: ByteSpan = ByteSpan { start: 8, end: 9 };

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let asks = message.kind == Kind::Request && pairs(message) && !message.frame.is_replay();
    if message.envelope.is_some_and(|envelope| asks && envelope.correlation.is_empty()) {
        sink.report(payload(LENGTH), "the request has no correlation")
            .evidence("envelope_hex", message.payload.envelope_span.of(message.payload.octets));
    }
}
