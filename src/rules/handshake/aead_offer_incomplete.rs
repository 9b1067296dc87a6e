//! `handshake/aead-offer-incomplete`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::profile::Profile;
use crate::spec::suite::Suite;
use crate::spec::tlv::TlvType;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a client which offers High or Sovereign offers both AEAD suites, as these profiles require. Where Standard is offered
    /// too, the one suite may be meant for it: then it is a note.
    /// ## Why it matters
    /// If the server selects that profile, frames cannot alternate between suites.
    /// ## What to do
    /// Offer AES-256-GCM and ChaCha20-Poly1305, or Standard only.
    pub static AEAD_OFFER_INCOMPLETE = {
        id: "handshake/aead-offer-incomplete", severity: Warning, certainty: Certain,
        clause: Should CORE "7.2", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "High with AES-256-GCM only" => 1, |s| { s.profile(Profile::HIGH).suites(&[Suite::AES_256_GCM]).begin(); };
            "High with both suites" => 0, |s| { s.profile(Profile::HIGH).begin(); };
            "Standard with AES-256-GCM only" => 0, |s| { s.begin(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.is_control(FrameType::CLIENT_HELLO) || !frame.is_whole() || !frame.knows_offers() {
        return;
    }
    let offers = &frame.association.state.keyring.negotiated().offers;
    let high = offers.profiles.iter().any(|profile| matches!(*profile, Profile::HIGH | Profile::SOVEREIGN));
    let both = [Suite::AES_256_GCM, Suite::CHACHA20_POLY1305].iter().all(|suite| offers.suites.contains(suite));
    if high && !both && !offers.suites.is_empty() {
        let most = if offers.profiles.contains(&Profile::STANDARD) { Severity::Note } else { Severity::Warning };
        let reference = offers.suites == [Suite::AES_256_GCM] && !frame.association.is_gen2();
        let why = if reference { ", as the reference implementation of generation 3 does" } else { "" };
        sink.report(frame.tlv_place(TlvType::AEAD_OFFER), format!("High or Sovereign is offered without both AEAD suites{why}"))
            .at_most(most)
            .evidence("suites_hex", frame.tlv(TlvType::AEAD_OFFER).unwrap_or_default());
    }
}
