//! `map/agui-run-response`

use crate::bridge::mapping::Dialect;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::ended;
use crate::rules::fixture::*;
use crate::session::arrival::Kind;
use crate::session::link::Request;

declare_rule! {
    /// ## What it checks
    /// That a run is answered by a stream of events.
    /// ## Why it matters
    /// A client waits for events.
    /// ## What to do
    /// Answer with `STREAM_DATA` and `STREAM_END`.
    pub static AGUI_RUN_RESPONSE = {
        id: "map/agui-run-response", severity: Warning, certainty: Certain,
        clause: Must MAP_AGUI "4.1", scope: Exchange, fault: Responder,
        check: Dialect(check, Response),
        fixtures: [
            "a response" => 1, |s| {
                s.map(0x35, "ag-ui").bridge(C2s, BridgeSpec::request(Protocol(0x35), "run", "r", r#"{"threadId":"t"}"#).label(Effect::Destructive, ""));
                s.bridge(S2c, BridgeSpec::response(Protocol(0x35), "r", r#"{"type":"RUN_FINISHED"}"#));
            };
            "a stream" => 0, |s| {
                s.map(0x35, "ag-ui").bridge(C2s, BridgeSpec::request(Protocol(0x35), "run", "r", r#"{"threadId":"t"}"#).label(Effect::Destructive, ""));
                s.bridge(S2c, BridgeSpec::stream_data(Protocol(0x35), "r", r#"{"type":"RUN_STARTED"}"#).stream(0, 1, 1));
                s.bridge(S2c, BridgeSpec::stream_end(Protocol(0x35), "r", r#"{"type":"RUN_FINISHED"}"#).stream(0, 1, 2));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let runs = |request: &&Request| message.kind == Kind::Response && message.text(request.method) == "run";
    let Some(request) = ended(message, Dialect::AgUi).filter(runs) else { return };
    sink.report(Some(message.foreign_place()), "a run is answered by a response, not by a stream").peer(request.frame);
}
