//! `stream/control-version`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::streams::place;

declare_rule! {
    /// ## What it checks
    /// That the version of a `StreamControl` is 1.
    /// ## Why it matters
    /// No other version is defined: a receiver must reject the frame.
    /// ## What to do
    /// Write version 1, or agree on the newer one and tell the analyzer.
    pub static CONTROL_VERSION = {
        id: "stream/control-version", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "5.2", scope: Frame, fault: Sender,
        check: Message(check, Controlled),
        fixtures: [
            "version 2" => 1, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream_octets(&[2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]));
                s.a2a_end("7", 2);
            };
            "version 1" => 0, |s| { s.a2a_stream("7", 1); };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(control) = message.payload.control().filter(|control| control.version != 1) else { return };
    sink.report(place(message), format!("version {} of the StreamControl is not defined", control.version))
        .evidence("version", control.version);
}
