//! `stream/control-flags-reserved`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::streams::place;

declare_rule! {
    /// ## What it checks
    /// That the undefined flags of a `StreamControl` are zero.
    /// ## Why it matters
    /// Receivers ignore them today; a later draft may give them a meaning that the sender did not intend.
    /// ## What to do
    /// Send zero in bits 2 to 7.
    pub static CONTROL_FLAGS_RESERVED = {
        id: "stream/control-flags-reserved", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "5.2", scope: Frame, fault: Sender,
        check: Message(check, Controlled),
        fixtures: [
            "bit 2 set" => 1, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(0, 5, 1));
                s.a2a_end("7", 2);
            };
            "resumable alone" => 0, |s| { s.a2a_stream("7", 1); };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let reserved = message.payload.control().filter(|control| control.version == 1 && control.reserved_flags() != 0);
    let Some(control) = reserved else { return };
    let text = format!("reserved flags 0x{:02X} of the StreamControl are set", control.reserved_flags());
    sink.report(place(message), text).evidence("flags", control.flags);
}
