//! `handshake/select-not-offered`

use crate::npamp::handshake::message::Selection;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That `SERVER_HELLO` selects a profile, a mechanism, a signature and suites that `CLIENT_HELLO` offered.
    /// ## Why it matters
    /// The client must abort; one that goes on can be pushed to whatever an attacker on the path likes.
    /// ## What to do
    /// Select from the lists, or refuse the association.
    pub static SELECT_NOT_OFFERED = {
        id: "handshake/select-not-offered", severity: Error, certainty: Certain,
        clause: Must CORE "6", scope: Association, fault: Responder,
        check: Control(check),
        fixtures: [
            "ChaCha20-Poly1305 selected, AES-256-GCM offered" => 1, |s| {
                s.suites(&[Suite::CHACHA20_POLY1305]).client_hello(|hello| { hello.set(TlvType::AEAD_OFFER, &[0, 1]); }).begin();
            };
            "the second of two offered suites" => 0, |s| { s.suites(&[Suite::AES_256_GCM, Suite::CHACHA20_POLY1305]).begin(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let body = frame.plaintext.unwrap_or_default();
    let Some(tlvs) = frame.tlvs.filter(|_| frame.is_control(FrameType::SERVER_HELLO) && frame.is_whole() && frame.knows_offers()) else {
        return;
    };
    let offers = &frame.association.state.keyring.negotiated().offers;
    let selection = Selection::read(tlvs, body);
    let mut wrong = Vec::new();
    if let Some(profile) = selection.profile.filter(|code| code.name().is_some() && lacks(&offers.profiles, code)) {
        wrong.push((TlvType::PROFILE_SELECT, profile.to_string()));
    }
    if let Some(kem) = selection.kem.filter(|code| code.name().is_some() && lacks(&offers.kems, code)) {
        wrong.push((TlvType::KEM_SELECT, kem.to_string()));
    }
    if let Some(signature) = selection.signature.filter(|code| code.name().is_some() && lacks(&offers.signatures, code)) {
        wrong.push((TlvType::SIG_SELECT, signature.to_string()));
    }
    let suites = selection.suites.iter().filter(|code| code.name().is_some() && lacks(&offers.suites, code));
    wrong.extend(suites.map(|suite| (TlvType::AEAD_SELECT, suite.to_string())));
    for (ty, name) in wrong {
        sink.report(frame.tlv_place(ty), format!("{ty} names {name}, which was not offered"))
            .evidence("type", ty.0)
            .evidence("selected_hex", frame.tlv(ty).unwrap_or_default());
    }
}

/// Whether a list has entries, and not this one. Other rules speak of empty and missing lists.
fn lacks<T: PartialEq>(offers: &[T], selected: &T) -> bool {
    !offers.is_empty() && !offers.contains(selected)
}
