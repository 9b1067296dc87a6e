//! `stream/on-stream-channel`

use crate::base::span::ByteSpan;
use crate::rules::context::{FrameCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::shape::carried_stream;

declare_rule! {
    /// ## What it checks
    /// Whether a stream of a foreign protocol travels on the Stream channel.
    /// ## Why it matters
    /// Carried streams ride on the Bridge channel; on channel 0x000C nobody looks for an envelope.
    /// ## What to do
    /// Send carried messages on channel 0x000D.
    pub static ON_STREAM_CHANNEL = {
        id: "stream/on-stream-channel", severity: Error, certainty: Heuristic,
        clause: Must CC_STREAM "1.2", scope: Frame, fault: Sender,
        alternative: "The octets may look like an envelope by chance.",
        check: Frame(check),
        fixtures: [
            "a carried event on channel 0x000C" => 1, |s| {
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(0, 1, 1).on(Channel::STREAM));
            };
            "a native stream frame" => 0, |s| {
                s.native(S2c, NativeSpec::stream_close(1, 0));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(plain) = frame.plaintext.filter(|_| frame.header.channel == Channel::STREAM) else { return };
    if let Some(end) = carried_stream(plain) {
        let span = ByteSpan::new(0, end);
        sink.report(payload(span), "a carried stream travels on the Stream channel").evidence("envelope_hex", span.of(plain));
    }
}
