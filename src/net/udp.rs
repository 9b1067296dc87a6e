//! UDP headers.

use super::link::Skip;
use super::octets::u16_at;

/// Octets of the header.
const HEADER: usize = 8;

/// A UDP header, and where the payload behind it lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Udp {
    /// Source port.
    pub(super) source: u16,
    /// Destination port.
    pub(super) destination: u16,
    /// Where the payload begins.
    pub(super) start: usize,
    /// Octets of the payload that were captured.
    pub(super) len: usize,
    /// Whether there were more.
    pub(super) cut: bool,
}

/// Decodes the header at the front of a transport payload of which `wire_len` octets were on the wire. A length that is zero or does not
/// fit is no length: large datagrams that an interface sends in parts are recorded so.
pub(super) fn decode(octets: &[u8], wire_len: usize) -> Result<Udp, Skip> {
    let port = |at| u16_at(octets, at).ok_or(Skip::Undecodable);
    let named = usize::from(port(4)?);
    if octets.len() < HEADER {
        return Err(Skip::Undecodable);
    }
    let whole = if (HEADER..=wire_len).contains(&named) { named } else { wire_len };
    let there = octets.len().min(whole);
    Ok(Udp { source: port(0)?, destination: port(2)?, start: HEADER, len: there.saturating_sub(HEADER), cut: there < whole })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_leaves_padding_out_and_tells_what_was_cut() {
        let octets = [0, 1, 0, 2, 0, 11, 0, 0, b'a', b'b', b'c', 0, 0];
        assert_eq!(decode(&octets, 13), Ok(Udp { source: 1, destination: 2, start: 8, len: 3, cut: false }));
        assert_eq!(decode(octets.get(..10).unwrap_or_default(), 13).map(|udp| (udp.len, udp.cut)), Ok((2, true)));
        assert_eq!(decode(octets.get(..7).unwrap_or_default(), 13), Err(Skip::Undecodable));
    }

    #[test]
    fn a_length_that_cannot_be_is_taken_from_ip() {
        let octets = [0, 1, 0, 2, 0, 0, 0, 0, b'a', b'b'];
        assert_eq!(decode(&octets, 10).map(|udp| udp.len), Ok(2));
    }
}
