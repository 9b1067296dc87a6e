//! Octets from the world: capture files, standard input, live interfaces.
//!
//! A file that is damaged is read as far as it goes and says so with [`crate::base::input::Loss`]; only an input of which nothing
//! is a capture is an [`Error`].

mod error;
mod format;
mod backing;
mod shelf;
mod spool;
mod threads;
mod medium;
mod window;
mod item;
mod pcap;
mod block;
mod interface;
mod pcapng;
mod secrets;
mod supply;
mod follow;
mod producer;
mod word;
mod file;
mod merge;
mod record;
mod keyfile;
mod privilege;
mod tap;
#[cfg(feature = "live")]
mod live;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::time::Duration;

pub use error::Error;
pub use file::FileSource;
pub use keyfile::KeyFiles;
#[cfg(feature = "live")]
pub use live::{Live, LiveOptions, interfaces};
pub use privilege::drop_privileges;
pub use record::{PacketRecord, PcapngWriter, Recorded, Recording, Ring};
pub use tap::Relay;
pub use threads::Threads;

use crate::base::input::{Input, ReadAt};

/// Something that gives inputs to the engine.
pub trait Source: Send {
    /// Appends at most `most` inputs. `false` at the end, and then nothing was appended. A source that is quiet rests a moment,
    /// appends nothing and answers `true`.
    fn next_batch(&mut self, batch: &mut Vec<Input>, most: usize) -> Result<bool, Error>;

    /// Octets read, and octets in all (0 when unknown).
    fn progress(&self) -> (u64, u64);

    /// Reads octets of any input back by `Packet::file_offset`.
    fn read_at(&self) -> Arc<dyn ReadAt>;

    /// The same inputs from the first one on, for a second reader. What a ring of files has overwritten since is left out and
    /// said to be.
    fn again(&self) -> Box<dyn Source>;

    /// Ends what would go on: what has come is given, then the end.
    fn stop(&mut self);

    /// Whether it goes on until it is stopped, or until a writer elsewhere ends.
    fn is_live(&self) -> bool;

    /// What keeps going wrong outside, in words; it is not in what the source gives.
    fn word(&self) -> Option<Arc<String>>;

    /// Of the threads that it was given, those that it does not need.
    fn spare_threads(&self) -> usize;

    /// How long after it was captured a packet comes at the latest, as a rule; `None` when packets come from the past. What has not
    /// come by then when nothing else does was not captured.
    fn lag(&self) -> Option<Duration>;
}
