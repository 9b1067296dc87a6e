//! The header of a record.

/// Octets of a record header.
pub(super) const HEADER: usize = 5;
/// Octets of the longest body [RFC 8446 §5.2].
const LONGEST: usize = 16_640;
/// Octets of the shortest sealed body: a content type and a tag.
pub(super) const SHORTEST_SEALED: usize = 17;

/// Content types of records.
pub(super) mod kind {
    pub(in crate::carrier::tls) const CHANGE_CIPHER_SPEC: u8 = 20;
    pub(in crate::carrier::tls) const ALERT: u8 = 21;
    pub(in crate::carrier::tls) const HANDSHAKE: u8 = 22;
    pub(in crate::carrier::tls) const DATA: u8 = 23;
    const HEARTBEAT: u8 = 24;

    /// Whether a record may have this type.
    pub(in crate::carrier::tls) const fn is_known(kind: u8) -> bool {
        matches!(kind, CHANGE_CIPHER_SPEC..=HEARTBEAT)
    }
}

/// A record header that may be one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Head {
    pub(super) kind: u8,
    /// Octets of the body.
    pub(super) length: usize,
}

impl Head {
    /// The header at the front of `octets`, when it may be one.
    pub(super) fn decode(octets: &[u8]) -> Option<Self> {
        let [of, major, minor, high, low] = *octets.first_chunk::<HEADER>()?;
        let length = usize::from(u16::from_be_bytes([high, low]));
        let fits = kind::is_known(of) && major == 3 && minor <= 4 && (1..=LONGEST).contains(&length);
        fits.then_some(Self { kind: of, length })
    }

    /// Octets of header and body.
    pub(super) const fn total(self) -> usize {
        HEADER.saturating_add(self.length)
    }
}
