//! A frame on its way: as the splitter found it, and once it was opened.

use bytes::Bytes;

use crate::base::direction::Direction;
use crate::base::id::{PhaseId, StreamId};
use crate::carrier::quic::ConnectionId;
use crate::npamp::header::Header;
use crate::npamp::keyring::Opening;
use crate::npamp::splitter::Mark;
use crate::rules::context::Lane;

/// The packet of a peer that shows that nothing before it is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Next {
    pub(super) connection: ConnectionId,
    pub(super) side: usize,
    pub(super) number: u64,
}

/// A frame as the splitter found it.
#[derive(Clone)]
pub(super) struct Raw {
    pub(super) stream: StreamId,
    pub(super) offset: u64,
    pub(super) octets: Bytes,
    pub(super) header: Header,
    pub(super) complete: bool,
    pub(super) crc_ok: bool,
    pub(super) mark: Mark,
    pub(super) lane: Lane,
    /// On QUIC: whether no octet of it was sent before the packet that completes it.
    pub(super) fresh: bool,
    /// How often something of its direction had been found to be missing when it came.
    pub(super) losses: u32,
    /// On QUIC: the packet of the other peer that shows that nothing of it was missing when the frame came.
    pub(super) next: Option<Next>,
}

/// A frame that was opened, or stays sealed.
pub(super) struct Opened {
    /// Its direction, which opening it may have set right.
    pub(super) direction: Direction,
    pub(super) opening: Opening,
    pub(super) plain: Vec<u8>,
    pub(super) phase: PhaseId,
}
