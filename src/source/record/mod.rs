//! What npscope captures itself is written as it passes, sealed as it passed, and read from there: so memory does not grow with
//! the traffic, and what has left it can be read back.

mod part;
mod recorder;
mod settings;
mod tape;
mod writer;

pub use settings::{Recording, Ring};
pub use writer::{PacketRecord, PcapngWriter};

pub(super) use recorder::{Recorder, now};
pub(super) use tape::TapeSupply;
pub(super) use writer::InterfaceRecord;

/// What was written so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Recorded {
    /// Packets.
    pub packets: u64,
    /// Octets of the files.
    pub octets: u64,
    /// Files begun.
    pub files: u64,
    /// Packets dropped by the kernel, the interface and npscope, as far as is known.
    pub dropped: [u64; 3],
}
