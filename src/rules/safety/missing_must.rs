//! `safety/missing-must`

use crate::bridge::mapping::Basis;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::labels::{Missing, missing, report};
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a request carries a `SafetyLabel` when its mapping says that the sender MUST attach one.
    /// ## Why it matters
    /// The label is what a receiver applies its policy to. Without it the request is treated as destructive, or slips through.
    /// ## What to do
    /// Attach the label that the mapping gives the method.
    pub static MISSING_MUST = {
        id: "safety/missing-must", severity: Error, certainty: Certain,
        clause: Must BRIDGE "7", scope: Frame, fault: Requester,
        check: Message(check, Unlabelled),
        fixtures: [
            "message/send without label" => 1 also ["safety/failsafe-applied", "exchange/unanswered"], |s| {
                s.protocol(Protocol::A2A).request(C2s, "message/send", "7", r#"{"message":{}}"#);
            };
            "sampling/createMessage by the server without label" => 1 also ["safety/failsafe-applied"], |s| {
                s.mcp_session().request(S2c, "sampling/createMessage", "7", r#"{"messages":[],"maxTokens":1}"#).respond(C2s, "7", "{}");
            };
            "message/send with its label" => 0, |s| { s.a2a_send("7"); };
            "a method that only reads" => 0, |s| {
                ask(s, "7");
                answer(s, "7");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if missing(message) != Some(Missing::Must) {
        return;
    }
    let draft = report(message, sink, "its mapping demands one");
    if message.effect.method.is_some_and(|method| method.basis == Basis::Derived) {
        draft.at_most(Severity::Warning);
    }
}
