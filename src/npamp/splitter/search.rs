//! Looking for the next header that verifies, without holding what was looked at.

use std::sync::LazyLock;

use bytes::Bytes;
use memchr::memmem::Finder;

use crate::npamp::header::{HEADER_LEN, MAGIC, verifies};

/// Octets of garbage kept as evidence.
pub(super) const HEAD_LEN: usize = 64;

static FINDER: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(&MAGIC));

/// Garbage under way: where it began and why it may be innocent.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    /// Stream offset of the first octet that is no frame; `None` before the first octet came.
    pub(super) from: Option<u64>,
    /// The first octets.
    pub(super) head: Vec<u8>,
    /// A gap precedes.
    pub(super) after_gap: bool,
    /// The stream's start was not captured and no frame was seen yet.
    pub(super) at_start: bool,
}

impl Search {
    /// Keeps the front of `octets` as evidence, as far as there is room.
    pub(super) fn keep(&mut self, octets: &[u8]) {
        let room = HEAD_LEN.saturating_sub(self.head.len());
        self.head.extend_from_slice(octets.get(..room).unwrap_or(octets));
    }

    /// The evidence, cut to a garbage of `length` octets.
    pub(super) fn evidence(&self, length: u64) -> Bytes {
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        Bytes::copy_from_slice(self.head.get(..length).unwrap_or(&self.head))
    }
}

/// What a scan of a buffer found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scan {
    /// A header verifies here.
    Found(usize),
    /// A header may begin here, but its octets are not all there.
    Perhaps(usize),
    /// Nothing; the buffer may be forgotten.
    Nothing,
}

/// Scans `octets` from `from` on.
pub(super) fn scan(octets: &[u8], from: usize) -> Scan {
    let mut from = from;
    while let Some(at) = candidate(octets, from) {
        let rest = octets.get(at..).unwrap_or_default();
        if rest.len() < HEADER_LEN {
            return Scan::Perhaps(at);
        }
        if verifies(rest) {
            return Scan::Found(at);
        }
        from = at.saturating_add(1);
    }
    Scan::Nothing
}

/// Where the magic stands next, or the buffer ends inside it.
fn candidate(octets: &[u8], from: usize) -> Option<usize> {
    let rest = octets.get(from..)?;
    if let Some(at) = FINDER.find(rest) {
        return from.checked_add(at);
    }
    let first = rest.len().saturating_sub(MAGIC.len().saturating_sub(1));
    (first..rest.len()).find(|&at| rest.get(at..).is_some_and(|tail| MAGIC.starts_with(tail))).and_then(|at| from.checked_add(at))
}
