//! The head of one item: major type, additional information, argument.

use crate::base::reader::Reader;

use super::fault::Reason;

/// A head as it was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Head {
    /// Major type, 0 to 7.
    pub(super) major: u8,
    /// The argument; `None` for indefinite length and break.
    pub(super) argument: Option<u64>,
    /// Octets of the argument behind the first: 0, 1, 2, 4, 8.
    pub(super) width: u8,
    /// Octets of the head.
    pub(super) length: usize,
}

/// Additional information that means indefinite length, or break.
const INDEFINITE: u8 = 31;

/// Reads the head at the start of `rest`.
pub(super) fn read(rest: &[u8]) -> Result<Head, Reason> {
    let mut reader = Reader::new(rest);
    let truncated = |_| Reason::Truncated;
    let first = reader.u8().map_err(truncated)?;
    let (major, info) = (first >> 5, first & 0x1F);
    let (argument, width) = match info {
        0..=23 => (Some(u64::from(info)), 0),
        24 => (Some(u64::from(reader.u8().map_err(truncated)?)), 1),
        25 => (Some(u64::from(reader.u16().map_err(truncated)?)), 2),
        26 => (Some(u64::from(reader.u32().map_err(truncated)?)), 4),
        27 => (Some(reader.u64().map_err(truncated)?), 8),
        INDEFINITE if matches!(major, 2..=5 | 7) => (None, 0),
        _ => return Err(Reason::Reserved),
    };
    if major == 7 && width == 1 && argument.is_some_and(|value| value < 32) {
        return Err(Reason::Reserved);
    }
    Ok(Head { major, argument, width, length: reader.at() })
}

impl Head {
    /// Whether this is the break that ends an item of indefinite length.
    pub(super) const fn is_break(&self) -> bool {
        self.major == 7 && self.argument.is_none()
    }

    /// Whether the argument could have been spelled in fewer octets. Floating-point numbers are not asked.
    pub(super) const fn is_long(&self) -> bool {
        let Some(argument) = self.argument else { return false };
        match self.width {
            _ if self.major == 7 => false,
            1 => argument < 24,
            2 => argument <= 0xFF,
            4 => argument <= 0xFFFF,
            8 => argument <= 0xFFFF_FFFF,
            _ => false,
        }
    }

    /// Whether it opens something with items inside: array, map, tag, string of indefinite length.
    pub(super) const fn is_container(&self) -> bool {
        match self.major {
            2 | 3 => self.argument.is_none(),
            4..=6 => true,
            _ => false,
        }
    }

    /// Items inside a container; `None` until a break.
    pub(super) const fn items(&self) -> Option<u64> {
        match (self.major, self.argument) {
            (5, Some(pairs)) => Some(pairs.saturating_mul(2)),
            (6, _) => Some(1),
            (_, count) => count,
        }
    }

    /// Octets of content that follow the head of a string; 0 for everything else.
    pub(super) fn content(&self) -> usize {
        let length = self.argument.filter(|_| matches!(self.major, 2 | 3)).unwrap_or(0);
        usize::try_from(length).unwrap_or(usize::MAX)
    }
}
