//! `error/code-is-transport`

use crate::rules::carried::{at, error_object};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::naming::names;
use crate::spec::transport_code::TransportCode;

declare_rule! {
    /// ## What it checks
    /// Whether the code of a foreign error is one of the transport codes of N-PAMP.
    /// ## Why it matters
    /// A carrier may have written its own failure as an error of the endpoint. One that also spells the name is
    /// error/code-named-transport.
    /// ## What to do
    /// Report transport failures as transport errors.
    pub static CODE_IS_TRANSPORT = {
        id: "error/code-is-transport", severity: Note, certainty: Heuristic,
        clause: Must CC_JSONRPC "6 (A-70)", scope: Exchange, fault: Unknown,
        alternative: "Applications may choose small positive codes.",
        check: Message(check, Error),
        fixtures: [
            "code 4" => 1, |s| {
                ask(s, "7");
                fail_as(s, "7", "7", 4);
            };
            "code 7, which is no transport code" => 0, |s| {
                ask(s, "7");
                fail_as(s, "7", "7", 7);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((json, error)) = error_object(message) else { return };
    let Some(code) = error.code_value(json.octets).and_then(|code| u8::try_from(code).ok()).map(TransportCode) else { return };
    let (Some(name), Some(token)) = (code.name(), error.code) else { return };
    if !names(json, error, name) {
        sink.report(at(token), format!("the foreign error has code {}, which N-PAMP gives to {name}", code.0)).evidence("code", code.0);
    }
}
