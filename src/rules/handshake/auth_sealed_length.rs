//! `handshake/auth-sealed-length`

use crate::npamp::protection::{Protection, SealedReason};
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::suite::Signature;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// Of `SERVER_AUTH` and `CLIENT_AUTH` that stay sealed, that their length is the only one which the selected signature scheme and
    /// profile allow: 158 octets for Ed25519 at Standard, 174 above, 7297 for ML-DSA-87.
    /// ## Why it matters
    /// An identity key, a signature or a MAC has the wrong size; the peer must abort.
    /// ## What to do
    /// Compare the body with the three TLVs of the binding. When the frame opens, other rules say which part is wrong.
    pub static AUTH_SEALED_LENGTH = {
        id: "handshake/auth-sealed-length", severity: Warning, certainty: Heuristic,
        clause: Must CORE "8.6, 7.3", scope: Association, fault: Sender,
        alternative: "an extra TLV that a later revision allows would lengthen the frame too",
        check: Control(check),
        fixtures: [
            "an identity key of 31 octets, no keys" => 1 also ["record/key-missing"], |s| {
                s.no_keys().server_auth(|auth| { auth.set(TlvType::IDENTITY_KEY, &[9; 31]); }).begin();
            };
            "Ed25519 at Standard, no keys" => 0 also ["record/key-missing"], |s| { s.no_keys().begin(); };
            "Ed25519 at High, no keys" => 0 also ["record/key-missing"], |s| { s.no_keys().profile(Profile::HIGH).begin(); };
            "ML-DSA-87 at Sovereign of both generations, no keys" => 0 also ["record/key-missing"], |s| {
                s.no_keys().profile(Profile::SOVEREIGN).begin().next_association();
                s.no_keys().generation(Generation::Three).profile(Profile::SOVEREIGN).begin();
            };
            "an identity key of 31 octets that is read is another rule's" => 0 also ["handshake/identity-size", "handshake/certverify-bad"], |s| {
                s.server_auth(|auth| { auth.set(TlvType::IDENTITY_KEY, &[9; 31]); }).begin();
            };
        ],
    }
}

/// Octets of three TLV headers and a tag.
const AROUND: usize = 3 * 4 + 16;

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let auth = frame.is_control(FrameType::SERVER_AUTH) || frame.is_control(FrameType::CLIENT_AUTH);
    let first = frame.opening.handshake.is_some_and(|event| event.first && event.right_direction);
    let sealed = matches!(frame.protection, Protection::Sealed(reason) if reason != SealedReason::TagMismatch);
    let negotiated = frame.association.state.keyring.negotiated();
    let Some((signature, profile)) = negotiated.signature.zip(negotiated.profile).filter(|_| auth && first && sealed && frame.is_sound())
    else {
        return;
    };
    let proofs = match signature {
        Signature::ED25519 => 32 + 2 + 64,
        Signature::ML_DSA_87 => 2592 + 2 + 4627,
        Signature::ML_DSA_0905 if !frame.association.is_gen3() => 2592 + 2 + 4627,
        _ => return,
    };
    let (length, due) = (frame.header.payload_len as usize, AROUND + proofs + profile.hash_len());
    if length != due && profile.name().is_some() {
        let message = format!("a sealed {} has {length} octets; {signature} at profile {profile} makes {due}", frame.label());
        sink.report(header(17, 21), message).evidence("length", length).evidence("due", due);
    }
}
