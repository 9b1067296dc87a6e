//! `stream/resume-unknown-corr`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{correlation, correlation_place, is_resubscription, short};
use crate::rules::streams::resume;
use crate::session::link::Role;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a resumption uses the correlation of a stream on this association.
    /// ## Why it matters
    /// The producer finds no stream to resume.
    /// ## What to do
    /// Resume under the correlation of the stream's request.
    pub static RESUME_UNKNOWN_CORR = {
        id: "stream/resume-unknown-corr", severity: Warning, certainty: Certain,
        clause: Must CC_STREAM "6.2", scope: Association, fault: Requester,
        check: Message(check, OddRole),
        fixtures: [
            "no stream has the correlation" => 1, |s| {
                s.a2a_resume("7", 4);
                s.protocol(Protocol::A2A).transport_error(S2c, "7", 6, "unknown");
            };
            "the stream's own correlation" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_resume("7", 1).a2a_end("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let unknown = matches!(message.link.role, Role::Resume { known: false, .. }) && !is_resubscription(message);
    if !unknown || resume(message).is_none() {
        return;
    }
    let text = format!("no stream on this association has correlation {}", short(correlation(message)));
    let draft = sink.report(correlation_place(message), text).evidence("correlation_hex", correlation(message));
    if !message.association().whole(message.frame.direction) {
        draft.at_most(Severity::Note);
    }
}
