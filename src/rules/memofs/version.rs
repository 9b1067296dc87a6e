//! `memofs/version`

use crate::bridge::carriage::jsonrpc::Version;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::memofs_object;
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// That `jsonrpc` of a request is the string 2.0.
    /// ## Why it matters
    /// The library refuses other versions.
    /// ## What to do
    /// Send objects of JSON-RPC 2.0.
    pub static VERSION = {
        id: "memofs/version", severity: Error, certainty: Certain,
        clause: Must MEMOFS "request validation", scope: Frame, fault: Requester,
        check: Dialect(check, OddText),
        fixtures: [
            "version 1.0" => 1, |s| {
                memofs(s, r#"{"jsonrpc":"1.0","id":1,"method":"recall"}"#);
                refuses_with(s, "1", -32600);
            };
            "no version" => 1, |s| {
                memofs(s, r#"{"id":1,"method":"recall"}"#);
                refuses_with(s, "1", -32600);
            };
            "an escaped spelling" => 0, |s| {
                memofs(s, r#"{"jsonrpc":"2\u002e0","id":1,"method":"recall"}"#);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(json) = memofs_object(message) else { return };
    let (place, found) = match json.version {
        Version::Two => return,
        Version::Absent => (Some(message.foreign_place()), "absent".to_owned()),
        Version::Wrong(token) => (at(token), short(json.raw(token))),
    };
    sink.report(place, format!("jsonrpc is {found}, not \"2.0\"")).evidence("jsonrpc", found);
}
