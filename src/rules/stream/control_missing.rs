//! `stream/control-missing`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{correlation, correlation_place, short};
use crate::rules::streams::streamed;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That the frames of a streamed reply carry a `StreamControl`. A stream without any is reported once.
    /// ## Why it matters
    /// Without event positions nobody notices a lost or repeated event, and the stream cannot be resumed.
    /// ## What to do
    /// Send the `StreamControl` with every stream frame; its TLV type is provisional (A-05).
    pub static CONTROL_MISSING = {
        id: "stream/control-missing", severity: Warning, certainty: Certain,
        clause: Must CC_STREAM "4 (A-05)", scope: Frame, fault: Sender,
        check: Message(check, Event),
        fixtures: [
            "a stream without any" => 1, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event));
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event));
                s.bridge(S2c, BridgeSpec::stream_end(Protocol::A2A, "7", ""));
            };
            "one frame of a stream without" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event));
                s.a2a_end("7", 2);
            };
            "every frame with its control" => 0, |s| { s.a2a_stream("7", 3); };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let placed = message.kind.is_stream() && matches!(message.link.role, Role::Part | Role::Terminal);
    let Some(request) = streamed(message).filter(|_| placed && message.payload.stream.is_none()) else { return };
    let track = &message.link.stream.producer;
    if track.bare == 0 || track.controlled > 0 {
        let text = format!("a stream frame under correlation {} carries no StreamControl", short(correlation(message)));
        sink.report(correlation_place(message), text).peer(request.frame);
    }
}
