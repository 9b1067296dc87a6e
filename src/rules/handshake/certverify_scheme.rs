//! `handshake/certverify-scheme`

use crate::rules::context::{FrameCtx, Sink};
use crate::spec::suite::Signature;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That the scheme in CertVerify is the one that `SERVER_HELLO` selected.
    /// ## Why it matters
    /// The peer must abort; one that goes on lets the signer choose how strongly it is checked.
    /// ## What to do
    /// Sign with the selected scheme.
    pub static CERTVERIFY_SCHEME = {
        id: "handshake/certverify-scheme", severity: Error, certainty: Certain,
        clause: Must BINDING "6", scope: Association, fault: Sender,
        check: Control(check),
        fixtures: [
            "0x0905 in CertVerify, Ed25519 selected" => 1 also ["handshake/certverify-bad"], |s| {
                s.client_auth(|auth| { auth.set(TlvType::CERT_VERIFY, &[&[9, 5][..], &[1; 64]].concat()); }).begin();
            };
            "the selected scheme" => 0, |s| { s.begin(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(selected) = frame.association.state.keyring.negotiated().signature.filter(|_| frame.is_auth()) else { return };
    let Some(scheme) = frame.tlv(TlvType::CERT_VERIFY).and_then(<[u8]>::first_chunk::<2>) else { return };
    let used = Signature(u16::from_be_bytes(*scheme));
    if used != selected {
        let message = format!("CertVerify uses scheme 0x{:04X}, 0x{:04X} was selected", used.0, selected.0);
        sink.report(frame.tlv_place(TlvType::CERT_VERIFY), message).evidence("scheme", used.0).evidence("selected", selected.0);
    }
}
