//! `exchange/second-terminal`

use crate::bridge::carriage::CarriageClass;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, correlation, correlation_place, is_document, short};
use crate::session::arrival::Kind;
use crate::session::link::Role;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a request gets one final reply.
    /// ## Why it matters
    /// The requester has closed the exchange, and may use the correlation again: the second reply hits another request.
    /// ## What to do
    /// Answer once, with a result or with an error.
    pub static SECOND_TERMINAL = {
        id: "exchange/second-terminal", severity: Error, certainty: Certain,
        clause: Must BRIDGE "2", scope: Exchange, fault: Responder,
        check: Message(check, OddRole),
        fixtures: [
            "two results" => 1, |s| {
                ask(s, "7");
                answer(s, "7");
                answer(s, "7");
            };
            "a result and an error" => 1, |s| {
                ask(s, "7");
                answer(s, "7");
                fail_as(s, "7", "7", -32603);
            };
            "the correlation was used again in between" => 0, |s| {
                ask(s, "7");
                answer(s, "7");
                ask(s, "7");
                answer(s, "7");
            };
            "a final response of HTTP after an interim one, which only its object tells" => 1, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol::HTTP, "GET /", "7", [0xA1, 0x01, 0x01]).content_type(2));
                s.bridge(S2c, BridgeSpec::response(Protocol::HTTP, "7", [0xA1, 0x01, 0x02]).content_type(2));
                s.bridge(S2c, BridgeSpec::response(Protocol::HTTP, "7", [0xA1, 0x01, 0x02]).content_type(2));
            };
            "the frame itself came twice" => 0, |s| {
                ask(s, "7");
                answer(s, "7").duplicate_last();
            };
            "a card in several documents" => 0, |s| {
                s.protocol(Protocol::A2A).request(C2s, "agent/getAuthenticatedExtendedCard", "7", "{}");
                answer(s, "7");
                answer(s, "7");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Role::SecondTerminal(first), Some(_)) = (&message.link.role, answered(message)) else { return };
    let documents = message.class == CarriageClass::Documents || is_document(message);
    let raced = message.kind == Kind::Error && message.link.stream.cancel.is_some();
    if (documents && message.kind == Kind::Response) || raced {
        return;
    }
    let text = format!("the request under correlation {} was already answered", short(correlation(message)));
    let draft = sink.report(correlation_place(message), text).evidence("correlation_hex", correlation(message)).peer(first.frame);
    let head = message.class == CarriageClass::Http && first.kind == Kind::Response;
    if head {
        draft.at_most(Severity::Note);
    }
}
