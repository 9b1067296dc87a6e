//! What a splitter finds in a stream.

use bytes::Bytes;

use crate::base::id::PacketId;
use crate::base::time::Timestamp;
use crate::npamp::header::Header;

/// The packet that delivered some octets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// The packet.
    pub packet: PacketId,
    /// Its time.
    pub time: Timestamp,
}

/// A run of one direction's stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A frame whose header was captured whole.
    Frame {
        /// Stream offset of the header.
        offset: u64,
        /// Header and payload; the header alone when incomplete.
        octets: Bytes,
        /// The header, as captured.
        header: Header,
        /// Whether the payload was captured whole and is small enough to keep.
        complete: bool,
        /// Whether the stored CRC is the computed one.
        crc_ok: bool,
        /// The packet that completes it.
        mark: Mark,
    },
    /// Octets that are no frame.
    Garbage {
        /// Stream offset of the first one.
        offset: u64,
        /// How many.
        length: u64,
        /// The first of them, at most 64.
        head: Bytes,
        /// Whether a header that verifies follows.
        resynced: bool,
        /// Whether a gap in the capture precedes them: then they are the rest of something unseen.
        after_gap: bool,
        /// Whether they precede the first frame of a stream whose start was not captured: then they accuse nobody.
        at_start: bool,
        /// Whether a frame precedes and a frame follows.
        between: bool,
        /// The packet that ended the search.
        mark: Mark,
    },
    /// The stream ended inside a header or a payload.
    Truncated {
        /// Stream offset of the header.
        offset: u64,
        /// Octets of the frame that came.
        have: u64,
        /// Octets the frame has, or 36 when its header is cut.
        need: u64,
        /// The packet that came last.
        mark: Mark,
    },
}
