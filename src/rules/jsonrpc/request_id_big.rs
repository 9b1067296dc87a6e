//! `jsonrpc/request-id-big`

use crate::codec::json::number;
use crate::codec::json::token::Kind as Json;
use crate::rules::carried::{at, plain_call};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// Whether the id of a request is an integer beyond 2^53, or a token of more than 255 octets.
    /// ## Why it matters
    /// Parsers that use doubles change such integers, and a correlation cannot hold such a token.
    /// ## What to do
    /// Use a string of moderate length.
    pub static REQUEST_ID_BIG = {
        id: "jsonrpc/request-id-big", severity: Note, certainty: Certain,
        clause: May CC_JSONRPC "8.2 (A-33)", scope: Frame, fault: Requester,
        check: Message(check, OddShape),
        fixtures: [
            "the id 2^53 + 1" => 1, |s| {
                ask(s, "9007199254740993");
                answer(s, "9007199254740993");
            };
            "the id 2^53" => 0, |s| {
                ask(s, "9007199254740992");
                answer(s, "9007199254740992");
            };
        ],
    }
}

/// Octets that a correlation can hold.
const LONGEST: usize = 255;

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = plain_call(message).filter(|_| message.kind == Kind::Request) else { return };
    let Some(id) = json.id else { return };
    if json.raw(id).len() > LONGEST || (id.kind == Json::Integer && number::is_beyond_double(json.raw(id))) {
        let found = short(json.raw(id));
        sink.report(at(id), format!("the id {found} of the request does not survive every reader")).evidence("id", found);
    }
}
