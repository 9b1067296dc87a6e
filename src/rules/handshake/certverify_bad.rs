//! `handshake/certverify-bad`

use crate::npamp::handshake::verify::{CertCheck, CertVariant};
use crate::rules::context::{FrameCtx, Sink};
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That CertVerify is a signature of the identity key over the role's context string and the transcript.
    /// ## Why it matters
    /// The peer did not prove that it has the key it shows: it must not be talked to.
    /// ## What to do
    /// If the finding names a variant, the signer used the wrong string or the wrong point of the transcript; else check the key.
    pub static CERTVERIFY_BAD = {
        id: "handshake/certverify-bad", severity: Error, certainty: Certain,
        clause: Must CORE "5.1 (CertVerify)", scope: Association, fault: Sender,
        check: Control(check),
        fixtures: [
            "a flipped octet in the server's signature" => 1, |s| {
                s.server_auth(|auth| { auth.edit(TlvType::CERT_VERIFY, |value| value[40] ^= 1); }).begin();
            };
            "the client signs with the server's context string" => 1, |s| {
                s.client_auth(|auth| { "N-PAMP/2, server CertificateVerify".clone_into(&mut auth.context); }).begin();
            };
            "the client signs with the context string of the other generation" => 1, |s| {
                s.client_auth(|auth| { "N-PAMP/3, client CertificateVerify".clone_into(&mut auth.context); }).begin();
            };
            "both signatures verify" => 0, |s| { s.begin(); };
            "no keys, so nothing can be checked" => 0 also ["record/key-missing"], |s| {
                s.no_keys().server_auth(|auth| { auth.edit(TlvType::CERT_VERIFY, |value| value[40] ^= 1); }).begin();
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(event) = frame.opening.handshake.as_ref().filter(|event| event.first) else { return };
    let how = match event.cert {
        CertCheck::Failed => "does not verify".to_owned(),
        CertCheck::Variant(CertVariant::OtherRole(generation)) => {
            format!("verifies only with the other peer's context string of generation {}", generation.number())
        }
        CertCheck::Variant(CertVariant::OtherPoint(point, generation)) => {
            format!("verifies only over {point}, with the context string of generation {}", generation.number())
        }
        CertCheck::Verified(generation) if frame.association.state.keyring.negotiated().conflict => {
            format!(
                "verifies with the context string of generation {}, and the rest of the handshake is of the other one",
                generation.number()
            )
        }
        CertCheck::Verified(generation) if frame.association.generation().is_some_and(|known| known != generation) => {
            format!("verifies with the context string of generation {}, which is not this association's", generation.number())
        }
        _ => return,
    };
    let message = format!("the {}'s CertVerify {how}", event.kind.direction().sender());
    sink.report(frame.tlv_place(TlvType::CERT_VERIFY), message).evidence("variant", how);
}
