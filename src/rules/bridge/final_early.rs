//! `bridge/final-early`

use crate::bridge::envelope::Envelope;
use crate::rules::carried::pairs;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That no data frame of a stream is marked as final.
    /// ## Why it matters
    /// A receiver may end the stream here and lose what follows.
    /// ## What to do
    /// Set `final` on `BRIDGE_STREAM_END` only.
    pub static FINAL_EARLY = {
        id: "bridge/final-early", severity: Warning, certainty: Certain,
        clause: Must BRIDGE "4", scope: Frame, fault: Sender,
        check: Message(check, Event),
        fixtures: [
            "a final data frame" => 1, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).flags(1).stream(0, 1, 1));
                s.a2a_end("7", 2);
            };
            "a final end" => 0, |s| {
                s.a2a_stream("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let data = message.kind == Kind::StreamData && pairs(message) && !message.frame.is_replay();
    let Some(envelope) = message.envelope.filter(|envelope| data && envelope.is_final()) else { return };
    sink.report(payload(Envelope::FLAGS), "a data frame of the stream is final").evidence("flags", envelope.flags);
}
