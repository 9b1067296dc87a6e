//! A private temporary file that keeps octets which cannot be read twice.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

use crate::base::input::ReadAt;

/// An anonymous file: it has no name and is gone when the last handle is.
#[derive(Debug)]
pub(super) struct Spool {
    file: Arc<File>,
    len: u64,
}

impl Spool {
    /// An empty spool.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self { file: Arc::new(tempfile::tempfile()?), len: 0 })
    }

    /// The file, for reading back.
    pub(super) fn file(&self) -> Arc<File> {
        Arc::clone(&self.file)
    }

    /// Octets in it.
    pub(super) const fn len(&self) -> u64 {
        self.len
    }

    /// Appends `octets`; answers where they begin.
    pub(super) fn append(&mut self, octets: &[u8]) -> io::Result<u64> {
        let at = self.len;
        self.file.write_all_at(octets, at)?;
        self.len += octets.len() as u64;
        Ok(at)
    }
}

/// The files of all inputs, for reading octets back.
pub(super) struct Files(pub(super) Vec<Arc<File>>);

impl ReadAt for Files {
    fn read_at(&self, input: usize, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let file = self.0.get(input).ok_or(io::ErrorKind::NotFound)?;
        file.read_exact_at(buffer, offset)
    }
}
