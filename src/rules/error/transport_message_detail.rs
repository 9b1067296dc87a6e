//! `error/transport-message-detail`

use crate::bridge::transport_error::ErrorSlot;
use crate::rules::context::{MessageCtx, Sink, foreign};
use crate::rules::fixture::*;
use crate::rules::naming::gives_away;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// Whether the message of a transport error gives internals away: a stack trace, a path of the file system, something
    /// that looks like a credential.
    /// ## Why it matters
    /// The message crosses a trust boundary.
    /// ## What to do
    /// Say what failed, not where in the program.
    pub static TRANSPORT_MESSAGE_DETAIL = {
        id: "error/transport-message-detail", severity: Warning, certainty: Heuristic,
        clause: Should BRIDGE "6", scope: Frame, fault: Responder,
        alternative: "The text may be meant for the peer.",
        check: Message(check, Error),
        fixtures: [
            "a stack trace" => 1, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 4, "Traceback (most recent call last): File main.py");
            };
            "a token" => 1, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 4, "401 for Authorization: Bearer eyJhbGciOi");
            };
            "a message that names a peer" => 0, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 4, "archive.example:8080 does not answer");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(span) = message.slot.filter(|_| !message.frame.is_replay()).and_then(ErrorSlot::message) else { return };
    let lower = span.of(message.foreign()).to_ascii_lowercase();
    if let Some(sign) = gives_away(&lower) {
        let text = format!("the message of the transport error gives internals away: {}", short(sign.trim_ascii()));
        sink.report(foreign(span), text).evidence("length", span.len());
    }
}
