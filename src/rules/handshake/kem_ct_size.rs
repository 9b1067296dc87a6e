//! `handshake/kem-ct-size`

use crate::npamp::handshake::message::Selection;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::suite::Kem;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That the `KEMCiphertext` has the size of the selected mechanism: 1120 octets for 0x11EC, 1600 (generation 2) or 1665
    /// (generation 3) for 0x11ED.
    /// ## Why it matters
    /// The client cannot decapsulate it and must abort.
    /// ## What to do
    /// Send the ciphertext of the selected mechanism.
    pub static KEM_CT_SIZE = {
        id: "handshake/kem-ct-size", severity: Error, certainty: Certain,
        clause: Must BINDING "4", scope: Association, fault: Responder,
        check: Control(check),
        fixtures: [
            "one octet too few" => 1, |s| { s.server_hello(|hello| { hello.edit(TlvType::KEM_CIPHERTEXT, |value| { value.pop(); }); }).begin(); };
            "generation 2 with the ciphertext of generation 3" => 1, |s| {
                s.profile(Profile::HIGH).server_hello(|hello| { hello.set(TlvType::KEM_CIPHERTEXT, &[4; 1665]); }).begin();
            };
            "the size of the larger mechanism at High of generation 3" => 0, |s| { s.generation(Generation::Three).profile(Profile::HIGH).begin(); };
            "the size of the larger mechanism at High" => 0, |s| { s.profile(Profile::HIGH).begin(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(tlvs) = frame.tlvs.filter(|_| frame.is_control(FrameType::SERVER_HELLO) && frame.is_whole()) else { return };
    let selection = Selection::read(tlvs, frame.plaintext.unwrap_or_default());
    let (Some(kem), Some(length)) = (selection.kem, frame.tlv(TlvType::KEM_CIPHERTEXT).map(<[u8]>::len)) else { return };
    // Share and ciphertext of 0x11ED are as long as each other, in either generation.
    let share = frame.association.state.keyring.negotiated().share_len;
    let twin = |generation| kem.ciphertext_len(Some(generation)) == share && share.is_some();
    let paired = kem == Kem::MLKEM1024 && [Generation::Two, Generation::Three].into_iter().any(twin);
    let fits = |generation| kem.ciphertext_len(Some(generation)) == Some(length) && (!paired || share == Some(length));
    if kem.name().is_some() && ![Generation::Two, Generation::Three].into_iter().any(fits) {
        let message = format!("a KEMCiphertext of {length} octets does not belong to {kem}");
        sink.report(frame.tlv_place(TlvType::KEM_CIPHERTEXT), message).evidence("length", length).evidence("kem", kem.0);
    }
}
