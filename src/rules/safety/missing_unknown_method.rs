//! `safety/missing-unknown-method`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::memofs_writes;
use crate::rules::fixture::*;
use crate::rules::labels::{Missing, missing, report};
use crate::rules::reading::is_toa;

declare_rule! {
    /// ## What it checks
    /// Whether a request with a method that its mapping does not list carries a label.
    /// ## Why it matters
    /// Nobody classified the method, so a receiver treats it as destructive.
    /// ## What to do
    /// Attach a label that says what the method does.
    pub static MISSING_UNKNOWN_METHOD = {
        id: "safety/missing-unknown-method", severity: Note, certainty: Heuristic,
        clause: Must BRIDGE "7", scope: Frame, fault: Requester,
        alternative: "A newer revision of the protocol may define the method as one that only reads.",
        check: Message(check, Unlabelled),
        fixtures: [
            "an unlisted method without label" => 1 also ["safety/failsafe-applied", "mcp/unknown-method"], |s| {
                s.mcp_session().request(C2s, "archive/vacuum", "9", "{}").respond(S2c, "9", "{}");
            };
            "an unlisted method with a label" => 0, |s| {
                s.mcp_session().request_labelled(C2s, "archive/vacuum", "9", "{}", Effect::Destructive).respond(S2c, "9", "{}");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if missing(message) == Some(Missing::UnknownMethod) && !is_toa(message) && !memofs_writes(message) {
        report(message, sink, "its mapping does not know the method");
    }
}
