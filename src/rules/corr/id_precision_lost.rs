//! `corr/id-precision-lost`

use crate::bridge::carriage::jsonrpc::id::IdRelation;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{ids, is_event, short};

declare_rule! {
    /// ## What it checks
    /// That a large integer id comes back with every digit.
    /// ## Why it matters
    /// Somebody read the id as a double: above 2^53 neighbours fall together and replies reach the wrong caller.
    /// ## What to do
    /// Keep ids as tokens, or use ids below 2^53.
    pub static ID_PRECISION_LOST = {
        id: "corr/id-precision-lost", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "5", scope: Exchange, fault: Responder,
        check: Message(check, OddId),
        fixtures: [
            "2^53 + 1 came back as 2^53" => 1 also ["jsonrpc/request-id-big"], |s| {
                ask(s, "9007199254740993");
                answer_as(s, "9007199254740993", "9007199254740992");
            };
            "a small id that differs by one is plainly another" => 0 also ["corr/id-mismatch"], |s| {
                ask(s, "41");
                answer_as(s, "41", "40");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(ids) = ids(message).filter(|_| !is_event(message)) else { return };
    if ids.relation != IdRelation::PrecisionLost {
        return;
    }
    let Some(request) = message.request() else { return };
    let text = format!("id {} came back rounded to {}", short(ids.wanted), short(ids.carried));
    let draft = sink.report(ids.place, text).peer(request.frame);
    draft.evidence("request_id", short(ids.wanted)).evidence("reply_id", short(ids.carried));
}
