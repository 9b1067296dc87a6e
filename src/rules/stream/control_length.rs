//! `stream/control-length`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::streams::place;

declare_rule! {
    /// ## What it checks
    /// That a `StreamControl` is 11 octets long.
    /// ## Why it matters
    /// Its fields have fixed places; with another length the event position cannot be read.
    /// ## What to do
    /// Write version, control, flags and a 64-bit event position.
    pub static CONTROL_LENGTH = {
        id: "stream/control-length", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "5.2", scope: Frame, fault: Sender,
        check: Message(check, Controlled),
        fixtures: [
            "an event position of four octets" => 1, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream_octets(&[1, 0, 1, 0, 0, 0, 1]));
                s.a2a_end("7", 2);
            };
            "11 octets" => 0, |s| { s.a2a_stream("7", 1); };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(part) = message.payload.stream.as_ref() else { return };
    if let Some(fault) = part.fault {
        sink.report(place(message), fault.to_string()).evidence("control_hex", part.span.of(message.payload.octets));
    }
}
