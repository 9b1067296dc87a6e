//! Octets from the world: capture files, standard input, live interfaces.
//!
//! A file that is damaged is read as far as it goes and says so with [`crate::base::input::Loss`]; only an input of which nothing
//! is a capture is an [`Error`].

mod error;
mod format;
mod spool;
mod medium;
mod window;
mod item;
mod pcap;
mod block;
mod interface;
mod pcapng;
mod secrets;
mod file;
#[cfg(feature = "live")]
mod live;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use error::Error;
pub use file::FileSource;
#[cfg(feature = "live")]
pub use live::{LiveSource, interfaces};

use crate::base::input::{Input, ReadAt};

/// Something that gives inputs to the engine.
pub trait Source {
    /// Appends at most `most` inputs. `false` at the end, and then nothing was appended. An interface that is quiet appends
    /// nothing, too, but answers `true`.
    fn next_batch(&mut self, batch: &mut Vec<Input>, most: usize) -> Result<bool, Error>;

    /// Octets read, and octets in all (0 when unknown).
    fn progress(&self) -> (u64, u64);

    /// Reads octets of any input back by `Packet::file_offset`.
    fn read_at(&self) -> Arc<dyn ReadAt>;
}
