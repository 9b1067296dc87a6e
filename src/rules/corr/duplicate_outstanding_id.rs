//! `corr/duplicate-outstanding-id`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{correlation, short, unbroken};
use crate::session::link::Role;
use crate::store::finding::{Place, Severity};

declare_rule! {
    /// ## What it checks
    /// That two outstanding requests of one peer do not share a JSON-RPC id under different correlations.
    /// ## Why it matters
    /// The exchanges stay apart on the wire, but an endpoint that pairs by id confuses them.
    /// ## What to do
    /// Give every outstanding request an id of its own.
    pub static DUPLICATE_OUTSTANDING_ID = {
        id: "corr/duplicate-outstanding-id", severity: Warning, certainty: Certain,
        clause: Must CC_JSONRPC "8.2 (A-32)", scope: Association, fault: Requester,
        check: Message(check, Request),
        fixtures: [
            "one id under two correlations" => 1, |s| {
                ask_as(s, "a", "7");
                ask_as(s, "b", "7");
                answer_as(s, "a", "7");
                answer_as(s, "b", "7");
            };
            "null ids under two correlations" => 0, |s| {
                ask_as(s, "a", "null");
                ask_as(s, "b", "null");
                answer_as(s, "b", "null");
                answer_as(s, "a", "null");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(other) = message.link.same_id.filter(|_| matches!(message.link.role, Role::Request)) else { return };
    let Some((json, token)) = message.json.and_then(|json| Some((json, json.id?))) else { return };
    let text = format!("id {} is already outstanding under another correlation", short(json.raw(token)));
    let draft = sink.report(Some(Place::Foreign(token.span)), text);
    let draft = draft.evidence("id", short(json.raw(token))).evidence("correlation_hex", correlation(message)).peer(other);
    if !unbroken(message, message.frame.direction.flip()) {
        draft.at_most(Severity::Note);
    }
}
