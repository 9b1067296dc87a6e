//! `jsonrpc/depth-or-size`

use crate::base::span::ByteSpan;
use crate::base::text::grouped;
use crate::rules::carried::{at, object};
use crate::rules::concern::LARGE;
use crate::rules::context::foreign;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether the message nests deeper than 256 levels or has a member of more than 1 MiB.
    /// ## Why it matters
    /// Such messages exhaust parsers that recurse, or memory.
    /// ## What to do
    /// Nothing, when the endpoint is ready for them.
    pub static DEPTH_OR_SIZE = {
        id: "jsonrpc/depth-or-size", severity: Note, certainty: Certain,
        clause: May OBSERVER "", scope: Frame, fault: Sender,
        check: Message(check, OddText),
        fixtures: [
            "300 levels" => 1, |s| {
                let deep = format!("{}{}", "[".repeat(300), "]".repeat(300));
                asked(s, get(format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":{{"id":"t-1","deep":{deep}}}}}"#)));
            };
            "200 levels" => 0, |s| {
                let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
                asked(s, get(format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":{{"id":"t-1","deep":{deep}}}}}"#)));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = object(message) else { return };
    if let Some(offset) = json.scan.too_deep {
        let text = format!("the object nests {} levels deep", json.scan.depth);
        let place = ByteSpan { start: offset, end: offset.saturating_add(1) };
        sink.report(foreign(place), text).evidence("depth", json.scan.depth);
        return;
    }
    let members = [json.params, json.result, json.error];
    if let Some(large) = members.into_iter().flatten().find(|token| token.span.len() > LARGE) {
        let size = large.span.len();
        sink.report(at(large), format!("a member of the object has {} octets", grouped(size as u64))).evidence("octets", size);
    }
}
