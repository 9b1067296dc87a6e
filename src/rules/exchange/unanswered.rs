//! `exchange/unanswered`

use crate::bridge::mapping::Dialect;
use crate::rules::context::{ExchangeCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::store::finding::Severity;
use crate::store::row::End;

declare_rule! {
    /// ## What it checks
    /// Whether a request got a final reply before its association ended.
    /// ## Why it matters
    /// The requester waits for nothing. After an orderly close the responder has left it without an answer.
    /// ## What to do
    /// Answer every request before closing, with an error if need be.
    pub static UNANSWERED = {
        id: "exchange/unanswered", severity: Note, certainty: Certain,
        clause: Must BRIDGE "2", scope: Association, fault: Responder,
        check: Exchange(check),
        fixtures: [
            "the capture ends first" => 1, |s| { ask(s, "7"); };
            "the responder closes in order" => 1, |s| { ask(s, "7").close(); };
            "the reply was lost by the capture" => 0, |s| {
                ask(s, "7");
                answer(s.lose_next(S2c), "7");
                ask(s, "8");
                answer(s, "8");
            };
            "the requester cancelled it" => 0, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly));
                s.notify(C2s, "notifications/cancelled", r#"{"requestId":9}"#);
            };
        ],
    }
}

fn check(exchange: &ExchangeCtx<'_>, sink: &mut Sink<'_>) {
    let Some(orderly) = unanswered(exchange).filter(|_| !is_null_of_memofs(exchange)) else { return };
    let method = exchange.association.symbols.text(exchange.request.method);
    let text = format!("{} got no reply before {}", short(method.as_bytes()), exchange.association.what_ended());
    let draft = sink.report(None, text).evidence("method", short(method.as_bytes()));
    if orderly {
        draft.severity(Severity::Warning);
    }
}

/// Whether a request of `MemoFS` has a null id: another rule says what became of it.
pub(in crate::rules) fn is_null_of_memofs(exchange: &ExchangeCtx<'_>) -> bool {
    exchange.request.dialect == Dialect::MemoFs && exchange.request.id.as_deref() == Some(b"null")
}

/// Whether a request got no reply, as far as the capture can tell; and then whether its responder closed in order, having had the time.
pub(in crate::rules) fn unanswered(exchange: &ExchangeCtx<'_>) -> Option<bool> {
    let (request, stream) = (exchange.request, exchange.stream);
    let streamed = stream.producer.parts > 0 || stream.cancel.is_some();
    let evidence = &exchange.association.state.evidence;
    let responder = request.initiator.flip();
    let spoken_for = exchange.was_dropped() || exchange.answered_early().is_some();
    if streamed || spoken_for || request.cancelled.is_some() || !evidence.is_unbroken(responder) {
        return None;
    }
    let closed = exchange.association.state.closed;
    let before_close = closed.iter().flatten().all(|close| request.frame < *close);
    let orderly = exchange.association.end == End::Close && closed[responder.index()].is_some() && before_close;
    Some(orderly && evidence.is_complete() && !request.streams && !request.defective)
}
