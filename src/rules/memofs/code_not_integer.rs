//! `memofs/code-not-integer`

use crate::rules::carried::{at, foreign_error};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::error::code_not_integer::is_broken;
use crate::rules::fixture::*;
use crate::rules::reading::{is_memofs, short};

declare_rule! {
    /// ## What it checks
    /// That the code of an error is an integer. The library's type says number.
    /// ## Why it matters
    /// Clients compare codes as integers.
    /// ## What to do
    /// Use an integer.
    pub static CODE_NOT_INTEGER = {
        id: "memofs/code-not-integer", severity: Error, certainty: Certain,
        clause: Must JSONRPC "5.1 (A-67)", scope: Frame, fault: Responder,
        check: Dialect(check, Error),
        fixtures: [
            "a code with a fraction" => 1, |s| {
                memofs(s, RECALL);
                refuses(s, r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603.5,"message":"x"}}"#);
            };
            "an integer" => 0, |s| {
                memofs(s, RECALL);
                refuses_with(s, "1", -32603);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((json, error)) = foreign_error(message).and_then(|json| Some((json, json.error_object()?))) else { return };
    let Some(code) = error.code.filter(|code| is_memofs(message) && is_broken(json, *code)) else { return };
    let found = short(json.raw(code));
    sink.report(at(code), format!("the code {found} is no integer")).evidence("code", found);
}
