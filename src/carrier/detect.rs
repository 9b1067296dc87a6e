//! What a flow carries, judged by its first octets and by whether frames were found in it.

/// The carrier of a flow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Carrier {
    /// No frame was found yet, and nothing else was recognised: the search goes on.
    #[default]
    Detecting,
    /// N-PAMP straight on TCP.
    Plain,
    /// A TLS handshake or TLS records.
    Tls,
}

impl Carrier {
    /// The word of the report, for flows that carry N-PAMP or may.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Detecting => None,
            Self::Plain => Some("tcp"),
            Self::Tls => Some("tls"),
        }
    }

    /// Learns from the first octets of a direction whose start was captured. Plain is never forgotten.
    #[must_use]
    pub fn with_first_octets(self, octets: &[u8]) -> Self {
        match self {
            Self::Detecting if is_tls(octets) => Self::Tls,
            other => other,
        }
    }

    /// A frame was found: content is stronger than any guess.
    #[must_use]
    pub const fn with_frame(self) -> Self {
        Self::Plain
    }
}

/// Whether octets look like the first TLS record of a direction: a handshake or alert record of a known version.
pub fn is_tls(octets: &[u8]) -> bool {
    match octets {
        [0x16, 0x03, 0x00..=0x04, high, low, 0x01 | 0x02, ..] => plausible(*high, *low, 4),
        [0x15, 0x03, 0x00..=0x04, high, low, ..] => plausible(*high, *low, 2),
        _ => false,
    }
}

fn plausible(high: u8, low: u8, least: u16) -> bool {
    (least..=0x4100).contains(&u16::from_be_bytes([high, low]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_hello_is_tls_and_a_frame_is_plain() {
        let hello = [0x16, 0x03, 0x01, 0x02, 0x00, 0x01];
        assert_eq!(Carrier::default().with_first_octets(&hello), Carrier::Tls);
        assert_eq!(Carrier::default().with_first_octets(b"NPAM "), Carrier::Detecting);
        assert_eq!(Carrier::Tls.with_frame(), Carrier::Plain);
    }
}
