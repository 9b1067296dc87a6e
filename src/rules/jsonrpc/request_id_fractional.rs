//! `jsonrpc/request-id-fractional`

use crate::codec::json::token::Kind as Json;
use crate::rules::carried::{at, plain_call};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// Whether the id of a request is written with a fraction or an exponent.
    /// ## Why it matters
    /// Endpoints may write it back as another spelling, and ids are compared as tokens.
    /// ## What to do
    /// Use a string or an integer.
    pub static REQUEST_ID_FRACTIONAL = {
        id: "jsonrpc/request-id-fractional", severity: Note, certainty: Certain,
        clause: Should JSONRPC "4", scope: Frame, fault: Requester,
        check: Message(check, OddShape),
        fixtures: [
            "the id 7.5" => 1, |s| {
                ask(s, "7.5");
                answer(s, "7.5");
            };
            "the id 75" => 0, |s| {
                ask(s, "75");
                answer(s, "75");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = plain_call(message).filter(|_| message.kind == Kind::Request) else { return };
    let Some(id) = json.id else { return };
    if id.kind == Json::Fractional {
        let found = short(json.raw(id));
        sink.report(at(id), format!("the id of the request is written {found}")).evidence("id", found);
    }
}
