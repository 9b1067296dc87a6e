//! Handshake messages out of the records that carry them, cut anyhow.

/// Types of handshake messages.
pub(super) mod message {
    pub(in crate::carrier::tls) const CLIENT_HELLO: u8 = 1;
    pub(in crate::carrier::tls) const SERVER_HELLO: u8 = 2;
    pub(in crate::carrier::tls) const END_OF_EARLY_DATA: u8 = 5;
    pub(in crate::carrier::tls) const ENCRYPTED_EXTENSIONS: u8 = 8;
    pub(in crate::carrier::tls) const FINISHED: u8 = 20;
    pub(in crate::carrier::tls) const KEY_UPDATE: u8 = 24;
}

/// Octets of a message header.
const HEADER: usize = 4;

/// Walks the messages of one side. Bodies are kept of those alone that tell what was negotiated.
#[derive(Debug)]
pub(super) struct Messages {
    head: Vec<u8>,
    /// Octets of the message that are still to come, once its header is whole.
    left: usize,
    body: Vec<u8>,
    /// Octets of the longest body kept.
    longest: usize,
}

/// A message that is whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Message {
    pub(super) kind: u8,
    /// Its body; empty when it is none of interest.
    pub(super) body: Vec<u8>,
}

impl Messages {
    /// No message yet.
    pub(super) const fn new(longest: usize) -> Self {
        Self { head: Vec::new(), left: 0, body: Vec::new(), longest }
    }

    /// Forgets what is half there: keys changed, or octets are missing.
    pub(super) fn reset(&mut self) {
        self.head.clear();
        self.body.clear();
        self.left = 0;
    }

    /// Takes octets off the front of `octets` up to the end of a message.
    pub(super) fn next(&mut self, octets: &mut &[u8]) -> Option<Message> {
        if self.head.len() < HEADER {
            take(octets, HEADER.saturating_sub(self.head.len()), &mut self.head);
            let [_, high, middle, low] = *self.head.first_chunk::<HEADER>()?;
            self.left = u32::from_be_bytes([0, high, middle, low]) as usize;
        }
        let kind = self.head.first().copied().unwrap_or_default();
        let wanted = matches!(kind, message::CLIENT_HELLO | message::SERVER_HELLO | message::ENCRYPTED_EXTENSIONS);
        let room = if wanted { self.longest.saturating_sub(self.body.len()) } else { 0 };
        let count = self.left.min(octets.len());
        let (mine, rest) = octets.split_at_checked(count)?;
        self.body.extend_from_slice(mine.get(..room.min(count)).unwrap_or_default());
        *octets = rest;
        self.left = self.left.saturating_sub(count);
        if self.left > 0 {
            return None;
        }
        let body = std::mem::take(&mut self.body);
        self.reset();
        Some(Message { kind, body })
    }
}

fn take(octets: &mut &[u8], count: usize, into: &mut Vec<u8>) {
    let (mine, rest) = octets.split_at(count.min(octets.len()));
    into.extend_from_slice(mine);
    *octets = rest;
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests {
    use super::*;

    #[test]
    fn messages_are_found_however_records_cut_them() {
        let stream = [vec![8, 0, 0, 3, 1, 2, 3], vec![20, 0, 0, 2, 9, 9], vec![24, 0, 0, 1, 0]].concat();
        for size in 1..=stream.len() {
            let (mut messages, mut found) = (Messages::new(64), Vec::new());
            for mut chunk in stream.chunks(size) {
                while let Some(message) = messages.next(&mut chunk) {
                    found.push((message.kind, message.body));
                }
            }
            assert_eq!(found, [(8, vec![1, 2, 3]), (20, vec![]), (24, vec![])], "{size}");
        }
    }
}
