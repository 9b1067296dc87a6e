//! Where a recording goes, and when it goes on to another file.

use std::path::PathBuf;
use std::time::Duration;

/// Octets of one anonymous file.
const PART_OCTETS: u64 = 64 << 20;
/// Anonymous files kept: a gibibyte in all.
const PARTS: usize = 16;

/// Where a recording goes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recording {
    /// The file, or the name that the files of a ring begin with; `None` for temporary files without a name. `-` is standard
    /// output.
    pub path: Option<PathBuf>,
    /// When to go on to another file.
    pub ring: Ring,
}

/// When a recording goes on to another file, and how many are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ring {
    /// After this many octets.
    pub octets: Option<u64>,
    /// After this long.
    pub time: Option<Duration>,
    /// Keep this many files; the oldest goes first.
    pub files: Option<usize>,
}

impl Recording {
    /// The ring in force: files without a name are always bounded.
    pub(super) fn ring(&self) -> Ring {
        let Ring { octets, time, files } = self.ring;
        match &self.path {
            Some(_) => self.ring,
            None => Ring { octets: octets.or(Some(PART_OCTETS)), time, files: files.or(Some(PARTS)) },
        }
    }

    /// Whether there is more than one file.
    pub(super) fn is_ring(&self) -> bool {
        let ring = self.ring();
        ring.octets.is_some() || ring.time.is_some()
    }
}
