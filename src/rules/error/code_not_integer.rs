//! `error/code-not-integer`

use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::codec::json::number;
use crate::codec::json::token::{Kind as Json, Token};
use crate::rules::carried::{at, foreign_error};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_memofs, short};
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That the code of a foreign error is an integer, written as one. A value that is an integer in another spelling is a
    /// warning.
    /// ## Why it matters
    /// Clients compare codes as integers. Another spelling shows that somebody wrote the object anew.
    /// ## What to do
    /// Pass the error object of the endpoint on, octet for octet.
    pub static CODE_NOT_INTEGER = {
        id: "error/code-not-integer", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "6", scope: Frame, fault: Unknown,
        check: Message(check, Error),
        fixtures: [
            "a code that is a string" => 1, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":"-32601","message":"x"}}"#));
            };
            "a code written as a float" => 1, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601.0,"message":"x"}}"#));
            };
            "no code" => 1, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"message":"x"}}"#));
            };
            "an integer" => 0, |s| {
                replied(s, error(r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"x"}}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((json, error)) = foreign_error(message).and_then(|json| Some((json, json.error_object()?))) else { return };
    match (error.token.kind, error.code) {
        (Json::String, _) | (_, Some(Token { kind: Json::Integer, .. })) => {}
        (Json::Object, None) => _ = sink.report(at(error.token), "the foreign error has no code"),
        (Json::Object, Some(code)) if is_memofs(message) && is_broken(json, code) => {}
        (Json::Object, Some(code)) => {
            let found = short(json.raw(code));
            let draft = sink.report(at(code), format!("the code {found} of the foreign error is no integer")).evidence("code", found);
            if code.kind == Json::Fractional && is_whole(json.raw(code)) {
                draft.severity(Severity::Warning);
            }
        }
        (kind, _) => _ = sink.report(at(error.token), format!("the error member is of type {}, not an object", kind.name())),
    }
}

/// Whether a code is a number, but no integer, not even by value.
pub(in crate::rules) fn is_broken(json: &JsonRpc<'_>, code: Token) -> bool {
    code.kind == Json::Fractional && !is_whole(json.raw(code))
}

/// Whether a number with fraction or exponent has the value of an integer that may be a code.
fn is_whole(raw: &[u8]) -> bool {
    let value: Option<f64> = std::str::from_utf8(raw).ok().and_then(|text| text.parse().ok());
    let integer = value.filter(|value| value.abs() < 1e15).map(|value| format!("{value:.0}"));
    integer.is_some_and(|integer| number::equal(raw, integer.as_bytes()))
}
