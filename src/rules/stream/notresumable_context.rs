//! `stream/notresumable-context`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::refused_with;
use crate::rules::streams::streamed;

declare_rule! {
    /// ## What it checks
    /// That `NotResumable` answers a resumption only.
    /// ## Why it matters
    /// The request asked for a fresh stream; the code says nothing about why it failed.
    /// ## What to do
    /// Use a code that fits, or the error of the foreign protocol.
    pub static NOTRESUMABLE_CONTEXT = {
        id: "stream/notresumable-context", severity: Warning, certainty: Certain,
        clause: Must CC_STREAM "6.4", scope: Exchange, fault: Responder,
        check: Message(check, Error),
        fixtures: [
            "a fresh stream is refused so" => 1, |s| {
                s.a2a_stream_request("7");
                s.protocol(Protocol::A2A).transport_error(S2c, "7", 6, "no");
            };
            "a resubscription is refused so" => 0, |s| {
                s.protocol(Protocol::A2A).request(C2s, "tasks/resubscribe", "7", r#"{"id":"t-1"}"#);
                s.transport_error(S2c, "7", 6, "no");
            };
        ],
    }
}

/// `NotResumable`.
const CODE: u8 = 6;

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let coded = refused_with(message) == Some(CODE);
    let Some(request) = streamed(message).filter(|request| coded && !request.resumed && message.link.stream.cursor.is_none()) else {
        return;
    };
    if !crate::rules::reading::asks_to_resume(message) {
        sink.report(Some(message.foreign_place()), "NotResumable answers a request that resumes nothing").peer(request.frame);
    }
}
