//! The part of an input that is in memory. Packets are slices of it, so reading copies no packet.

use bytes::Bytes;

use super::error::Error;
use super::medium::Medium;

/// Octets read at once.
const CHUNK: usize = 1 << 18;

/// Whether the octets asked for are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fill {
    /// They are.
    Ready,
    /// The input ends before them.
    End,
    /// They may come, but not now.
    Wait,
}

/// A run of octets of an input, moving from its front to its end.
#[derive(Debug)]
pub(super) struct Window {
    data: Bytes,
    /// Next octet in `data`.
    at: usize,
    /// Where `data` begins in the input.
    base: u64,
}

impl Window {
    /// A window at the front.
    pub(super) const fn new() -> Self {
        Self::over(0)
    }

    /// A window behind `offset` octets that holds nothing.
    pub(super) const fn over(offset: u64) -> Self {
        Self { data: Bytes::new(), at: 0, base: offset }
    }

    /// Offset in the input of the next octet.
    pub(super) const fn offset(&self) -> u64 {
        self.base + self.at as u64
    }

    /// The octets in memory that are not consumed.
    pub(super) fn rest(&self) -> &[u8] {
        self.data.get(self.at..).unwrap_or_default()
    }

    /// A slice of the octets not consumed, sharing their buffer; empty beyond the end.
    pub(super) fn share(&self, from: usize, len: usize) -> Bytes {
        let start = self.at.saturating_add(from).min(self.data.len());
        let end = start.saturating_add(len).min(self.data.len());
        self.data.slice(start..end)
    }

    /// Moves on by `count` octets.
    pub(super) fn consume(&mut self, count: usize) {
        self.at = self.at.saturating_add(count).min(self.data.len());
    }

    /// Makes `need` octets available. Never waits.
    pub(super) fn fill(&mut self, medium: &mut Medium, need: usize) -> Result<Fill, Error> {
        while self.rest().len() < need {
            let rest = self.rest().len();
            let end = self.base + self.data.len() as u64;
            medium.want(end.saturating_add(need.max(CHUNK) as u64));
            let extent = medium.extent()?;
            let available = usize::try_from(extent.len.saturating_sub(end)).unwrap_or(usize::MAX);
            if extent.open && rest.saturating_add(available) < need {
                return Ok(Fill::Wait);
            }
            let most = available.min(need.max(CHUNK) - rest);
            let mut next = Vec::with_capacity(rest + most);
            next.extend_from_slice(self.rest());
            if most == 0 || medium.read(end, most, &mut next) == 0 {
                return Ok(Fill::End);
            }
            self.base = self.offset();
            self.at = 0;
            self.data = next.into();
        }
        Ok(Fill::Ready)
    }
}
