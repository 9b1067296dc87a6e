//! `handshake/kem-below-profile`

use crate::npamp::handshake::message::Selection;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::profile::Profile;
use crate::spec::suite::Kem;
use crate::spec::tlv::TlvType;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That X25519MLKEM768 is not selected at Sovereign; at High the tables of the draft contradict each other, so it is a warning.
    /// ## Why it matters
    /// The profile promises a strength that the key agreement does not have.
    /// ## What to do
    /// Select 0x11ED at High and Sovereign.
    pub static KEM_BELOW_PROFILE = {
        id: "handshake/kem-below-profile", severity: Error, certainty: Certain,
        clause: Must CORE "6 (A-53)", scope: Association, fault: Responder,
        check: Control(check),
        fixtures: [
            "0x11EC at High" => 1 also ["handshake/kem-ct-size", "handshake/select-not-offered"], |s| {
                s.profile(Profile::HIGH).server_hello(|hello| { hello.set(TlvType::KEM_SELECT, &[0x11, 0xEC]); }).begin();
            };
            "0x11ED at High" => 0, |s| { s.profile(Profile::HIGH).begin(); };
            "0x11EC at Standard" => 0, |s| { s.begin(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(tlvs) = frame.tlvs.filter(|_| frame.is_control(FrameType::SERVER_HELLO) && frame.is_whole()) else { return };
    let selection = Selection::read(tlvs, frame.plaintext.unwrap_or_default());
    let severity = match selection.profile {
        Some(Profile::SOVEREIGN) => Severity::Error,
        Some(Profile::HIGH) => Severity::Warning,
        _ => return,
    };
    if selection.kem == Some(Kem::X25519_MLKEM768) {
        let message = format!("{} was selected at profile {}", Kem::X25519_MLKEM768, selection.profile.unwrap_or_default());
        sink.report(frame.tlv_place(TlvType::KEM_SELECT), message).severity(severity).evidence("kem", Kem::X25519_MLKEM768.0);
    }
}
