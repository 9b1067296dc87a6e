//! CRYPTO frames of one packet number space and side, to TLS messages [RFC 9000 §19.6].

use std::collections::BTreeMap;

use crate::base::reader::Reader;

/// Octets of one side's handshake that are kept: certificates may be long, hellos are not.
const MOST_OCTETS: usize = 64 * 1024;

/// Octets in any order, each once.
#[derive(Debug, Default)]
pub(super) struct CryptoStream {
    /// The octets from offset 0 on.
    octets: Vec<u8>,
    /// What waits for earlier octets.
    waiting: BTreeMap<usize, Vec<u8>>,
    held: usize,
    /// Octets that messages were read from.
    read: usize,
}

impl CryptoStream {
    /// Takes octets.
    pub(super) fn push(&mut self, offset: u64, octets: &[u8]) {
        let Ok(offset) = usize::try_from(offset) else { return };
        if offset.saturating_add(octets.len()) > MOST_OCTETS {
            return;
        }
        if offset > self.octets.len() {
            self.hold(offset, octets);
            return;
        }
        self.append(offset, octets);
        while let Some(entry) = self.waiting.first_entry() {
            if *entry.key() > self.octets.len() {
                return;
            }
            let (offset, octets) = entry.remove_entry();
            self.held = self.held.saturating_sub(octets.len());
            self.append(offset, &octets);
        }
    }

    /// The next whole message: its type and its body.
    pub(super) fn message(&mut self) -> Option<(u8, &[u8])> {
        let mut reader = Reader::new(self.octets.get(self.read..)?);
        let kind = reader.u8().ok()?;
        let [high, middle, low] = reader.array().ok()?;
        let body = reader.take(usize::try_from(u32::from_be_bytes([0, high, middle, low])).ok()?).ok()?;
        self.read = self.read.saturating_add(reader.at());
        Some((kind, body))
    }

    fn hold(&mut self, offset: usize, octets: &[u8]) {
        let known = self.waiting.get(&offset).map_or(0, Vec::len);
        let held = self.held.saturating_add(octets.len()).saturating_sub(known);
        if octets.len() > known && held <= MOST_OCTETS {
            self.held = held;
            self.waiting.insert(offset, octets.to_vec());
        }
    }

    fn append(&mut self, offset: usize, octets: &[u8]) {
        let known = self.octets.len().saturating_sub(offset);
        self.octets.extend_from_slice(octets.get(known..).unwrap_or_default());
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "tests panic on purpose")]
mod tests {
    use super::*;

    #[test]
    fn messages_come_whole_whatever_the_order_of_their_parts() {
        let stream = [1, 0, 0, 3, b'a', b'b', b'c', 2, 0, 0, 1, b'd'];
        let cuts: [&[(usize, usize)]; 3] = [&[(0, 12)], &[(6, 12), (0, 2), (4, 7), (1, 5)], &[(8, 12), (0, 3), (0, 12), (0, 12)]];
        for parts in cuts {
            let mut crypto = CryptoStream::default();
            for (start, end) in parts {
                crypto.push(*start as u64, &stream[*start..*end]);
            }
            assert_eq!(crypto.message(), Some((1, &b"abc"[..])));
            assert_eq!(crypto.message(), Some((2, &b"d"[..])));
            assert_eq!(crypto.message(), None);
        }
    }

    #[test]
    fn octets_beyond_the_bound_are_left_out() {
        let mut crypto = CryptoStream::default();
        for at in 0..200 {
            crypto.push(1 + at * 700, &[0; 700]);
        }
        assert!(crypto.held <= MOST_OCTETS);
        crypto.push(u64::MAX, &[1]);
        assert_eq!(crypto.message(), None);
    }
}
