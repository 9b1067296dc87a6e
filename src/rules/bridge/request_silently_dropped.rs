//! `bridge/request-silently-dropped`

use crate::rules::context::{ExchangeCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a request under an identifier that its receiver does not carry is refused, not dropped: later requests were answered, this
    /// one never.
    /// ## Why it matters
    /// The requester waits for nothing and cannot tell an unsupported protocol from a slow one.
    /// ## What to do
    /// Answer with the transport error `ProtocolUnsupported`.
    pub static REQUEST_SILENTLY_DROPPED = {
        id: "bridge/request-silently-dropped", severity: Warning, certainty: Heuristic,
        clause: Must REGISTRY "9", scope: Association, fault: Responder,
        alternative: "The peer may carry the protocol, and the request may have been slow.",
        check: Exchange(check),
        fixtures: [
            "a request under 0x40 gets no reply, the next one does" => 1 also ["bridge/protocol-experimental"], |s| {
                s.bridge(C2s, get("x").protocol(0x40).content_type(3).correlation("x"));
                ask(s, "8");
                answer(s, "8").close();
            };
            "it is refused" => 0, |s| {
                s.bridge(C2s, get("x").protocol(0x40).content_type(3).correlation("x"));
                s.bridge(S2c, BridgeSpec::transport_error(Protocol(0x40), "x", 2, "unsupported"));
                ask(s, "8");
                answer(s, "8").close();
            };
            "the peer answered another request of the protocol" => 0 also ["exchange/unanswered"], |s| {
                s.bridge(C2s, get("x").protocol(0x40).content_type(3).correlation("x"));
                s.bridge(S2c, BridgeSpec::response(Protocol(0x40), "x", "y").content_type(3));
                s.bridge(C2s, get("x").protocol(0x40).content_type(3).correlation("z"));
                ask(s, "8");
                answer(s, "8").close();
            };
            "the capture ends before it could be answered" => 0, |s| {
                s.bridge(C2s, get("x").protocol(0x40).content_type(3).correlation("x"));
                ask(s, "8");
                answer(s, "8");
            };
            "the peer closes before it answers anything" => 0 also ["exchange/unanswered"], |s| {
                s.bridge(C2s, get("x").protocol(0x40).content_type(3).correlation("x")).close();
            };
        ],
    }
}

fn check(exchange: &ExchangeCtx<'_>, sink: &mut Sink<'_>) {
    if exchange.was_dropped() {
        let protocol = exchange.request.protocol;
        let text = format!("a request under protocol identifier 0x{:02X} was dropped, later ones were answered", protocol.0);
        sink.report(None, text).evidence("protocol_id", protocol.0);
    }
}
