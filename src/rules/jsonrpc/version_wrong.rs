//! `jsonrpc/version-wrong`

use crate::bridge::carriage::jsonrpc::{Key, Version};
use crate::rules::carried::{at, object};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::is_memofs_call;
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// That `jsonrpc` is the string 2.0, in any spelling.
    /// ## Why it matters
    /// Endpoints refuse other versions.
    /// ## What to do
    /// Carry objects of JSON-RPC 2.0, exactly as they were made.
    pub static VERSION_WRONG = {
        id: "jsonrpc/version-wrong", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "3", scope: Frame, fault: Sender,
        check: Message(check, OddText),
        fixtures: [
            "the number 2.0" => 1 also ["jsonrpc/version-not-rejected"], |s| {
                asked(s, get(r#"{"jsonrpc":2.0,"id":7,"method":"tasks/get","params":{"id":"t-1"}}"#));
            };
            "version 1.0" => 1 also ["jsonrpc/version-not-rejected"], |s| {
                asked(s, get(r#"{"jsonrpc":"1.0","id":7,"method":"tasks/get","params":{"id":"t-1"}}"#));
            };
            "an escaped spelling" => 0, |s| {
                asked(s, get(r#"{"jsonrpc":"2\u002e0","id":7,"method":"tasks/get","params":{"id":"t-1"}}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = object(message).filter(|_| !is_memofs_call(message)) else { return };
    let Version::Wrong(token) = json.version else { return };
    if json.repeated.iter().all(|(key, _)| *key != Key::Version) {
        let found = short(json.raw(token));
        sink.report(at(token), format!("jsonrpc is {found}, not \"2.0\"")).evidence("jsonrpc", found);
    }
}
