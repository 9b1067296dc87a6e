//! `safety/missing-must`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::labels::{Missing, is_inferred, is_spoken_for, missing, report};
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
            "a run of AG-UI, whose identifier the user bound" => 1 also ["safety/failsafe-applied", "exchange/unanswered"], |s| {
                s.map(0x35, "ag-ui").bridge(C2s, BridgeSpec::request(Protocol(0x35), "run", "r", r#"{"threadId":"t"}"#));
            };
            "an action of LMOS, of which nobody knows what it does" => 1 also ["safety/failsafe-applied", "exchange/unanswered"], |s| {
                let object = r#"{"messageType":"invokeAction","action":"open"}"#;
                s.map(0x11, "lmos").bridge(C2s, BridgeSpec::request(Protocol(0x11), "invokeAction", "r", object));
            };
            "the same run under an identifier that nobody bound" => 0, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x35), "run", "r", r#"{"threadId":"t"}"#));
            };
            "a property that is only read" => 0, |s| {
                let object = r#"{"messageType":"readProperty","property":"state"}"#;
                s.map(0x11, "lmos").bridge(C2s, BridgeSpec::request(Protocol(0x11), "readProperty", "r", object));
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
    if missing(message) != Some(Missing::Must) || is_spoken_for(message) {
        return;
    }
    let draft = report(message, sink, "its mapping demands one");
    if is_inferred(message) {
        draft.at_most(Severity::Warning);
    }
}
