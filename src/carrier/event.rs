//! What a carrier yields.

use bytes::Bytes;

use crate::net::At;

/// One ordered run of octets: a side of a TCP connection, or one direction of a QUIC stream.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    /// The side that sends: 0 or 1, as the network numbers them.
    pub side: usize,
    /// The QUIC stream; `None` on TCP.
    pub stream: Option<u64>,
}

/// The sealed unit that octets were opened from, to find and open it again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// TLS: offset of the record in the octets of its side of the connection. QUIC: place of the packet in the capture; `u64::MAX`
    /// when it does not lie there in one run.
    pub place: u64,
    /// Octets of the unit as captured, its header included.
    pub sealed: u16,
    /// Opened octets before the first one of the run.
    pub skip: u16,
    /// Which of the carrier's keys opened it: the index for its `seal`.
    pub key: u32,
    /// Record or packet number.
    pub number: u64,
}

/// An event of one carrier, in the order of delivery. Octets and gaps of a run cover it without overlap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Octets of a run.
    Data {
        /// The run.
        run: Run,
        /// Offset of the first octet in the run.
        offset: u64,
        /// The octets.
        bytes: Bytes,
        /// Where they were opened from.
        unit: Unit,
        /// The packet that completes the unit.
        at: At,
    },
    /// Octets of a run are missing for good.
    Gap {
        /// The run.
        run: Run,
        /// Offset of the first missing octet.
        offset: u64,
        /// How many; as near as the sizes of lost units tell.
        length: u64,
        /// Whether that is certain: units are not padded.
        exact: bool,
        /// Whether the capture cut packets, so that the octets were on the wire but not stored.
        snaplen: bool,
        /// The packet at which they were given up.
        at: At,
    },
    /// Octets of a run went missing; how many, a later gap tells if anything does.
    Broken {
        /// The run.
        run: Run,
    },
    /// What a run carried before its first octet is not known. Comes before any octet of it.
    Late {
        /// The run.
        run: Run,
    },
}
