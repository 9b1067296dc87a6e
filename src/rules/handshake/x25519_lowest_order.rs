//! `handshake/x25519-lowest-order`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::tlv::TlvType;

/// Sizes of values that end in an X25519 key: shares and ciphertexts of 0x11EC, and of 0x11ED in generation 2.
const HYBRID: [usize; 3] = [1216, 1120, 1600];

/// Points whose order divides eight, little-endian, with the top bit masked (RFC 7748; Curve25519 and its twist).
const LOW_ORDER: [[u8; 32]; 7] = [
    point(0x00, 0x00, 0x00),
    point(0x01, 0x00, 0x00),
    [
        0xe0, 0xeb, 0x7a, 0x7c, 0x3b, 0x41, 0xb8, 0xae, 0x16, 0x56, 0xe3, 0xfa, 0xf1, 0x9f, 0xc4, 0x6a, 0xda, 0x09, 0x8d, 0xeb, 0x9c, 0x32,
        0xb1, 0xfd, 0x86, 0x62, 0x05, 0x16, 0x5f, 0x49, 0xb8, 0x00,
    ],
    [
        0x5f, 0x9c, 0x95, 0xbc, 0xa3, 0x50, 0x8c, 0x24, 0xb1, 0xd0, 0xb1, 0x55, 0x9c, 0x83, 0xef, 0x5b, 0x04, 0x44, 0x5c, 0xc4, 0x58, 0x1c,
        0x8e, 0x86, 0xd8, 0x22, 0x4e, 0xdd, 0xd0, 0x9f, 0x11, 0x57,
    ],
    point(0xec, 0xff, 0x7f),
    point(0xed, 0xff, 0x7f),
    point(0xee, 0xff, 0x7f),
];

/// A point with one value in all its inner octets.
const fn point(first: u8, inner: u8, last: u8) -> [u8; 32] {
    let mut out = [inner; 32];
    out[0] = first;
    out[31] = last;
    out
}

declare_rule! {
    /// ## What it checks
    /// That the X25519 half of `KEMShare` and `KEMCiphertext` is no point of low order, the all-zero one included.
    /// ## Why it matters
    /// The classical half of the secret is then the same whatever the peer does: the hybrid rests on ML-KEM alone.
    /// ## What to do
    /// Generate a fresh key pair; reject such a key from the peer.
    pub static X25519_LOWEST_ORDER = {
        id: "handshake/x25519-lowest-order", severity: Error, certainty: Certain,
        clause: Must BINDING "4", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "an all-zero key in the client's share" => 1, |s| { s.client_hello(|hello| { hello.edit(TlvType::KEM_SHARE, |share| share[1184..].fill(0)); }).begin(); };
            "2^255-20, in the server's ciphertext" => 1, |s| {
                s.server_hello(|hello| { hello.edit(TlvType::KEM_CIPHERTEXT, |value| { value[1088..].fill(0xFF); value[1088] = 0xEC; value[1119] = 0x7F; }); }).begin();
            };
            "a key of zeros but for its second octet" => 0, |s| {
                s.client_hello(|hello| { hello.edit(TlvType::KEM_SHARE, |share| { share[1184..].fill(0); share[1185] = 9; }); }).begin();
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let rekem = frame.is_control(FrameType::REKEM) || frame.is_control(FrameType::REKEM_ACK);
    if !frame.is_whole() || !(frame.is_hello() || rekem) {
        return;
    }
    for ty in [TlvType::KEM_SHARE, TlvType::KEM_CIPHERTEXT] {
        let Some(value) = frame.tlv(ty).filter(|value| HYBRID.contains(&value.len())) else { continue };
        if value.last_chunk::<32>().is_some_and(is_low_order) {
            let key = value.get(value.len().saturating_sub(32)..).unwrap_or_default();
            sink.report(frame.tlv_place(ty), format!("the X25519 half of {ty} is a point of low order")).evidence("key_hex", key);
        }
    }
}

fn is_low_order(key: &[u8; 32]) -> bool {
    let mut masked = *key;
    masked[31] &= 0x7F;
    LOW_ORDER.contains(&masked)
}
