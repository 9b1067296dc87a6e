//! `toa/refusal-data-code-shape`

use crate::bridge::dialect::toa::REFUSED;
use crate::codec::json::token::Kind as Json;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::failure;
use crate::rules::fixture::*;
use crate::rules::reading::is_toa;

declare_rule! {
    /// ## What it checks
    /// That `data.code` of a refusal is a text or a number.
    /// ## Why it matters
    /// Callers compare it with the codes that the operation declares.
    /// ## What to do
    /// Use the code as the manifest declares it.
    pub static REFUSAL_DATA_CODE_SHAPE = {
        id: "toa/refusal-data-code-shape", severity: Warning, certainty: Certain,
        clause: Must TOA "error codes", scope: Frame, fault: Responder,
        check: Dialect(check, Error),
        fixtures: [
            "an object" => 1, |s| {
                toa(s, "pots/GET", "");
                refuses(s, r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"x","data":{"code":{}}}}"#);
            };
            "a number" => 0, |s| {
                toa(s, "pots/GET", "");
                refuses(s, r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"x","data":{"code":7}}}"#);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let refused = |code: i64| is_toa(message) && code == REFUSED;
    let Some((json, error, _, _)) = failure(message).filter(|(_, _, code, _)| refused(*code)) else { return };
    let Some(own) = json.dig(error.data, &[b"code"]).filter(|own| own.kind != Json::String && !own.kind.is_number()) else { return };
    let text = format!("data.code is of type {}, neither a text nor a number", own.kind.name());
    sink.report(at(own), text).evidence("type", own.kind.name());
}
