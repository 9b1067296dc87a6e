//! `stream/resume-not-resumable`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::unbroken;
use crate::rules::streams::{place, resume};
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That only streams that were announced as resumable are resumed.
    /// ## Why it matters
    /// The producer keeps no events: it must refuse.
    /// ## What to do
    /// Look at the flag `resumable` before resuming; otherwise ask again from the beginning.
    pub static RESUME_NOT_RESUMABLE = {
        id: "stream/resume-not-resumable", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "6.1", scope: Exchange, fault: Requester,
        check: Message(check, OddRole),
        fixtures: [
            "no frame of the stream was resumable" => 1, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(0, 0, 1));
                s.a2a_resume("7", 1);
                s.protocol(Protocol::A2A).transport_error(S2c, "7", 6, "not resumable");
            };
            "the stream was resumable" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_resume("7", 1).a2a_end("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let track = &message.link.stream.producer;
    let known = matches!(message.link.role, Role::Resume { known: true, .. }) && track.controlled > 0 && !track.resumable;
    if known && resume(message).is_some() && unbroken(message, message.frame.direction.flip()) {
        sink.report(place(message), "no frame of the stream said that it can be resumed");
    }
}
