//! `handshake/kem-share-vs-select`

use crate::npamp::handshake::message::Selection;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::suite::Kem;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That the selected mechanism is the one whose size the client's share has. A client sends one share, whatever it offers.
    /// ## Why it matters
    /// The server cannot have encapsulated to that share.
    /// ## What to do
    /// Select the mechanism of the share, or refuse.
    pub static KEM_SHARE_VS_SELECT = {
        id: "handshake/kem-share-vs-select", severity: Error, certainty: Certain,
        clause: Must CORE "7.1, 8.2 (generation 3)", scope: Association, fault: Responder,
        check: Control(check),
        fixtures: [
            "0x11ED selected for a share of 0x11EC" => 1 also ["handshake/kem-ct-size"], |s| {
                s.client_hello(|hello| { hello.set(TlvType::KEM_OFFER, &[0x11, 0xEC, 0x11, 0xED]); });
                s.server_hello(|hello| { hello.set(TlvType::KEM_SELECT, &[0x11, 0xED]); }).begin();
            };
            "the mechanism of the share" => 0, |s| {
                s.client_hello(|hello| { hello.set(TlvType::KEM_OFFER, &[0x11, 0xED, 0x11, 0xEC]); }).begin();
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(tlvs) = frame.tlvs.filter(|_| frame.is_control(FrameType::SERVER_HELLO) && frame.is_whole() && frame.knows_offers()) else {
        return;
    };
    let selected = Selection::read(tlvs, frame.plaintext.unwrap_or_default()).kem.filter(|kem| kem.name().is_some());
    let (Some(selected), Some(share)) = (selected, frame.association.state.keyring.negotiated().share_len) else { return };
    let offers = &frame.association.state.keyring.negotiated().offers.kems;
    let belongs =
        |kem: Kem| [Generation::Two, Generation::Three].into_iter().any(|generation| kem.share_len(Some(generation)) == Some(share));
    let other = [Kem::X25519_MLKEM768, Kem::MLKEM1024].into_iter().find(|kem| *kem != selected && belongs(*kem));
    if let Some(other) = other.filter(|_| !belongs(selected) && offers.contains(&selected)) {
        let message = format!("{selected} was selected, and the client's share of {share} octets belongs to {other}");
        sink.report(frame.tlv_place(TlvType::KEM_SELECT), message).evidence("selected", selected.0).evidence("share_len", share);
    }
}
