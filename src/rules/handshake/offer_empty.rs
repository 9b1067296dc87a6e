//! `handshake/offer-empty`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::tlv::TlvType;

/// The lists of `CLIENT_HELLO`, with the octets of one entry.
const LISTS: [(TlvType, usize); 4] =
    [(TlvType::PROFILE_OFFER, 1), (TlvType::KEM_OFFER, 2), (TlvType::SIG_OFFER, 2), (TlvType::AEAD_OFFER, 2)];

declare_rule! {
    /// ## What it checks
    /// That the four lists of `CLIENT_HELLO` are not empty and hold whole entries.
    /// ## Why it matters
    /// The server can select nothing and must abort.
    /// ## What to do
    /// Offer at least one entry in each list; entries of all but the profile list have two octets.
    pub static OFFER_EMPTY = {
        id: "handshake/offer-empty", severity: Error, certainty: Certain,
        clause: Must REFERENCE "handshake.go", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "no suite offered" => 1, |s| { s.client_hello(|hello| { hello.set(TlvType::AEAD_OFFER, &[]); }).begin(); };
            "a list of three octets" => 1, |s| { s.client_hello(|hello| { hello.set(TlvType::SIG_OFFER, &[8, 7, 9]); }).begin(); };
            "one entry in each list" => 0, |s| { s.begin(); };
            "a missing list is another rule's" => 0 also ["handshake/tlv-set"], |s| {
                s.client_hello(|hello| { hello.remove(TlvType::AEAD_OFFER); }).begin();
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.is_control(FrameType::CLIENT_HELLO) || !frame.is_whole() {
        return;
    }
    for (ty, entry) in LISTS {
        let Some(length) = frame.tlv(ty).map(<[u8]>::len) else { continue };
        if length == 0 || !length.is_multiple_of(entry) {
            let what = if length == 0 { "is empty".to_owned() } else { format!("has {length} octets, not a multiple of {entry}") };
            sink.report(frame.tlv_place(ty), format!("{ty} {what}")).evidence("type", ty.0).evidence("length", length);
        }
    }
}
