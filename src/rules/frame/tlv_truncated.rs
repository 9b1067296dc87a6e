//! `frame/tlv-truncated`

use crate::base::span::ByteSpan;
use crate::rules::context::{FrameCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the TLVs of a handshake, key update or ratchet body end where the payload ends. Bridge bodies have their own rules.
    /// ## Why it matters
    /// The receiver must reject the frame; for a handshake frame that is the end of the association.
    /// ## What to do
    /// Compare the length field of the last TLV with its value.
    pub static TLV_TRUNCATED = {
        id: "frame/tlv-truncated", severity: Error, certainty: Certain,
        clause: Must CORE "4.5", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "a KEY_UPDATE whose marker is cut" => 1, |s| {
                s.frame(C2s, FrameSpec::new(Channel::BRIDGE, FrameType::KEY_UPDATE).payload(&[0, 0x17, 0, 8, 0, 0, 0]));
            };
            "a Bridge body that is no row of TLVs" => 0, |s| { s.bridge(C2s, BridgeSpec::notify(Protocol::MCP, "notifications/initialized", INITIALIZED)); };
        ],
    }
}

const INITIALIZED: &str = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(fault) = frame.tlvs.and_then(|tlvs| tlvs.fault).filter(|_| frame.is_sound()) else { return };
    let end = frame.plaintext.map_or(0, <[u8]>::len);
    let message = format!("the TLV at octet {} needs {} octets and {} are left", fault.at, fault.need, fault.have);
    sink.report(payload(ByteSpan::new(fault.at as usize, end)), message).evidence("offset", fault.at);
}
