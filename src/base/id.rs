//! Row identities: dense, monotonic, never reused. Rows name each other by id, never by reference.

/// Declares an identity that counts from zero.
macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub u32);

        impl $name {
            /// The position in the log that holds the row.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The identity of the row at `index`; saturates at the last identity.
            pub fn from_index(index: usize) -> Self {
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }

            /// The 1-based number that people read.
            pub const fn number(self) -> u64 {
                self.0 as u64 + 1
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}#{}", stringify!($name), self.0)
            }
        }
    )+};
}

id! {
    /// A captured packet, counted over all inputs in the order they were read.
    PacketId,
    /// A transport flow (one TCP connection).
    FlowId,
    /// An N-PAMP association.
    AssociationId,
    /// One direction of an ordered octet stream that carries frames.
    StreamId,
    /// A key scope: direction, channel, ratchet generation, epoch and suite with the key that opens it.
    PhaseId,
    /// An N-PAMP frame.
    FrameId,
    /// An exchange: a request with its outcome, a notification, or a reply without request.
    ExchangeId,
    /// A finding.
    FindingId,
    /// The octets of one side of a transport connection, below TLS.
    TransportId,
    /// A key of TLS or QUIC that opens records or packets again.
    SealId,
}
