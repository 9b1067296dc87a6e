//! Whether the first octets of a side are TLS.

use super::head::{HEADER, Head, kind};
use super::messages::message;

/// What the first octets tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Probe {
    /// A hello of TLS begins here.
    Hello,
    /// More octets are needed.
    Unsure,
    /// No hello of TLS.
    No,
}

/// Looks at the first octets of a side.
pub fn probe(octets: &[u8]) -> Probe {
    let front = [kind::HANDSHAKE, 3];
    let known = octets.len().min(front.len());
    if octets.get(..known) != front.get(..known) {
        return Probe::No;
    }
    let Some(first) = octets.get(HEADER) else { return Probe::Unsure };
    let hello = matches!(*first, message::CLIENT_HELLO | message::SERVER_HELLO);
    if hello && Head::decode(octets).is_some() { Probe::Hello } else { Probe::No }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hello_shows_within_six_octets_and_a_frame_with_its_first() {
        assert_eq!(probe(&[22, 3, 1, 2, 0, 1, 0]), Probe::Hello);
        assert_eq!(probe(&[22, 3, 3, 0, 90, 2]), Probe::Hello);
        assert_eq!((probe(&[]), probe(&[22]), probe(&[22, 3, 1, 2, 0])), (Probe::Unsure, Probe::Unsure, Probe::Unsure));
        assert_eq!((probe(b"N"), probe(&[22, 3, 1, 2, 0, 9]), probe(&[22, 3, 9, 2, 0, 1])), (Probe::No, Probe::No, Probe::No));
    }
}
