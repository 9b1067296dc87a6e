//! `toa/unknown-code`

use crate::bridge::dialect::toa::UNREADABLE;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::failure;
use crate::rules::fixture::*;
use crate::rules::reading::is_toa;
use crate::rules::toa::no_404::tells_of_nothing;
use crate::spec::transport_code::TransportCode;

declare_rule! {
    /// ## What it checks
    /// That an error code is one that the gateway has.
    /// ## Why it matters
    /// A client knows what those mean, and no others; an operation's own code belongs into `data.code`.
    /// ## What to do
    /// Use -32001 for a refusal of the operation, -32603 for everything else.
    pub static UNKNOWN_CODE = {
        id: "toa/unknown-code", severity: Warning, certainty: Certain,
        clause: Must TOA "error codes", scope: Frame, fault: Responder,
        check: Dialect(check, Error),
        fixtures: [
            "a code of the operation" => 1, |s| {
                toa(s, "pots/GET", "");
                refuses_with(s, "1", 4290);
            };
            "a reserved code" => 1, |s| {
                toa(s, "pots/GET", "");
                refuses_with(s, "1", -32099);
            };
            "a parse error (A-63)" => 0, |s| {
                toa(s, "pots/GET", "");
                refuses_with(s, "1", -32700);
            };
            "the gateway's own code" => 0, |s| {
                toa(s, "pots/GET", "");
                refuses_with(s, "1", -32000);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(mapping) = message.mapping.filter(|_| is_toa(message) && !message.frame.is_replay()) else { return };
    let Some((_, _, code, token)) = failure(message) else { return };
    let known = mapping.defines_code(code) || UNREADABLE.contains(&code);
    let of_transport = u8::try_from(code).is_ok_and(|code| TransportCode(code).name().is_some());
    if !known && !of_transport && !tells_of_nothing(message) {
        sink.report(at(token), format!("the gateway has no code {code}")).evidence("code", code);
    }
}
