//! `error/extra-members`

use crate::codec::json::text;
use crate::rules::carried::error_object;
use crate::rules::context::{MessageCtx, Sink, foreign};
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// Whether the error object has members other than code, message and data.
    /// ## Why it matters
    /// They are extensions; clients pass over them.
    /// ## What to do
    /// Put further details into data.
    pub static EXTRA_MEMBERS = {
        id: "error/extra-members", severity: Note, certainty: Certain,
        clause: May JSONRPC "5.1", scope: Frame, fault: Unknown,
        check: Message(check, Error),
        fixtures: [
            "a member hint" => 1, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"x","hint":"y"}}"#));
            };
            "the hint inside data" => 0, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"x","data":{"hint":"y"}}}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((json, error)) = error_object(message) else { return };
    let Some(first) = error.extra.first() else { return };
    let name = short(&text::decode(first.of(json.octets)));
    let text = format!("the error object has the member {name}");
    sink.report(foreign(*first), text).evidence("name", name).evidence("count", error.extra.len());
}
