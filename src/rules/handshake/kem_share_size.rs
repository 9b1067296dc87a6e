//! `handshake/kem-share-size`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::suite::Kem;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That the KEMShare has the size of a mechanism of the offer: 1216 octets for 0x11EC, 1600 (generation 2) or 1665 (generation 3)
    /// for 0x11ED. A share of an unknown mechanism cannot be judged.
    /// ## Why it matters
    /// The server cannot encapsulate to it and must abort.
    /// ## What to do
    /// Send the share of an offered mechanism, ML-KEM part first in generation 2.
    pub static KEM_SHARE_SIZE = {
        id: "handshake/kem-share-size", severity: Error, certainty: Certain,
        clause: Must BINDING "4", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "one octet too many" => 1, |s| { s.client_hello(|hello| { hello.edit(TlvType::KEM_SHARE, |share| share.push(0)); }).begin(); };
            "the share of the second offered mechanism" => 0, |s| {
                s.client_hello(|hello| { hello.set(TlvType::KEM_OFFER, &[0x11, 0xED, 0x11, 0xEC]); }).begin();
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.is_control(FrameType::CLIENT_HELLO) || !frame.is_whole() || !frame.knows_offers() {
        return;
    }
    let Some(length) = frame.tlv(TlvType::KEM_SHARE).map(<[u8]>::len) else { return };
    let kems = &frame.association.state.keyring.negotiated().offers.kems;
    let known = frame.association.generation();
    // In generation 3 the size of generation 2 is `handshake/gen2-kem1024`.
    let fits = |kem: &Kem| {
        let possible = |generation| known != Some(Generation::Two) || generation == Generation::Two;
        [Generation::Two, Generation::Three]
            .into_iter()
            .any(|generation| possible(generation) && kem.share_len(Some(generation)) == Some(length))
    };
    if kems.iter().all(|kem| kem.name().is_some()) && !kems.is_empty() && !kems.iter().any(fits) {
        let message = format!("a KEMShare of {length} octets belongs to no offered mechanism");
        sink.report(frame.tlv_place(TlvType::KEM_SHARE), message).evidence("length", length);
    }
}
