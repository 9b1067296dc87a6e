//! `stream/resume-after-cancel`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::streams::{place, resume};
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That a stream is not resumed after its consumer cancelled it.
    /// ## Why it matters
    /// The producer has stopped the work and forgotten the events.
    /// ## What to do
    /// Ask again with a fresh request.
    pub static RESUME_AFTER_CANCEL = {
        id: "stream/resume-after-cancel", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "7.2", scope: Exchange, fault: Requester,
        check: Message(check, OddRole),
        fixtures: [
            "cancelled, then resumed" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 1).a2a_cancelled("7", 1);
                s.a2a_resume("7", 1);
                s.protocol(Protocol::A2A).transport_error(S2c, "7", 6, "cancelled");
            };
            "cancelled, then asked again" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 1).a2a_cancelled("7", 1);
                s.a2a_stream("7", 1);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if !matches!(message.link.role, Role::Resume { cancelled: true, .. }) || resume(message).is_none() {
        return;
    }
    let draft = sink.report(place(message), "a cancelled stream is resumed");
    if let Some(cancel) = message.link.stream.cancel {
        draft.peer(cancel.frame);
    }
}
