//! `handshake/sig-reserved-offered`

use crate::npamp::handshake::message::pairs;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::suite::Signature;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// In generation 3, whether `SigOffer` lists ML-DSA-44 or ML-DSA-65, which are registered and never negotiated.
    /// ## Why it matters
    /// The entry can only come from a list of generation 2, where 0x0905 meant ML-DSA-87.
    /// ## What to do
    /// Offer 0x0906 for ML-DSA-87.
    pub static SIG_RESERVED_OFFERED = {
        id: "handshake/sig-reserved-offered", severity: Note, certainty: Certain,
        clause: Must CORE "7.3 (generation 3)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "0x0905 beside 0x0906" => 1, |s| {
                s.generation(Generation::Three).profile(Profile::SOVEREIGN).client_hello(|hello| { hello.set(TlvType::SIG_OFFER, &[9, 5, 9, 6]); }).begin();
            };
            "0x0905 in generation 2" => 0, |s| { s.profile(Profile::SOVEREIGN).begin(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.is_control(FrameType::CLIENT_HELLO) || !frame.is_whole() || !frame.association.is_gen3() {
        return;
    }
    let reserved = |code: &u16| matches!(Signature(*code), Signature::ML_DSA_44 | Signature::ML_DSA_0905);
    for code in pairs(frame.tlv(TlvType::SIG_OFFER).unwrap_or_default()).filter(reserved).take(4) {
        let message = format!("signature scheme 0x{code:04X} is offered, which is never negotiated");
        sink.report(frame.tlv_place(TlvType::SIG_OFFER), message).evidence("signature", code);
    }
}
