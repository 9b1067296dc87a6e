//! Octets at a place in a stream.

use std::ops::Range;

use bytes::Bytes;

use super::event::At;
use super::held::Held;

/// A run of octets, cut to ranges of stream offsets.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) start: u64,
    pub(super) bytes: Bytes,
    pub(super) file_offset: u64,
}

impl Piece {
    /// One past the last octet.
    pub(super) fn end(&self) -> u64 {
        self.start.saturating_add(self.bytes.len() as u64)
    }

    fn range(&self, from: u64, to: u64) -> Range<usize> {
        let index = |at: u64| usize::try_from(at.saturating_sub(self.start)).unwrap_or(usize::MAX).min(self.bytes.len());
        index(from)..index(to).max(index(from))
    }

    /// The octets from `from` to `to`, as far as they are here.
    pub(super) fn octets(&self, from: u64, to: u64) -> &[u8] {
        self.bytes.get(self.range(from, to)).unwrap_or_default()
    }

    /// The same range with its place in the capture, carried by the packet at `at`.
    pub(super) fn part(&self, from: u64, to: u64, at: At) -> Held {
        let range = self.range(from, to);
        let file_offset = self.file_offset.saturating_add(range.start as u64);
        Held { bytes: self.bytes.slice(range), file_offset, at }
    }
}
