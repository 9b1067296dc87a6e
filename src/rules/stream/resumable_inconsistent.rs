//! `stream/resumable-inconsistent`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::own_track;
use crate::rules::streams::{event, place};

declare_rule! {
    /// ## What it checks
    /// Whether all frames of a stream agree on whether it can be resumed.
    /// ## Why it matters
    /// Which frame a consumer goes by decides whether it may resume.
    /// ## What to do
    /// Set the flag on every frame, or on none.
    pub static RESUMABLE_INCONSISTENT = {
        id: "stream/resumable-inconsistent", severity: Note, certainty: Certain,
        clause: May CC_STREAM "6.1", scope: Exchange, fault: Sender,
        check: Message(check, Controlled),
        fixtures: [
            "the second event loses the flag" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(0, 0, 2));
                s.a2a_end("7", 3);
            };
            "every frame says so" => 0, |s| { s.a2a_stream("7", 2); };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(control) = event(message).filter(|control| !control.is_cancel_ack()) else { return };
    let track = own_track(message);
    let turns = if control.is_resumable() { track.fixed && !track.resumable } else { track.resumable && !track.fixed };
    if turns {
        sink.report(place(message), "frames of one stream disagree on whether it can be resumed").evidence("flags", control.flags);
    }
}
