//! `handshake/sig-reserved-selected`

use crate::npamp::handshake::message::HandshakeKind;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::suite::Signature;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that neither 0x0904 (ML-DSA-44) nor 0x0905 (ML-DSA-65) is selected: they are listed and never negotiated. In
    /// generation 2 the number 0x0905 meant ML-DSA-87. At Standard, which has Ed25519 alone, `handshake/sig-not-allowed` says so.
    /// ## Why it matters
    /// The peer verifies with another scheme, or aborts.
    /// ## What to do
    /// Select 0x0906 for ML-DSA-87.
    pub static SIG_RESERVED_SELECTED = {
        id: "handshake/sig-reserved-selected", severity: Error, certainty: Certain,
        clause: Must CORE "7.3 (generation 3)", scope: Association, fault: Responder,
        check: Association(check),
        fixtures: [
            "0x0905 at Sovereign" => 1 also ["handshake/sig-reserved-offered"], |s| {
                s.generation(Generation::Three).profile(Profile::SOVEREIGN).signature(Signature::ML_DSA_0905).begin();
            };
            "0x0906 at Sovereign" => 0, |s| { s.generation(Generation::Three).profile(Profile::SOVEREIGN).begin(); };
            "0x0905 at Sovereign in generation 2" => 0, |s| { s.profile(Profile::SOVEREIGN).begin(); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let negotiated = association.state.keyring.negotiated();
    let reserved = negotiated.signature.filter(|code| matches!(*code, Signature::ML_DSA_44 | Signature::ML_DSA_0905));
    let Some(signature) = reserved.filter(|_| association.is_gen3() && negotiated.profile != Some(Profile::STANDARD)) else { return };
    let message = format!("signature scheme 0x{:04X} ({}) was selected", signature.0, signature.label(negotiated.generation));
    let draft = sink.report(None, message).direction(S2c).evidence("signature", signature.0);
    if let Some(hello) = association.state.handshake[HandshakeKind::ServerHello.index()] {
        draft.frame(hello);
    }
}
