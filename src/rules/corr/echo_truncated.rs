//! `corr/echo-truncated`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{correlation, correlation_place, rejects_malformed, short};
use crate::session::link::Role;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// Whether a reply that no request explains echoes an outstanding correlation in another form: cut, trimmed, without its
    /// quotes, or in another case.
    /// ## Why it matters
    /// A correlation is compared as octets: the requester cannot place the reply.
    /// ## What to do
    /// Echo the correlation octet by octet; do not parse it and do not store it as text.
    pub static ECHO_TRUNCATED = {
        id: "corr/echo-truncated", severity: Error, certainty: Heuristic,
        clause: Must BRIDGE "5", scope: Association, fault: Responder,
        alternative: "The reply may belong to another request that is not visible here.",
        check: Message(check, OddRole),
        fixtures: [
            "the quotes of a correlation were dropped" => 1 also ["exchange/unanswered"], |s| {
                ask(s, "\"abc\"");
                answer_as(s, "abc", "\"abc\"");
            };
            "a correlation that resembles none" => 0 also ["exchange/reply-without-request"], |s| {
                ask(s, "\"abc\"");
                answer_as(s, "xyz", "\"q\"");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Role::Stray(stray) = &message.link.role else { return };
    let Some(request) = stray.echoes.filter(|_| !rejects_malformed(message)) else { return };
    let text = format!("correlation {} is another form of one that is outstanding", short(correlation(message)));
    let draft = sink.report(correlation_place(message), text).evidence("correlation_hex", correlation(message)).peer(request);
    if !message.association().whole(message.frame.direction.flip()) {
        draft.at_most(Severity::Note);
    }
}
