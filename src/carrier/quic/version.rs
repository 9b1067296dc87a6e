//! The two versions that are read, and what differs between them [RFC 9001 §5, RFC 9369 §3].

/// A version of QUIC whose packets can be opened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Version {
    /// RFC 9000.
    #[default]
    One,
    /// RFC 9369.
    Two,
}

/// What a long header announces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LongKind {
    /// Sealed with keys that the wire itself shows.
    Initial,
    /// Data before the handshake is over.
    ZeroRtt,
    /// The handshake.
    Handshake,
    /// The server wants an address to be validated first.
    Retry,
}

/// Labels of the key derivation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Labels {
    pub(super) key: &'static str,
    pub(super) iv: &'static str,
    pub(super) header: &'static str,
    pub(super) update: &'static str,
}

/// Whether a number on the wire is one that QUIC had or has somewhere, so that it is no chance in other traffic: drafts, and what
/// Google and Facebook spoke.
pub(super) const fn is_named(code: u32) -> bool {
    let [name, digits @ ..] = code.to_be_bytes();
    let google = matches!((name, digits), (b'Q' | b'T', [b'0'..=b'9', b'0'..=b'9', b'0'..=b'9']));
    google || matches!(code, 0xff00_0001..=0xff00_00ff | 0xff01_0000..=0xff02_00ff | 0xface_b000..=0xface_b0ff | 0x709a_50c4)
}

/// Whether a number is reserved to be unknown, so that nothing is ever sent under it [RFC 9000 §15].
pub(super) const fn is_reserved(code: u32) -> bool {
    code & 0x0f0f_0f0f == 0x0a0a_0a0a
}

impl Version {
    /// Both versions.
    pub const ALL: [Self; 2] = [Self::One, Self::Two];

    /// The version of a number on the wire.
    pub const fn of(code: u32) -> Option<Self> {
        match code {
            0x0000_0001 => Some(Self::One),
            0x6b33_43cf => Some(Self::Two),
            _ => None,
        }
    }

    /// Its number on the wire.
    pub const fn code(self) -> u32 {
        match self {
            Self::One => 0x0000_0001,
            Self::Two => 0x6b33_43cf,
        }
    }

    /// The other version.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// What the type bits of a long header mean.
    pub const fn kind(self, first: u8) -> LongKind {
        let bits = (first >> 4) & 3;
        match (self, bits) {
            (Self::One, 0) | (Self::Two, 1) => LongKind::Initial,
            (Self::One, 1) | (Self::Two, 2) => LongKind::ZeroRtt,
            (Self::One, 2) | (Self::Two, 3) => LongKind::Handshake,
            _ => LongKind::Retry,
        }
    }

    /// The type bits of a kind: the inverse of [`Version::kind`].
    pub const fn bits(self, kind: LongKind) -> u8 {
        match (self, kind) {
            (Self::One, LongKind::Initial) | (Self::Two, LongKind::Retry) => 0x00,
            (Self::One, LongKind::ZeroRtt) | (Self::Two, LongKind::Initial) => 0x10,
            (Self::One, LongKind::Handshake) | (Self::Two, LongKind::ZeroRtt) => 0x20,
            (Self::One, LongKind::Retry) | (Self::Two, LongKind::Handshake) => 0x30,
        }
    }

    /// The salt that Initial secrets are extracted with.
    pub(super) const fn salt(self) -> [u8; 20] {
        match self {
            Self::One => *b"\x38\x76\x2c\xf7\xf5\x59\x34\xb3\x4d\x17\x9a\xe6\xa4\xc8\x0c\xad\xcc\xbb\x7f\x0a",
            Self::Two => *b"\x0d\xed\xe3\xde\xf7\x00\xa6\xdb\x81\x93\x81\xbe\x6e\x26\x9d\xcb\xf9\xbd\x2e\xd9",
        }
    }

    /// The labels of its key derivation.
    pub(super) const fn labels(self) -> Labels {
        match self {
            Self::One => Labels { key: "quic key", iv: "quic iv", header: "quic hp", update: "quic ku" },
            Self::Two => Labels { key: "quicv2 key", iv: "quicv2 iv", header: "quicv2 hp", update: "quicv2 ku" },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_versions_of_quic_from_chance_and_from_reserved_ones() {
        assert!(is_named(0xff00_001d) && is_named(u32::from_be_bytes(*b"Q043")) && is_named(0xface_b002));
        assert!(!is_named(0x1234_5678) && !is_named(u32::from_be_bytes(*b"QRST")));
        assert!(is_reserved(0x1a2a_3a4a) && !is_reserved(1));
    }

    #[test]
    fn each_version_numbers_the_types_of_long_headers_in_its_own_way() {
        for version in Version::ALL {
            for kind in [LongKind::Initial, LongKind::ZeroRtt, LongKind::Handshake, LongKind::Retry] {
                assert_eq!(version.kind(0xc0 | version.bits(kind)), kind);
            }
            assert_eq!(Version::of(version.code()), Some(version));
        }
        assert_eq!(Version::Two.kind(0xd3), LongKind::Initial);
        assert_eq!(Version::of(0), None);
    }
}
