//! Where traffic comes from, as the arguments say.

use super::args::{Read, Record, Until};

/// Where traffic comes from.
pub(super) enum Origin<'a> {
    /// Files, pipes and interfaces.
    Read(&'a Read),
    /// A relay: where it listens, where it passes on to, what is recorded.
    Relay(&'a str, &'a str, &'a Record),
}

impl Origin<'_> {
    /// Whether it goes on until it is stopped.
    pub(super) const fn is_live(&self) -> bool {
        match self {
            Self::Read(read) => read.follow || !read.live.interface.is_empty(),
            Self::Relay(..) => true,
        }
    }

    /// What ends it early.
    pub(super) const fn until(&self) -> Option<&Until> {
        match self {
            Self::Read(read) => Some(&read.until),
            Self::Relay(..) => None,
        }
    }
}
