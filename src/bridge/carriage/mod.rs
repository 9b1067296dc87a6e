//! Carriage classes: how a family of foreign protocols rides in Bridge frames.

pub mod jsonrpc;

use crate::spec::generation::Generation;
use crate::spec::protocol::Protocol;

/// How a protocol is carried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CarriageClass {
    /// One JSON-RPC object a frame.
    JsonRpc,
    /// HTTP messages as CBOR maps.
    Http,
    /// Event streams.
    Stream,
    /// Performatives of agent messages.
    Messaging,
    /// Documents with proofs.
    Documents,
    /// Octets of a media type.
    Opaque,
    /// Nobody said: nothing about the foreign message is known.
    Unmapped,
}

/// Every class a protocol can be mapped to, in the order of the drafts.
pub const CLASSES: &[CarriageClass] = &[
    CarriageClass::JsonRpc,
    CarriageClass::Http,
    CarriageClass::Stream,
    CarriageClass::Messaging,
    CarriageClass::Documents,
    CarriageClass::Opaque,
];

impl CarriageClass {
    /// The name of the drafts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::JsonRpc => "JSONRPC",
            Self::Http => "HTTP",
            Self::Stream => "STREAM",
            Self::Messaging => "MSG",
            Self::Documents => "DOC",
            Self::Opaque => "OPAQUE",
            Self::Unmapped => "unmapped",
        }
    }
}

/// The class that the registry gives a protocol; experimental and private identifiers have none without agreement.
pub const fn class_of(protocol: Protocol, generation: Option<Generation>) -> CarriageClass {
    match (protocol, generation) {
        (Protocol::MCP | Protocol::A2A, _) => CarriageClass::JsonRpc,
        (Protocol::HTTP, _) => CarriageClass::Http,
        (Protocol::WEBSOCKET, _) | (Protocol::GRPC, Some(Generation::Three)) => CarriageClass::Stream,
        _ => CarriageClass::Unmapped,
    }
}
