//! `toa/result-missing`

use crate::bridge::carriage::jsonrpc::{Invalid, MessageKind};
use crate::rules::carried::reply;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::is_toa;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That a success reply has a result: null where there is nothing to return.
    /// ## Why it matters
    /// Clients take the reply for a malformed one.
    /// ## What to do
    /// Answer `result: null`.
    pub static RESULT_MISSING = {
        id: "toa/result-missing", severity: Error, certainty: Certain,
        clause: Must JSONRPC "5", scope: Frame, fault: Responder,
        check: Dialect(check, Response),
        fixtures: [
            "no result" => 1, |s| {
                toa(s, "pots/GET", "");
                gives(s, r#"{"jsonrpc":"2.0","id":1}"#);
            };
            "a null result" => 0, |s| {
                toa(s, "pots/GET", "");
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let shapeless = MessageKind::Invalid(Invalid::Shapeless);
    let judged = is_toa(message) && message.kind == Kind::Response;
    if reply(message).is_some_and(|json| judged && json.kind == shapeless) {
        sink.report(Some(message.foreign_place()), "the success reply has no result").evidence("length", message.foreign().len());
    }
}
