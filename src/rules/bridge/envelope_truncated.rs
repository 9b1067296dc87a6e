//! `bridge/envelope-truncated`

use crate::bridge::envelope::EnvelopeFault;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the envelope is as long as its lengths say: the TLV fits into the payload, correlation and method fit into the
    /// TLV.
    /// ## Why it matters
    /// A receiver cannot tell where the message begins and must reject the frame.
    /// ## What to do
    /// Compute the lengths from the octets that are written.
    pub static ENVELOPE_TRUNCATED = {
        id: "bridge/envelope-truncated", severity: Error, certainty: Certain,
        clause: Must BRIDGE "4", scope: Frame, fault: Sender,
        check: Message(check, OddPayload),
        fixtures: [
            "a method longer than its envelope" => 1, |s| {
                s.bridge(C2s, get(GET).envelope_octets(&[2, 1, 1, 0, 1, b'7', 9, b't']));
            };
            "an envelope of three octets" => 1, |s| {
                s.bridge(C2s, get(GET).envelope_octets(&[2, 1, 1]));
            };
            "an envelope longer than the payload" => 1, |s| {
                s.frame(C2s, FrameSpec::new(Channel::BRIDGE, FrameType::BRIDGE_REQUEST).payload(&[0, 0x10, 0, 32, 2, 1, 1]));
            };
            "an envelope with neither correlation nor method" => 0 also ["bridge/method-empty-on-request"], |s| {
                s.protocol(Protocol::A2A).bridge(C2s, BridgeSpec::notify(Protocol(0x03), "", [0xA0]).content_type(2).method(""));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(fault) = message.payload.envelope_fault.filter(|_| !message.frame.is_replay()) else { return };
    if matches!(fault, EnvelopeFault::Absent { .. } | EnvelopeFault::Trailing { .. }) {
        return;
    }
    let octets = message.payload.octets;
    sink.report(payload(message.payload.envelope_span), fault.to_string()).evidence("length", octets.len());
}
