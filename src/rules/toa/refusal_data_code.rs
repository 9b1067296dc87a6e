//! `toa/refusal-data-code`

use crate::bridge::dialect::toa::REFUSED;
use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::failure;
use crate::rules::fixture::*;
use crate::rules::reading::is_toa;

declare_rule! {
    /// ## What it checks
    /// That -32001 carries the operation's own code in `data.code`.
    /// ## Why it matters
    /// The code says only that an operation refused; `data.code` is what a caller reads.
    /// ## What to do
    /// Put the code that the operation declares into `data.code`.
    pub static REFUSAL_DATA_CODE = {
        id: "toa/refusal-data-code", severity: Error, certainty: Certain,
        clause: Must TOA "error codes", scope: Frame, fault: Responder,
        check: Dialect(check, Error),
        fixtures: [
            "no data" => 1, |s| {
                toa(s, "pots/GET", "");
                refuses_with(s, "1", -32001);
            };
            "the operation's code" => 0, |s| {
                toa(s, "pots/GET", "");
                refuses(s, r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"x","data":{"code":"TOO_HOT"}}}"#);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let refused = |code: i64| is_toa(message) && code == REFUSED;
    let Some((json, error, _, token)) = failure(message).filter(|(_, _, code, _)| refused(*code)) else { return };
    if json.dig(error.data, &[b"code"]).is_none() {
        sink.report(at(error.data.unwrap_or(token)), "an operation refused without its own code in data.code");
    }
}
