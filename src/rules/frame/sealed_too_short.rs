//! `frame/sealed-too-short`

use crate::npamp::header::flag;
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

/// Octets of an AEAD tag.
const TAG: u32 = 16;

declare_rule! {
    /// ## What it checks
    /// That a frame with ENC has room for the 16-octet tag.
    /// ## Why it matters
    /// Nothing sealed fits in less: the payload cannot be authentic.
    /// ## What to do
    /// Count the tag in the payload length, and do not set ENC on a frame that was not sealed.
    pub static SEALED_TOO_SHORT = {
        id: "frame/sealed-too-short", severity: Error, certainty: Certain,
        clause: Must CORE "4.1", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "ENC over eight octets" => 1, |s| { s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).payload(&[0; 8]).clear().flags(2)).ping(C2s); };
            "ENC over an empty plaintext and its tag" => 0, |s| { s.ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let length = frame.header.payload_len;
    if frame.crc_ok && frame.header.has(flag::ENC) && length < TAG {
        sink.report(header(17, 21), format!("a sealed payload of {length} octets cannot hold a tag of {TAG}"))
            .evidence("payload_len", length);
    }
}
