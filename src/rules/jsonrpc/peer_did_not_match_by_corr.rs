//! `jsonrpc/peer-did-not-match-by-corr`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{correlation_place, short};
use crate::session::link::Role;
use crate::spec::effect::Effect as Class;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// Whether a request that was answered with success is sent once more, octet for octet with its id, under another correlation. Where
    /// doing it twice does no harm this is only remarked.
    /// ## Why it matters
    /// The requester did not take the reply that came under its correlation; what the request does is done twice.
    /// ## What to do
    /// Match replies by their correlation; give every request an id of its own.
    pub static PEER_DID_NOT_MATCH_BY_CORR = {
        id: "jsonrpc/peer-did-not-match-by-corr", severity: Warning, certainty: Heuristic,
        clause: Must CC_JSONRPC "8.1", scope: Association, fault: Requester,
        alternative: "The application may have tried again, or may give all its requests one id.",
        check: Message(check, Request),
        fixtures: [
            "a message is sent again after its answer" => 1, |s| {
                let object = r#"{"jsonrpc":"2.0","id":7,"method":"message/send","params":{"message":{"kind":"message"}}}"#;
                for correlation in ["a", "b"] {
                    let message = BridgeSpec::request(Protocol::A2A, "message/send", correlation, object);
                    s.bridge(C2s, message.label(Effect::NonIdempotentWrite, ""));
                    answer_as(s, correlation, "7");
                }
            };
            "another message under the same id" => 0, |s| {
                for (correlation, text) in [("a", "one"), ("b", "two")] {
                    let object = format!(
                        r#"{{"jsonrpc":"2.0","id":7,"method":"message/send","params":{{"message":{{"kind":"message","messageId":"{text}"}}}}}}"#
                    );
                    let message = BridgeSpec::request(Protocol::A2A, "message/send", correlation, object);
                    s.bridge(C2s, message.label(Effect::NonIdempotentWrite, ""));
                    answer_as(s, correlation, "7");
                }
            };
            "a retry after an error" => 0, |s| {
                ask_as(s, "a", "7");
                fail_as(s, "a", "7", -32603);
                ask_as(s, "b", "7");
                answer_as(s, "b", "7");
            };
            "the correlation is used again as well" => 0, |s| {
                ask(s, "7");
                answer(s, "7");
                ask(s, "7");
                answer(s, "7");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(earlier) = message.link.again.filter(|_| message.link.role == Role::Request && message.is_jsonrpc()) else { return };
    let text = format!("{} is sent again although it was answered", short(message.method));
    let draft = sink.report(correlation_place(message), text).peer(earlier).evidence("method", short(message.method));
    let changes =
        message.effect.class.is_some_and(|class| class > Class::IdempotentWrite) || message.declared().is_some_and(|effect| effect > 1);
    if !changes {
        draft.at_most(Severity::Note);
    }
}
