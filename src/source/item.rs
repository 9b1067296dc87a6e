//! What the format readers find.

use bytes::Bytes;

use crate::base::input::{DropCause, LinkType};
use crate::base::secret::Secret;
use crate::base::time::Timestamp;

/// The longest packet that is believed: what libpcap allows for any link, times 256.
pub(super) const MOST_PACKET: u32 = 0x0400_0000;

/// A packet before it has a number.
#[derive(Debug)]
pub(super) struct RawPacket {
    pub(super) time: Timestamp,
    pub(super) link: LinkType,
    pub(super) original_len: u32,
    pub(super) file_offset: u64,
    pub(super) bytes: Bytes,
}

/// Something found in a file.
#[derive(Debug)]
pub(super) enum Item {
    /// A packet.
    Packet(RawPacket),
    /// Key log text.
    Secrets(Secret),
    /// Packets that were dropped, and by whom.
    Drops(DropCause, u64),
    /// Damage at an offset, in words.
    Damage(u64, String),
}

/// What one step of a reader came to.
#[derive(Debug)]
pub(super) enum Step {
    /// Something was found.
    Found(Item),
    /// Nothing that matters; there may be more.
    Again,
    /// There may be more, but not now.
    Wait,
    /// The file is over.
    End,
}
