//! `corr/id-token-changed`

use crate::bridge::carriage::jsonrpc::id::IdRelation;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{apart, ids};

declare_rule! {
    /// ## What it checks
    /// Whether a reply spells the id as its request does.
    /// ## Why it matters
    /// The value is the same, so an endpoint may spell it anew; a carrier may not, and a peer that compares octets fails.
    /// ## What to do
    /// If a carrier sits between, look whether it parses and rewrites the objects it carries.
    pub static ID_TOKEN_CHANGED = {
        id: "corr/id-token-changed", severity: Note, certainty: Certain,
        clause: Must CC_JSONRPC "5", scope: Exchange, fault: Responder,
        check: Message(check, OddId),
        fixtures: [
            "1 came back as 1.0" => 1, |s| {
                ask(s, "1");
                answer_as(s, "1", "1.0");
            };
            "an escape was resolved" => 1, |s| {
                ask_as(s, "x", r#""\u0061""#);
                answer_as(s, "x", "\"a\"");
            };
            "7 came back as 70e-1, and 0 as -0" => 2, |s| {
                ask(s, "7");
                answer_as(s, "7", "70e-1");
                ask(s, "0");
                answer_as(s, "0", "-0");
            };
            "7 came back as 7e0" => 1, |s| {
                ask(s, "7");
                answer_as(s, "7", "7e0");
            };
            "the same odd spelling" => 0, |s| {
                ask(s, "70e-1");
                answer(s, "70e-1");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(ids) = ids(message).filter(|ids| ids.relation == IdRelation::Respelled) else { return };
    let Some(request) = message.request() else { return };
    let [wanted, carried] = &apart(ids.wanted, ids.carried);
    let text = format!("id {wanted} came back spelled {carried}");
    let draft = sink.report(ids.place, text).peer(request.frame);
    draft.evidence("request_id", wanted.as_str()).evidence("reply_id", carried.as_str());
}
