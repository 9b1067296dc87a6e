//! `safety/failsafe-applied`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::labels::missing;
use crate::rules::reading::{method, short};

declare_rule! {
    /// ## What it checks
    /// Whether a request had to be treated as destructive because it carries no label.
    /// ## Why it matters
    /// It says what a conformant receiver made of the request, whatever its sender meant.
    /// ## What to do
    /// See the finding about the missing label at the same frame.
    pub static FAILSAFE_APPLIED = {
        id: "safety/failsafe-applied", severity: Note, certainty: Certain,
        clause: Must BRIDGE "7", scope: Frame, fault: Unknown,
        check: Message(check, Unlabelled),
        fixtures: [
            "a call without label" => 1 also ["safety/missing-tool-mutating"], |s| {
                s.mcp_session().call("9", "delete_branch", None).called("9", "ok");
            };
            "a listing without label" => 0, |s| { s.mcp_session(); };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if missing(message).is_some() {
        let name = short(&method(message));
        sink.report(None, format!("{name} without label is treated as destructive")).evidence("method", name);
    }
}
