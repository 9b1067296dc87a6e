//! `a2a/error-code-unknown`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::is_a2a;
use crate::session::arrival::Kind;
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// Whether an error code of the range that A2A uses is one that it defines.
    /// ## Why it matters
    /// A newer revision may define it; a client of this one does not know it.
    /// ## What to do
    /// Nothing, unless the code is a slip.
    pub static ERROR_CODE_UNKNOWN = {
        id: "a2a/error-code-unknown", severity: Note, certainty: Certain,
        clause: May MAP_A2A "4", scope: Frame, fault: Responder,
        check: Message(check, Error),
        fixtures: [
            "-32042" => 1, |s| {
                ask(s, "7");
                fail_as(s, "7", "7", -32042);
            };
            "-32001" => 0, |s| {
                ask(s, "7");
                fail_as(s, "7", "7", -32001);
            };
        ],
    }
}

/// Codes of the server range that A2A leaves undefined.
const UNDEFINED: std::ops::RangeInclusive<i64> = -32099..=-32007;

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let fails = message.kind == Kind::Error && is_a2a(message) && !message.frame.is_replay();
    let Some((json, error)) = message.json.filter(|_| fails).and_then(|json| Some((json, json.error_object()?))) else { return };
    let Some(code) = error.code_value(json.octets).filter(|code| UNDEFINED.contains(code)) else { return };
    let place = error.code.map(|token| Place::Foreign(token.span));
    sink.report(place, format!("A2A does not define code {code}")).evidence("code", code);
}
