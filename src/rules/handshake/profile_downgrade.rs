//! `handshake/profile-downgrade`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::profile::Profile;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// Whether the server selects a lower profile than the highest that the client offered.
    /// ## Why it matters
    /// A policy may want it so; it is also what a downgrade looks like.
    /// ## What to do
    /// Let the client offer only what it accepts.
    pub static PROFILE_DOWNGRADE = {
        id: "handshake/profile-downgrade", severity: Note, certainty: Certain,
        clause: May CORE "6", scope: Association, fault: Responder,
        check: Control(check),
        fixtures: [
            "High offered, Standard selected" => 1 also ["handshake/aead-offer-incomplete"], |s| {
                s.client_hello(|hello| { hello.set(TlvType::PROFILE_OFFER, &[2, 1]); }).begin();
            };
            "the only offer selected" => 0, |s| { s.begin(); };
            "a reserved number above the selection" => 0 also ["handshake/profile-reserved"], |s| {
                s.client_hello(|hello| { hello.set(TlvType::PROFILE_OFFER, &[1, 9]); }).begin();
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.is_control(FrameType::SERVER_HELLO) || !frame.is_whole() || !frame.knows_offers() {
        return;
    }
    let Some(selected) = frame.tlv(TlvType::PROFILE_SELECT).and_then(<[u8]>::first).map(|code| Profile(*code)) else { return };
    let offers = &frame.association.state.keyring.negotiated().offers.profiles;
    let Some(highest) = offers.iter().filter(|profile| profile.name().is_some()).max() else { return };
    if selected < *highest && offers.contains(&selected) {
        let message = format!("profile {selected} was selected although {highest} was offered");
        sink.report(frame.tlv_place(TlvType::PROFILE_SELECT), message).evidence("selected", selected.0).evidence("highest", highest.0);
    }
}
