//! `handshake/p384-point-form`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::tlv::TlvType;

/// Octets of a share or ciphertext of `SecP384r1MLKEM1024`.
const LENGTH: usize = 1665;
/// First octet of an uncompressed point.
const UNCOMPRESSED: u8 = 0x04;

declare_rule! {
    /// ## What it checks
    /// That the P-384 half of a 1665-octet share or ciphertext begins with 04: an uncompressed point, in front of the ML-KEM half.
    /// ## Why it matters
    /// The peer cannot read the point and must abort. The usual cause is that the halves stand in the other order.
    /// ## What to do
    /// Put the uncompressed point first: generation 3 orders this mechanism the other way round than `X25519MLKEM768`.
    pub static P384_POINT_FORM = {
        id: "handshake/p384-point-form", severity: Error, certainty: Certain,
        clause: Must CORE "7.1 (generation 3)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "a compressed point in the share" => 1, |s| {
                s.generation(Generation::Three).profile(Profile::HIGH).client_hello(|hello| { hello.edit(TlvType::KEM_SHARE, |share| share[0] = 2); }).begin();
            };
            "uncompressed points" => 0, |s| { s.generation(Generation::Three).profile(Profile::HIGH).begin(); };
            "a share of generation 2 has no point" => 0, |s| { s.profile(Profile::HIGH).begin(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.is_hello() || !frame.is_whole() {
        return;
    }
    for ty in [TlvType::KEM_SHARE, TlvType::KEM_CIPHERTEXT] {
        let Some(first) = frame.tlv(ty).filter(|value| value.len() == LENGTH).and_then(<[u8]>::first) else { continue };
        if *first != UNCOMPRESSED {
            sink.report(frame.tlv_place(ty), format!("the P-384 half of {ty} begins with {first:02x} instead of 04"))
                .evidence("first", *first);
        }
    }
}
