//! `map/agui-runerror-as-bridge-error`

use crate::bridge::dialect::agui::{FAILED, event_type};
use crate::bridge::mapping::Dialect;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::is_of;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That a run that failed says so in an event: `RUN_ERROR` in the stream.
    /// ## Why it matters
    /// An error in its place hides that the run ended, and what it said before.
    /// ## What to do
    /// Send `RUN_ERROR` as the last event.
    pub static AGUI_RUNERROR_AS_BRIDGE_ERROR = {
        id: "map/agui-runerror-as-bridge-error", severity: Error, certainty: Certain,
        clause: Must MAP_AGUI "4.3", scope: Frame, fault: Responder,
        check: Dialect(check, Error),
        fixtures: [
            "RUN_ERROR in an error" => 1, |s| {
                s.map(0x35, "ag-ui").bridge(C2s, BridgeSpec::request(Protocol(0x35), "run", "r", r#"{"threadId":"t"}"#).label(Effect::Destructive, ""));
                s.bridge(S2c, BridgeSpec::error(Protocol(0x35), "r", r#"{"type":"RUN_ERROR","message":"x"}"#));
            };
            "RUN_ERROR in the end of the stream" => 0, |s| {
                s.map(0x35, "ag-ui").bridge(C2s, BridgeSpec::request(Protocol(0x35), "run", "r", r#"{"threadId":"t"}"#).label(Effect::Destructive, ""));
                s.bridge(S2c, BridgeSpec::stream_data(Protocol(0x35), "r", r#"{"type":"RUN_STARTED"}"#).stream(0, 1, 1));
                s.bridge(S2c, BridgeSpec::stream_end(Protocol(0x35), "r", r#"{"type":"RUN_ERROR"}"#).stream(0, 1, 2));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let fails = message.kind == Kind::Error && is_of(message, Dialect::AgUi) && !message.frame.is_replay();
    if fails && event_type(message.foreign()).is_some_and(|name| name == FAILED) {
        sink.report(Some(message.foreign_place()), "the event RUN_ERROR is carried as an error of the Bridge");
    }
}
