//! `handshake/signature-unverifiable`

use crate::npamp::handshake::verify::CertCheck;
use crate::rules::context::{FrameCtx, Sink};
use crate::spec::profile::Profile;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// Whether a CertVerify was opened but could not be checked, and why.
    /// ## Why it matters
    /// Whether the peer has the key it shows stays unknown here. Nobody is accused.
    /// ## What to do
    /// Capture the whole handshake; a scheme of a newer registry stays unknown here.
    pub static SIGNATURE_UNVERIFIABLE = {
        id: "handshake/signature-unverifiable", severity: Note, certainty: Certain,
        clause: May OBSERVER "", scope: Association, fault: Unknown,
        check: Control(check),
        fixtures: [
            "a scheme that nobody knows" => 1 also ["handshake/certverify-scheme"], |s| {
                s.client_auth(|auth| { auth.edit(TlvType::CERT_VERIFY, |value| value[0] = 0x7F); }).begin();
            };
            "ML-DSA-87 on both sides" => 0, |s| { s.profile(Profile::SOVEREIGN).begin(); };
            "Ed25519 on both sides" => 0, |s| { s.begin(); };
            "no keys, so no CertVerify was opened" => 0 also ["record/key-missing"], |s| { s.no_keys().begin(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(event) = frame.opening.handshake.as_ref().filter(|event| event.first) else { return };
    let CertCheck::Unverifiable(why) = event.cert else { return };
    let message = format!("the {}'s CertVerify cannot be checked: {why}", event.kind.direction().sender());
    let scheme = frame.tlv(TlvType::CERT_VERIFY).and_then(|value| value.get(..2)).unwrap_or_default();
    sink.report(frame.tlv_place(TlvType::CERT_VERIFY), message).evidence("scheme_hex", scheme);
}
