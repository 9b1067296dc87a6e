//! `handshake/aes-not-offered`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `AEADOffer` contains AES-256-GCM, which every peer must implement.
    /// ## Why it matters
    /// A server that has only the mandatory suite must refuse.
    /// ## What to do
    /// Offer 0x0001.
    pub static AES_NOT_OFFERED = {
        id: "handshake/aes-not-offered", severity: Warning, certainty: Heuristic,
        clause: Must CORE "7.2 (generation 3)", scope: Association, fault: Requester,
        alternative: "the text demands that the suite is implemented; a client may still choose not to offer it",
        check: Control(check),
        fixtures: [
            "ChaCha20-Poly1305 alone, generation 3" => 1, |s| { s.generation(Generation::Three).suites(&[Suite::CHACHA20_POLY1305]).begin(); };
            "ChaCha20-Poly1305 alone, generation 2" => 0, |s| { s.suites(&[Suite::CHACHA20_POLY1305]).begin(); };
            "both suites, generation 3" => 0, |s| { s.generation(Generation::Three).suites(&[Suite::AES_256_GCM, Suite::CHACHA20_POLY1305]).begin(); };
        ],
    }
}

/// The generation is known at the latest when `CLIENT_AUTH` was opened, so that the offer is judged there.
fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let due = frame.is_auth() && frame.is_control(FrameType::CLIENT_AUTH) && frame.knows_offers() && frame.association.is_gen3();
    let suites = &frame.association.state.keyring.negotiated().offers.suites;
    if due && !suites.is_empty() && !suites.contains(&Suite::AES_256_GCM) {
        let draft = sink.report(None, "CLIENT_HELLO does not offer AES-256-GCM").evidence("type", TlvType::AEAD_OFFER.0);
        if let Some(hello) = frame.association.state.handshake[0] {
            draft.frame(hello);
        }
    }
}
