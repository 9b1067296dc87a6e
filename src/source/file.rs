//! Capture files and standard input, one after another.

use std::path::PathBuf;
use std::sync::Arc;

use crate::base::input::{Input, ReadAt};

use super::error::Error;

/// One or more inputs, read in order.
pub struct FileSource {}

impl FileSource {
    /// Opens every input and checks that each is a capture, before anything is read. `-` is standard input.
    pub fn open(_paths: &[PathBuf]) -> Result<Self, Error> {
        Err(Error::NoInput)
    }

    /// Appends at most `most` inputs. `false` at the end, and then nothing was appended.
    pub fn next_batch(&mut self, _batch: &mut Vec<Input>, _most: usize) -> Result<bool, Error> {
        Ok(false)
    }

    /// Octets read, and octets in all (0 when unknown).
    pub fn progress(&self) -> (u64, u64) {
        (0, 0)
    }

    /// Reads octets of any input back by `Packet::file_offset`.
    pub fn read_at(&self) -> Arc<dyn ReadAt> {
        unimplemented!()
    }
}
