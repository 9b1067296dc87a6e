//! `handshake/sig-not-allowed`

use crate::npamp::handshake::message::Selection;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::profile::Profile;
use crate::spec::suite::Signature;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That the selected signature scheme stands in the row of the selected profile: Ed25519 at Standard, either at High, ML-DSA-87 at
    /// Sovereign. The number of ML-DSA-87 differs between the crypto generations.
    /// ## Why it matters
    /// The profile promises a strength that the signature does not have, or a peer that has only the profile's scheme cannot verify it.
    /// ## What to do
    /// Select a scheme of the profile's row.
    pub static SIG_NOT_ALLOWED = {
        id: "handshake/sig-not-allowed", severity: Error, certainty: Certain,
        clause: Must CORE "6 (A-52)", scope: Association, fault: Responder,
        check: Control(check),
        fixtures: [
            "Ed25519 at Sovereign" => 1 also ["handshake/select-not-offered", "handshake/certverify-scheme", "handshake/identity-size"], |s| {
                s.profile(Profile::SOVEREIGN).server_hello(|hello| { hello.set(TlvType::SIG_SELECT, &[8, 7]); }).begin();
            };
            "ML-DSA-87 at Sovereign" => 0, |s| { s.profile(Profile::SOVEREIGN).begin(); };
            "Ed25519 at High" => 0, |s| { s.profile(Profile::HIGH).begin(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(tlvs) = frame.tlvs.filter(|_| frame.is_control(FrameType::SERVER_HELLO) && frame.is_whole()) else { return };
    let selection = Selection::read(tlvs, frame.plaintext.unwrap_or_default());
    let (Some(profile), Some(signature)) = (selection.profile, selection.signature.filter(|code| code.name().is_some())) else { return };
    let reserved = matches!(signature, Signature::ML_DSA_44 | Signature::ML_DSA_0905) && profile != Profile::STANDARD;
    // What generation 3 lists and never negotiates is `handshake/sig-reserved-selected`.
    if reserved && frame.association.generation() != Some(Generation::Two) {
        return;
    }
    if !is_allowed(profile, signature, frame.association.generation()) {
        let message = format!("signature scheme 0x{:04X} was selected at profile {profile}", signature.0);
        sink.report(frame.tlv_place(TlvType::SIG_SELECT), message).evidence("signature", signature.0).evidence("profile", profile.0);
    }
}

/// Whether a profile's row has a scheme, as far as the generation is known.
fn is_allowed(profile: Profile, signature: Signature, generation: Option<Generation>) -> bool {
    let large: &[Signature] = match generation {
        Some(Generation::Two) => &[Signature::ML_DSA_0905],
        Some(Generation::Three) => &[Signature::ML_DSA_87],
        None => &[Signature::ML_DSA_0905, Signature::ML_DSA_87],
    };
    match profile {
        Profile::STANDARD => signature == Signature::ED25519,
        Profile::HIGH => signature == Signature::ED25519 || large.contains(&signature),
        Profile::SOVEREIGN => large.contains(&signature),
        _ => true,
    }
}
