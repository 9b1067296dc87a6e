//! `corr/derived-collision`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{correlation, correlation_place, short};
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// Whether a string id and a number id of one peer lead to the same correlation.
    /// ## Why it matters
    /// The peer derives correlations from ids without their quotes. As soon as both are outstanding they collide.
    /// ## What to do
    /// Derive from the id token as written, quotes included, or use fresh tokens.
    pub static DERIVED_COLLISION = {
        id: "corr/derived-collision", severity: Warning, certainty: Certain,
        clause: Should CC_JSONRPC "8.2", scope: Association, fault: Requester,
        check: Message(check, Request),
        fixtures: [
            "7 and \"7\" both become 7" => 1, |s| {
                ask_as(s, "7", "7");
                answer_as(s, "7", "7");
                ask_as(s, "7", "\"7\"");
                answer_as(s, "7", "\"7\"");
            };
            "7 and \"7\" keep their quotes" => 0, |s| {
                ask(s, "7");
                answer(s, "7");
                ask(s, "\"7\"");
                answer(s, "\"7\"");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(earlier) = message.link.collides.filter(|_| message.link.role == Role::Request) else { return };
    let text = format!("correlation {} stands for a string id and for a number id", short(correlation(message)));
    sink.report(correlation_place(message), text).evidence("correlation_hex", correlation(message)).peer(earlier);
}
