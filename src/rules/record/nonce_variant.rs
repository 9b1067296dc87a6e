//! `record/nonce-variant`

use crate::npamp::keyring::Probe;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::scenario::Sealing;

declare_rule! {
    /// ## What it checks
    /// That the nonce is the IV with the big-endian sequence number mixed into its last eight octets, and nothing else.
    /// ## Why it matters
    /// No other implementation can open the frame.
    /// ## What to do
    /// Leave the channel out of the nonce: the key already depends on it. Write the number big-endian.
    pub static NONCE_VARIANT = {
        id: "record/nonce-variant", severity: Error, certainty: Certain,
        clause: Must CORE "7.3", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "the channel is mixed in" => 1, |s| {
                s.frame(C2s, FrameSpec::new(Channel::BRIDGE, FrameType::PING));
                s.frame(C2s, FrameSpec::new(Channel::BRIDGE, FrameType::PING).sealed_as(Sealing::NonceWithChannel));
            };
            "the number is little-endian" => 1, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).sealed_as(Sealing::NonceLittleEndian));
            };
            "number 0 is the same in either order" => 0, |s| { s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).sealed_as(Sealing::NonceLittleEndian)); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if let Some(Probe::NonceVariant(variant)) = frame.opening.probe.filter(|_| frame.crc_ok) {
        sink.report(None, format!("{} opens only with another nonce: {variant}", frame.label())).evidence("variant", variant);
    }
}
