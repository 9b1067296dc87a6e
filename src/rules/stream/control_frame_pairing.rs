//! `stream/control-frame-pairing`

use crate::bridge::stream_control::StreamControl;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::answered;
use crate::rules::streams::{control, place};
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That a resume comes in a request, and a cancel in the stream end of the consumer.
    /// ## Why it matters
    /// In another frame the control asks for something that its sender cannot ask for there.
    /// ## What to do
    /// Send control 0 with events and with the producer's end.
    pub static CONTROL_FRAME_PAIRING = {
        id: "stream/control-frame-pairing", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "5.2", scope: Frame, fault: Sender,
        check: Message(check, Controlled),
        fixtures: [
            "a resume in an event" => 1, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(1, 1, 1));
                s.a2a_end("7", 2);
            };
            "a cancel in the consumer's end" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_cancel("7", 1).a2a_cancelled("7", 1);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(control) = control(message) else { return };
    let fits = match control.control {
        StreamControl::RESUME => message.kind == Kind::Request,
        StreamControl::CANCEL => message.kind == Kind::StreamEnd && answered(message).is_none(),
        _ => true,
    };
    if !fits {
        let name = control.control_name().unwrap_or_default();
        sink.report(place(message), format!("a frame of this type or sender cannot {name} a stream")).evidence("control", control.control);
    }
}
