//! `stream/cancel-ack-flag-place`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::streams::{control, place};
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That `cancel_ack` is set on stream ends only.
    /// ## Why it matters
    /// It says that the stream is over, in a frame after which the stream goes on.
    /// ## What to do
    /// Set the flag in the end that answers a cancel, nowhere else.
    pub static CANCEL_ACK_FLAG_PLACE = {
        id: "stream/cancel-ack-flag-place", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "5.2", scope: Frame, fault: Sender,
        check: Message(check, Controlled),
        fixtures: [
            "an event with the flag" => 1, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(0, 3, 1));
                s.a2a_end("7", 2);
            };
            "the end with the flag" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_cancel("7", 0).a2a_cancelled("7", 0);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(control) = control(message).filter(|control| control.is_cancel_ack() && message.kind != Kind::StreamEnd) else { return };
    sink.report(place(message), "cancel_ack is set in a frame that ends no stream").evidence("flags", control.flags);
}
