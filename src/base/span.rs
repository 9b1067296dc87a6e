//! Ranges inside one buffer.

/// A half-open range of octets in one buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByteSpan {
    /// First octet.
    pub start: u32,
    /// One past the last octet.
    pub end: u32,
}

impl ByteSpan {
    /// The range `start..end`; saturates, and an inverted range is empty at `start`.
    pub fn new(start: usize, end: usize) -> Self {
        let start = u32::try_from(start).unwrap_or(u32::MAX);
        let end = u32::try_from(end).unwrap_or(u32::MAX);
        Self { start, end: end.max(start) }
    }

    /// Number of octets.
    pub const fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it covers nothing.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The octets it covers; empty when it does not lie in `buffer`.
    pub fn of(self, buffer: &[u8]) -> &[u8] {
        buffer.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// The same range `by` octets further on.
    #[must_use]
    pub const fn shift(self, by: u32) -> Self {
        Self { start: self.start.saturating_add(by), end: self.end.saturating_add(by) }
    }

    /// As a `usize` range.
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}
