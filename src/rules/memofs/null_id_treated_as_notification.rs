//! `memofs/null-id-treated-as-notification`

use crate::rules::context::{ExchangeCtx, Sink};
use crate::rules::exchange::unanswered::{is_null_of_memofs, unanswered};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a request with a null id is answered: only a request without id is a notification.
    /// ## Why it matters
    /// The client waits for ever.
    /// ## What to do
    /// Ask whether the member is there, not whether it is null.
    pub static NULL_ID_TREATED_AS_NOTIFICATION = {
        id: "memofs/null-id-treated-as-notification", severity: Warning, certainty: Heuristic,
        clause: Must MEMOFS "types", scope: Association, fault: Responder,
        alternative: "The reply may have been on its way when the association ended.",
        check: Exchange(check),
        fixtures: [
            "a null id that nobody answers" => 1 also ["jsonrpc/request-id-null"], |s| { memofs(s, r#"{"jsonrpc":"2.0","id":null,"method":"recall"}"#).close(); };
            "a null id that is answered" => 0, |s| {
                memofs(s, r#"{"jsonrpc":"2.0","id":null,"method":"recall"}"#);
                gives(s, r#"{"jsonrpc":"2.0","id":null,"result":null}"#).close();
            };
        ],
    }
}

fn check(exchange: &ExchangeCtx<'_>, sink: &mut Sink<'_>) {
    let Some(orderly) = unanswered(exchange).filter(|_| is_null_of_memofs(exchange)) else { return };
    let method = exchange.association.symbols.text(exchange.request.method);
    let text = format!("{} with a null id got no reply before {}", short(method.as_bytes()), exchange.association.what_ended());
    let draft = sink.report(None, text).evidence("method", short(method.as_bytes()));
    if !orderly {
        draft.at_most(Severity::Note);
    }
}
