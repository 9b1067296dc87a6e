//! Protocol identifiers of a BridgeEnvelope [protocol registry].

use super::generation::Generation;

code_points! {
    /// A carried protocol.
    Protocol: u8 {
        /// The null identifier: malformed.
        NULL = 0x00 => "null",
        /// Model Context Protocol.
        MCP = 0x01 => "MCP",
        /// `Agent2Agent`.
        A2A = 0x02 => "A2A",
        /// Generic HTTP/2.
        HTTP = 0x03 => "HTTP",
        /// Generic WebSocket.
        WEBSOCKET = 0x04 => "WebSocket",
    }
}

/// Which part of the registry an identifier lies in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ProtocolRange {
    /// 0x00.
    Null,
    /// Registered.
    Assigned,
    /// Standards range, not registered yet.
    Unassigned,
    /// By agreement of the peers.
    Experimental,
    /// Inside one administrative domain.
    Private,
}

impl Protocol {
    /// gRPC, which only generation 3 registers.
    pub const GRPC: Self = Self(0x05);

    /// The range of the identifier in a generation.
    pub const fn range(self, generation: Option<Generation>) -> ProtocolRange {
        match self.0 {
            0x00 => ProtocolRange::Null,
            0x01..=0x04 => ProtocolRange::Assigned,
            0x05 if matches!(generation, Some(Generation::Three)) => ProtocolRange::Assigned,
            0x05..=0x0F => ProtocolRange::Unassigned,
            0x10..=0x7F => ProtocolRange::Experimental,
            0x80..=0xFF => ProtocolRange::Private,
        }
    }
}
