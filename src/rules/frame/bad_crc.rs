//! `frame/bad-crc`

use crate::npamp::header::{COVERED_LEN, crc_of};
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That octets 21 to 24 of the header are the CRC32C of octets 0 to 20.
    /// ## Why it matters
    /// A receiver must drop the frame. No field of the header can be believed, so nothing else is said about it.
    /// ## What to do
    /// Use CRC32C (Castagnoli) over the 21 octets as sent, stored big-endian. The hint names the two usual slips.
    pub static BAD_CRC = {
        id: "frame/bad-crc", severity: Error, certainty: Certain,
        clause: Must CORE "4.2", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "the CRC field is spoilt" => 1, |s| { s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).bad_crc()).ping(C2s); };
            "the CRC is right and a reserved octet is not covered by it" => 0 also ["frame/reserved-nonzero"], |s| {
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).reserved(0, 1));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.crc_ok {
        return;
    }
    let (stored, computed) = (frame.header.crc, crc_of(frame.octets));
    let hint = hint(frame, stored, computed);
    let message = format!("the header CRC is {stored:08x}, computed {computed:08x}{hint}");
    sink.report(header(21, 25), message)
        .evidence("stored_hex", &stored.to_be_bytes()[..])
        .evidence("computed_hex", &computed.to_be_bytes()[..])
        .evidence("header_hex", frame.octets);
}

fn hint(frame: &FrameCtx<'_>, stored: u32, computed: u32) -> &'static str {
    let covered = frame.octets.get(..COVERED_LEN).unwrap_or_default();
    if stored == computed.swap_bytes() {
        ": stored little-endian"
    } else if stored == iso_crc(covered) || stored == iso_crc(covered).swap_bytes() {
        ": CRC-32 (ISO-HDLC) instead of CRC32C"
    } else {
        ""
    }
}

/// The CRC-32 of Ethernet and ZIP, which is mistaken for CRC32C.
fn iso_crc(octets: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
    !octets.iter().fold(u32::MAX, |crc, octet| (0..8).fold(crc ^ u32::from(*octet), |crc, _| step(crc)))
}

#[cfg(test)]
mod tests {
    use super::iso_crc;

    #[test]
    fn the_other_crc_has_its_published_check_value() {
        assert_eq!(iso_crc(b"123456789"), 0xCBF4_3926);
    }
}
