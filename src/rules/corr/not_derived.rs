//! `corr/not-derived`

use crate::bridge::carriage::jsonrpc::id::{Derivation, derivation};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{correlation, correlation_place, short};

declare_rule! {
    /// ## What it checks
    /// Whether a peer that otherwise makes its correlations of the JSON-RPC ids took another token for a request.
    /// ## Why it matters
    /// Any token is legal; a break of habit may show that two parts of the peer send requests.
    /// ## What to do
    /// Nothing, unless requests and replies get mixed up.
    pub static NOT_DERIVED = {
        id: "corr/not-derived", severity: Note, certainty: Certain,
        clause: Should CC_JSONRPC "8.2 (A-29)", scope: Association, fault: Requester,
        check: Message(check, Request),
        fixtures: [
            "one opaque token among ids" => 1, |s| {
                for id in ["1", "2", "3", "4"] {
                    ask(s, id);
                    answer(s, id);
                }
                ask_as(s, "fresh", "5");
                answer_as(s, "fresh", "5");
            };
            "a peer that always takes opaque tokens" => 0, |s| {
                for (token, id) in [("a", "1"), ("b", "2"), ("c", "3"), ("d", "4"), ("e", "5")] {
                    ask_as(s, token, id);
                    answer_as(s, token, id);
                }
            };
            "a fresh token for a null id" => 0, |s| {
                for id in ["1", "2", "3", "4"] {
                    ask(s, id);
                    answer(s, id);
                }
                ask_as(s, "n-1", "null");
                answer_as(s, "n-1", "null");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let link = message.link;
    let spoken_for = link.borrowed.is_some() || link.collides.is_some();
    let Some((json, id)) = message.json.filter(|_| link.deviates && !spoken_for).and_then(|json| Some((json, json.id?))) else { return };
    if !matches!(derivation(correlation(message), json.raw(id)), Derivation::Token | Derivation::Minimal) {
        let text = format!("correlation {} is not made of id {} as those before it", short(correlation(message)), short(json.raw(id)));
        sink.report(correlation_place(message), text).evidence("correlation_hex", correlation(message));
    }
}
