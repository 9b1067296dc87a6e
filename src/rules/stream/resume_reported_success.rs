//! `stream/resume-reported-success`

use crate::bridge::carriage::CarriageClass;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, asked_for, correlation_place, is_a2a};
use crate::session::arrival::Kind;
use crate::session::link::Role;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// Whether a resumption was answered by a response instead of the rest of the stream.
    /// ## Why it matters
    /// A response carries no events: the consumer believes that it has everything.
    /// ## What to do
    /// Go on with the stream, or refuse with `NotResumable`.
    pub static RESUME_REPORTED_SUCCESS = {
        id: "stream/resume-reported-success", severity: Error, certainty: Heuristic,
        clause: Must CC_STREAM "6.3", scope: Exchange, fault: Responder,
        alternative: "Nothing may have been left to deliver.",
        check: Message(check, Response),
        fixtures: [
            "a response to a resumption" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_resume("7", 1);
                answer(s, "7");
            };
            "an end to a resumption" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_resume("7", 1).a2a_end("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if resumed_response(message).is_none() || (is_a2a(message) && asked_for(message).starts_with("tasks/")) {
        return;
    }
    let draft = sink.report(correlation_place(message), "a response answers a resumption");
    if message.class == CarriageClass::Unmapped {
        draft.at_most(Severity::Warning);
    }
}

/// A response that answers a resumption by a control.
pub(super) fn resumed_response(message: &MessageCtx<'_>) -> Option<()> {
    let request = answered(message)?;
    let stream = &message.link.stream;
    let resumed = stream.cursor.is_some() && stream.producer.parts == 0 && (request.resumed || stream.cursor > Some(0));
    (resumed && message.link.role == Role::Terminal && message.kind == Kind::Response).then_some(())
}
