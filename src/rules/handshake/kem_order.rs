//! `handshake/kem-order`

use crate::npamp::handshake::share::is_encapsulation_key;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// Whether a `KEMShare` of X25519 and ML-KEM has its halves in the wrong order: read with ML-KEM first its coefficients are out of
    /// range, read with X25519 first they are in range.
    /// ## Why it matters
    /// The server encapsulates to a key that nobody has, and both ends derive different secrets.
    /// ## What to do
    /// Put the ML-KEM key first, X25519 behind it. Only `SecP384r1MLKEM1024` of generation 3 has its point in front.
    pub static KEM_ORDER = {
        id: "handshake/kem-order", severity: Warning, certainty: Heuristic,
        clause: Must BINDING "4", scope: Frame, fault: Sender,
        alternative: "other octets than a key may pass the check by a rare chance",
        check: Control(check),
        fixtures: [
            "X25519 in front of ML-KEM-768" => 1, |s| { s.client_hello(|hello| { hello.edit(TlvType::KEM_SHARE, |share| share.rotate_right(32)); }).begin(); };
            "X25519 in front of ML-KEM-1024, generation 2" => 1, |s| {
                s.profile(Profile::HIGH).client_hello(|hello| { hello.edit(TlvType::KEM_SHARE, |share| share.rotate_right(32)); }).begin();
            };
            "ML-KEM first" => 0, |s| { s.begin(); };
            "octets that are no key in either order" => 0, |s| { s.client_hello(|hello| { hello.edit(TlvType::KEM_SHARE, |share| share.fill(0xEE)); }).begin(); };
        ],
    }
}

/// Octets of the X25519 half.
const X25519: usize = 32;
/// Octets of a share of ML-KEM-768 and of ML-KEM-1024 with X25519.
const SHARES: [usize; 2] = [1184 + X25519, 1568 + X25519];

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.is_control(FrameType::CLIENT_HELLO) || !frame.is_whole() {
        return;
    }
    let Some(share) = frame.tlv(TlvType::KEM_SHARE).filter(|share| SHARES.contains(&share.len())) else { return };
    let first = share.get(..share.len().saturating_sub(X25519)).is_some_and(is_encapsulation_key);
    let second = share.get(X25519..).is_some_and(is_encapsulation_key);
    if second && !first {
        sink.report(frame.tlv_place(TlvType::KEM_SHARE), "the ML-KEM half of KEMShare stands behind the X25519 half")
            .evidence("length", share.len());
    }
}
