//! `tlv/anomaly-charge-retired`

use crate::rules::context::{FrameCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that TLV 0x0012 outside Bridge does not hold the 32 octets of `AnomalyCharge`: the number means `OpaqueContentType`
    /// now.
    /// ## Why it matters
    /// A receiver reads the octets as a media type.
    /// ## What to do
    /// Leave it out; generation 3 has no anomaly charge.
    pub static ANOMALY_CHARGE_RETIRED = {
        id: "tlv/anomaly-charge-retired", severity: Warning, certainty: Heuristic,
        clause: Must CORE "10.4 (generation 3)", scope: Frame, fault: Sender,
        alternative: "a media type of 32 octets outside Bridge would look alike, were it written in letters",
        check: Frame(check),
        fixtures: [
            "32 binary octets" => 1, |s| { s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).tlvs(&[(0x0012, &[0xC3; 32])])); };
            "the same in generation 2" => 0, |s| { s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).tlvs(&[(0x0012, &[0xC3; 32])])); };
            "a media type" => 0, |s| {
                s.generation(Generation::Three).ping(C2s);
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).tlvs(&[(0x0012, b"application/vnd.example.thing+x1")]));
            };
        ],
    }
}

/// Octets of an anomaly charge.
const CHARGE: usize = 32;

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    for (tlv, value) in frame.retired_tlvs() {
        let text = value.contains(&b'/') && value.iter().all(u8::is_ascii_graphic);
        if tlv.ty != TlvType::TYPE_0012 || value.len() != CHARGE || text {
            continue;
        }
        let message = format!("TLV 0x0012 in {} holds 32 octets that are no media type", frame.label());
        if let Some(draft) = frame.association.report3(sink, payload(tlv.span()), message) {
            draft.evidence("value_hex", value);
        }
    }
}
