//! `exchange/reply-before-request`

use crate::rules::context::{ExchangeCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// That a reply comes after its request. A reply that nobody had asked for, followed by the request with its correlation and id,
    /// which then got no other reply, was sent ahead of it.
    /// ## Why it matters
    /// The requester cannot place the reply and waits for another; somebody answers what they foresee.
    /// ## What to do
    /// Answer a request after it was received.
    pub static REPLY_BEFORE_REQUEST = {
        id: "exchange/reply-before-request", severity: Error, certainty: Certain,
        clause: Must BRIDGE "5", scope: Association, fault: Responder,
        check: Exchange(check),
        fixtures: [
            "the answer, then the question" => 1, |s| {
                s.ping(C2s);
                answer(s, "7");
                ask(s, "7").close();
            };
            "the question gets an answer of its own" => 0 also ["exchange/reply-without-request"], |s| {
                s.ping(C2s);
                answer(s, "7");
                ask(s, "7");
                answer(s, "7").close();
            };
            "a capture that begins after the first question" => 0, |s| {
                ask(s.late(), "6");
                answer(s, "7");
                answer(s, "6");
                ask(s, "7").close();
            };
        ],
    }
}

fn check(exchange: &ExchangeCtx<'_>, sink: &mut Sink<'_>) {
    // The acknowledgements of QUIC do not always tell the order of the two directions.
    let ordered = !exchange.association.state.evidence.disordered;
    let Some(reply) = exchange.answered_early().filter(|_| ordered) else { return };
    let request = exchange.request;
    let method = exchange.association.symbols.text(request.method);
    let text = format!("the reply to {} came before the request", short(method.as_bytes()));
    let draft = sink.report(None, text).frame(reply).direction(request.initiator.flip()).peer(request.frame);
    draft.evidence("method", short(method.as_bytes()));
}
