//! `jsonrpc/duplicate-key`

use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::codec::json::scan::Duplicate;
use crate::codec::json::text;
use crate::rules::carried::object;
use crate::rules::context::foreign;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// That no object in the message repeats a member name. One finding a message, about the most important name.
    /// ## Why it matters
    /// Parsers disagree which value stands, so receivers disagree about the meaning: most dangerous for method, id, params,
    /// result, error, code and name.
    /// ## What to do
    /// Write every member once. A carrier passes the object through as it is.
    pub static DUPLICATE_KEY = {
        id: "jsonrpc/duplicate-key", severity: Warning, certainty: Certain,
        clause: Should JSON "4", scope: Frame, fault: Sender,
        check: Message(check, OddText),
        fixtures: [
            "two methods" => 1, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":{"id":"t-1"},"method":"tasks/get"}"#));
            };
            "a name repeated deep inside, and a spelling of it" => 1, |s| {
                replied(s, result(r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"task","metadata":{"a":1,"\u0061":2}}}"#));
            };
            "one name in two objects" => 0, |s| {
                replied(s, result(r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"task","metadata":[{"a":1},{"a":2}]}}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = object(message) else { return };
    let mut all = json.scan.duplicates.iter();
    let Some(worst) = all.clone().find(|duplicate| json.is_important(duplicate)).or_else(|| all.next()) else { return };
    let text = format!("an object repeats the member {}", name(json, worst));
    let draft = sink.report(foreign(worst.name), text).evidence("name", name(json, worst)).evidence("depth", worst.depth);
    draft.evidence("count", json.scan.duplicate_count).evidence("first_offset", worst.first.start).evidence("offset", worst.name.start);
}

fn name(json: &JsonRpc<'_>, duplicate: &Duplicate) -> String {
    short(&text::decode(duplicate.name.of(json.octets)))
}
