//! `handshake/certverify-bad`

use crate::base::id::FrameId;
use crate::npamp::handshake::message::HandshakeKind;
use crate::npamp::handshake::verify::{CertCheck, CertVariant};
use crate::npamp::keyring::HandshakeEvent;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::{Generation, GenerationSource};
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
            "the client signs with the context string of the other generation at High" => 1, |s| {
                s.profile(Profile::HIGH).client_auth(|auth| { "N-PAMP/3, client CertificateVerify".clone_into(&mut auth.context); }).begin();
            };
            "the server signs with the context string of the other generation at High" => 1, |s| {
                s.profile(Profile::HIGH).server_auth(|auth| { "N-PAMP/3, server CertificateVerify".clone_into(&mut auth.context); }).begin();
            };
            "generation 3 signs with the string of generation 2" => 2, |s| {
                s.generation(Generation::Three).profile(Profile::HIGH);
                s.server_auth(|auth| { "N-PAMP/2, server CertificateVerify".clone_into(&mut auth.context); });
                s.client_auth(|auth| { "N-PAMP/2, client CertificateVerify".clone_into(&mut auth.context); }).begin();
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
    if let Some(server) = foreign_server(frame, event) {
        let message =
            "the server's CertVerify verifies with the context string of generation 3, and the rest of the handshake is of the other one";
        let draft = sink.report(None, message).direction(S2c).peer(frame.id);
        draft.frame(server);
        return;
    }
    let how = match event.cert {
        CertCheck::Verified(Generation::Three) if keeps_old_kem(frame, event) => return,
        CertCheck::Failed => "does not verify".to_owned(),
        CertCheck::Variant(CertVariant::OtherRole(generation)) => {
            format!("verifies only with the other peer's context string of generation {}", generation.number())
        }
        CertCheck::Variant(CertVariant::OtherPoint(point, generation)) => {
            format!("verifies only over {point}, with the context string of generation {}", generation.number())
        }
        CertCheck::Verified(generation) if frame.association.state.keyring.negotiated().conflict && !is_backed(frame, generation) => {
            format!(
                "verifies with the context string of generation {}, and the rest of the handshake is of the other one",
                generation.number()
            )
        }
        // What was negotiated below contradicts the content: that is `generation/alpn-content-conflict`.
        CertCheck::Verified(_) if frame.association.state.keyring.negotiated().source == Some(GenerationSource::Negotiated) => return,
        CertCheck::Verified(generation) if frame.association.generation().is_some_and(|known| known != generation) => {
            format!("verifies with the context string of generation {}, which is not this association's", generation.number())
        }
        _ => return,
    };
    let message = format!("the {}'s CertVerify {how}", event.kind.direction().sender());
    sink.report(frame.tlv_place(TlvType::CERT_VERIFY), message).evidence("variant", how);
}

fn is_backed(frame: &FrameCtx<'_>, generation: Generation) -> bool {
    frame.association.state.keyring.negotiated().is_backed(generation)
}

/// Whether the sizes of share and ciphertext alone speak for generation 2, as far as is known: then they are what is wrong.
fn keeps_old_kem(frame: &FrameCtx<'_>, event: &HandshakeEvent) -> bool {
    let keyring = &frame.association.state.keyring;
    let old = keyring.negotiated().has_sign(5, Generation::Two);
    let server = keyring.handshake().cert[S2c.index()];
    old && (event.kind == HandshakeKind::ServerAuth || server == CertCheck::Verified(Generation::Three))
}

/// In a handshake of generation 2 whose client signs rightly: `SERVER_AUTH`, when that was signed with the other string.
fn foreign_server(frame: &FrameCtx<'_>, event: &HandshakeEvent) -> Option<FrameId> {
    let keyring = &frame.association.state.keyring;
    let client = event.kind == HandshakeKind::ClientAuth && event.cert == CertCheck::Verified(Generation::Two);
    let odd = client && keyring.negotiated().has_sign(5, Generation::Two);
    let server = keyring.handshake().cert[S2c.index()] == CertCheck::Verified(Generation::Three);
    frame.association.state.handshake[HandshakeKind::ServerAuth.index()].filter(|_| odd && server)
}
