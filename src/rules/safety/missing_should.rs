//! `safety/missing-should`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::labels::{Missing, missing, report};

declare_rule! {
    /// ## What it checks
    /// That a request carries the label that its sender SHOULD attach: of MCP `resources/subscribe`, `resources/unsubscribe` and
    /// `logging/setLevel`.
    /// ## Why it matters
    /// Without it a receiver treats the request as destructive and may refuse it.
    /// ## What to do
    /// Attach the label `idempotent_write`.
    pub static MISSING_SHOULD = {
        id: "safety/missing-should", severity: Warning, certainty: Certain,
        clause: Should MAP_MCP "6.1", scope: Frame, fault: Requester,
        check: Message(check, Unlabelled),
        fixtures: [
            "a subscription without label" => 1 also ["safety/failsafe-applied"], |s| {
                s.mcp_session().request(C2s, "resources/subscribe", "9", r#"{"uri":"file:///a"}"#).respond(S2c, "9", "{}");
            };
            "an observation of LMOS without label" => 1 also ["safety/failsafe-applied", "exchange/unanswered"], |s| {
                let object = r#"{"messageType":"observeProperty","property":"state"}"#;
                s.map(0x11, "lmos").bridge(C2s, BridgeSpec::request(Protocol(0x11), "observeProperty", "r", object));
            };
            "a subscription with its label" => 0, |s| {
                s.mcp_session().request_labelled(C2s, "resources/subscribe", "9", r#"{"uri":"file:///a"}"#, Effect::IdempotentWrite);
                s.respond(S2c, "9", "{}");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if missing(message) == Some(Missing::Should) {
        report(message, sink, "its sender should attach one");
    }
}
