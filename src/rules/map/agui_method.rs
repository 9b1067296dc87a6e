//! `map/agui-method`

use crate::bridge::mapping::Dialect;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::{is_of, short};
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That the request of AG-UI is named run.
    /// ## Why it matters
    /// A receiver has no other.
    /// ## What to do
    /// Name it run.
    pub static AGUI_METHOD = {
        id: "map/agui-method", severity: Warning, certainty: Certain,
        clause: Must MAP_AGUI "4.1", scope: Frame, fault: Requester,
        check: Dialect(check, Request),
        fixtures: [
            "another name" => 1 also ["exchange/unanswered"], |s| {
                s.map(0x35, "ag-ui").bridge(C2s, BridgeSpec::request(Protocol(0x35), "runAgent", "r", r#"{"threadId":"t"}"#).label(Effect::Destructive, ""));
            };
            "run" => 0, |s| {
                s.map(0x35, "ag-ui").bridge(C2s, BridgeSpec::request(Protocol(0x35), "run", "r", r#"{"threadId":"t"}"#).label(Effect::Destructive, ""));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let named = is_of(message, Dialect::AgUi) && !message.method.is_empty() && !matches!(message.link.role, Role::Resume { .. });
    let Some(envelope) = message.envelope.filter(|_| named && message.method != b"run" && !message.frame.is_replay()) else { return };
    let text = format!("the request is named {}, not run", short(envelope.method));
    sink.report(payload(envelope.method_span()), text).evidence("method", short(envelope.method));
}
