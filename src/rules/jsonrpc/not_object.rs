//! `jsonrpc/not-object`

use crate::rules::carried::{TextFault, text_fault};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::is_memofs_call;
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That requests, results and notifications carry an object and not a string, number or word.
    /// ## Why it matters
    /// The endpoint cannot read it as JSON-RPC.
    /// ## What to do
    /// Carry the object exactly as it was made.
    pub static NOT_OBJECT = {
        id: "jsonrpc/not-object", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "3", scope: Frame, fault: Sender,
        check: Message(check, OddText),
        fixtures: [
            "a string" => 1, |s| {
                asked(s, get(r#""tasks/get""#));
            };
            "an object" => 0, |s| {
                asked(s, get(GET));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if is_memofs_call(message) {
        return;
    }
    let (Some(json), Some(TextFault::NotObject)) = (message.json, text_fault(message)) else { return };
    let found = json.scan.kind.map_or("value", crate::codec::json::token::Kind::name);
    sink.report(Some(message.foreign_place()), format!("the foreign message is a JSON {found}, not an object"));
}
