//! `stream/control-undefined`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::streams::place;

declare_rule! {
    /// ## What it checks
    /// That the control of a `StreamControl` is data, resume or cancel.
    /// ## Why it matters
    /// A receiver does not know what is asked of it and must reject the frame.
    /// ## What to do
    /// Use 0, 1 or 2.
    pub static CONTROL_UNDEFINED = {
        id: "stream/control-undefined", severity: Error, certainty: Certain,
        clause: Must CC_STREAM "5.2", scope: Frame, fault: Sender,
        check: Message(check, Controlled),
        fixtures: [
            "control 9" => 1, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(9, 1, 1));
                s.a2a_end("7", 2);
            };
            "control 0" => 0, |s| { s.a2a_stream("7", 1); };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let undefined = message.payload.control().filter(|control| control.version == 1 && control.control_name().is_none());
    let Some(control) = undefined else { return };
    sink.report(place(message), format!("control {} is not defined", control.control)).evidence("control", control.control);
}
