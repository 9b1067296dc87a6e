//! What QUIC tells the layers above.

use std::net::SocketAddr;

use bytes::Bytes;

use crate::base::id::PacketId;
use crate::carrier::hello::RANDOM_LEN;
use crate::net::At;

use super::seal::PacketSeal;
use super::version::Version;

/// A QUIC connection; numbers are not used twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ConnectionId(pub u32);

/// One direction of a stream. Side 0 is the client.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StreamRun {
    /// The side that sends.
    pub side: usize,
    /// The stream.
    pub stream: u64,
}

/// The packet that octets were opened from, to find and open it again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Where the packet lies in the capture; `u64::MAX` when it does not lie there in one run.
    pub place: u64,
    /// The captured packet that holds it.
    pub origin: PacketId,
    /// Octets of the packet.
    pub sealed: u16,
    /// Opened octets before the first one.
    pub skip: u16,
    /// Which key opens it: named by [`QuicEvent::Key`].
    pub key: u32,
    /// The packet number.
    pub number: u64,
    /// Whether the client sent it before the handshake was over.
    pub early: bool,
}

/// Packets of one side that carry, or may carry, data of the application.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Shape {
    /// How many were opened.
    pub opened: u64,
    /// How many stay closed.
    pub closed: u64,
    /// Octets of those.
    pub closed_octets: u64,
}

/// How a connection ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum QuicEnd {
    /// A side closed it.
    Close {
        /// The side.
        side: usize,
        /// The error code: 0 is none.
        code: u64,
        /// Whether the code is the application's.
        application: bool,
    },
    /// A side has lost its state.
    StatelessReset {
        /// The side.
        side: usize,
    },
    /// It was the least recently used when there were too many.
    Evicted,
    /// The capture ended.
    CaptureEnd,
}

/// What happens to a connection beside its streams.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuicFact {
    /// A side sends from another address.
    Migrated {
        /// The side.
        side: usize,
        /// Its address before.
        from: SocketAddr,
        /// Its address now.
        to: SocketAddr,
        /// Whether it also took another id to reach the other side: then it knows that it moved.
        deliberate: bool,
    },
    /// A side sends under new keys.
    KeysUpdated {
        /// The side.
        side: usize,
        /// Updates before and with this one.
        generation: u64,
    },
    /// The server wants the client's address to be validated.
    Retried,
    /// A Retry was ignored whose tag is wrong: anybody may have sent it.
    RetryRefused,
    /// The server speaks other versions than the client's.
    VersionsNegotiated,
    /// The version changed during the handshake.
    Upgraded {
        /// The version now.
        to: Version,
    },
    /// Packets were captured in another order than they were sent. Said once.
    Disordered,
    /// Packets of a side arrived at the other one and were not captured: what they carried is unknown.
    Lost {
        /// The side.
        side: usize,
        /// How many.
        packets: u64,
    },
    /// Packets of a side are missing that may have arrived at the other one, or none is any more.
    Uncertain {
        /// The side.
        side: usize,
        /// Whether some are.
        some: bool,
    },
    /// A side's packets of the handshake or after it stay sealed: the key log has no secret for them.
    KeyMissing {
        /// The side.
        side: usize,
    },
    /// A side's packets do not open with the secrets of the key log.
    KeyWrong {
        /// The side.
        side: usize,
    },
}

/// An event of one connection. Data and gaps of one direction of a stream cover it without overlap, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QuicEvent {
    /// A connection begins.
    Open {
        /// Client and server.
        ends: [SocketAddr; 2],
        /// Whether its beginning was not captured.
        late: bool,
        /// The first packet.
        at: At,
    },
    /// The name of the connection in key logs is known.
    Named {
        /// The random of the client's hello.
        random: [u8; RANDOM_LEN],
        /// The version of the packet that told it.
        version: Version,
    },
    /// What the client offers is known.
    Offered {
        /// Protocols, in order.
        alpn: Vec<Vec<u8>>,
        /// Whether the client announces early data.
        early: bool,
        /// The packet that completes the `ClientHello`.
        at: At,
    },
    /// The cipher is known.
    Ciphered {
        /// The cipher suite, as TLS numbers it.
        suite: u16,
        /// The packet that completes the `ServerHello`.
        at: At,
    },
    /// What the server chooses is known.
    Chosen {
        /// The protocol; `None` when the server names none.
        alpn: Option<Vec<u8>>,
        /// Whether early data is taken.
        early: bool,
        /// The packet that completes `EncryptedExtensions`.
        at: At,
    },
    /// A key that opens packets again. Comes before the first unit that names it.
    Key {
        /// Its number in the connection.
        key: u32,
        /// The secrets.
        seal: Box<PacketSeal>,
    },
    /// Octets of a stream.
    Data {
        /// The run.
        run: StreamRun,
        /// Offset of the first octet.
        offset: u64,
        /// The octets.
        bytes: Bytes,
        /// Where they were opened from.
        unit: Unit,
        /// The packet that completes the run up to them, or their own when a hole before them was given up.
        at: At,
    },
    /// What a run carried before the first octet to come is not known. Comes before any octet of it.
    Late {
        /// The run.
        run: StreamRun,
        /// Offset of the first octet.
        offset: u64,
    },
    /// Octets of a stream are missing for good.
    Gap {
        /// The run.
        run: StreamRun,
        /// Offset of the first missing octet.
        offset: u64,
        /// How many.
        length: u64,
        /// Whether the capture cut packets of the connection.
        snaplen: bool,
        /// The packet at which they were given up.
        at: At,
    },
    /// A second copy of octets differs from the first, which is the one delivered.
    Conflict {
        /// The run.
        run: StreamRun,
        /// Offset of the first octet that differs.
        offset: u64,
        /// Octets from the first to the last that differs.
        length: u32,
        /// The octets used, some of them.
        kept: Bytes,
        /// The octets refused, some of them.
        other: Bytes,
        /// The packet with the second copy.
        at: At,
    },
    /// A run ended; every octet before was delivered or given up.
    Fin {
        /// The run.
        run: StreamRun,
        /// Its length.
        offset: u64,
        /// The packet at which the end was reached.
        at: At,
    },
    /// The sender gave a run up.
    Reset {
        /// The run.
        run: StreamRun,
        /// Its final size.
        offset: u64,
        /// The error code.
        code: u64,
        /// The packet that said so.
        at: At,
    },
    /// An unordered message.
    Datagram {
        /// The side that sent it.
        side: usize,
        /// Its octets.
        bytes: Bytes,
        /// Where they were opened from.
        unit: Unit,
        /// The packet.
        at: At,
    },
    /// Something else happened.
    Fact {
        /// What.
        fact: QuicFact,
        /// The packet.
        at: At,
    },
    /// The connection is over; no event of it follows.
    Closed {
        /// Why.
        why: QuicEnd,
        /// Packets of client and server.
        shape: [Shape; 2],
        /// The packet at which it ended.
        at: At,
    },
}
