//! `handshake/offer-duplicate`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::tlv::TlvType;

/// The lists of `CLIENT_HELLO`, with the octets of one entry.
const LISTS: [(TlvType, usize); 4] =
    [(TlvType::PROFILE_OFFER, 1), (TlvType::KEM_OFFER, 2), (TlvType::SIG_OFFER, 2), (TlvType::AEAD_OFFER, 2)];

declare_rule! {
    /// ## What it checks
    /// Whether a list of `CLIENT_HELLO` names an entry twice.
    /// ## Why it matters
    /// No draft forbids it, but a list is usually built by a mistake when it does.
    /// ## What to do
    /// Offer every entry once.
    pub static OFFER_DUPLICATE = {
        id: "handshake/offer-duplicate", severity: Note, certainty: Certain,
        clause: May OBSERVER "", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "profile 1 offered twice" => 1, |s| { s.client_hello(|hello| { hello.set(TlvType::PROFILE_OFFER, &[1, 1]); }).begin(); };
            "two different profiles" => 0 also ["handshake/profile-downgrade", "handshake/aead-offer-incomplete"], |s| {
                s.client_hello(|hello| { hello.set(TlvType::PROFILE_OFFER, &[1, 2]); }).begin();
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.is_control(FrameType::CLIENT_HELLO) || !frame.is_whole() {
        return;
    }
    for (ty, entry) in LISTS {
        let mut entries: Vec<&[u8]> = frame.tlv(ty).unwrap_or_default().chunks_exact(entry).collect();
        let count = entries.len();
        entries.sort_unstable();
        entries.dedup();
        if entries.len() < count {
            let message = format!("{ty} names {} of its {count} entries again", count - entries.len());
            sink.report(frame.tlv_place(ty), message).evidence("list_hex", frame.tlv(ty).unwrap_or_default());
        }
    }
}
