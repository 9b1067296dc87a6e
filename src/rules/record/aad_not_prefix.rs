//! `record/aad-not-prefix`

use crate::npamp::keyring::Probe;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::scenario::Sealing;

declare_rule! {
    /// ## What it checks
    /// That octets 0 to 20 of the header, as sent, are the associated data.
    /// ## Why it matters
    /// No other implementation can open the frame.
    /// ## What to do
    /// Authenticate exactly 21 octets, with the payload length that counts the tag.
    pub static AAD_NOT_PREFIX = {
        id: "record/aad-not-prefix", severity: Error, certainty: Certain,
        clause: Must CORE "4.1", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "all 36 octets authenticated" => 1, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).sealed_as(Sealing::AadWholeHeader)).ping(C2s);
            };
            "the length without the tag authenticated" => 1, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).sealed_as(Sealing::AadWithoutTag)).ping(C2s);
            };
            "a flipped octet fits no variant" => 0 also ["record/open-failed"], |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).tamper(|octets| octets[0] ^= 1)).ping(C2s);
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if let Some(Probe::AadVariant(variant)) = frame.opening.probe.filter(|_| frame.crc_ok) {
        sink.report(None, format!("{} opens only with other associated data: {variant}", frame.label())).evidence("variant", variant);
    }
}
