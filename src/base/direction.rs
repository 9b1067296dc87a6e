//! Which way octets travel inside an association.

/// The direction of a frame, by handshake role.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Direction {
    /// From the client (the sender of `CLIENT_HELLO`).
    #[default]
    C2s,
    /// From the server.
    S2c,
}

impl Direction {
    /// Both directions, client first.
    pub const BOTH: [Self; 2] = [Self::C2s, Self::S2c];

    /// The other direction.
    #[must_use]
    pub const fn flip(self) -> Self {
        match self {
            Self::C2s => Self::S2c,
            Self::S2c => Self::C2s,
        }
    }

    /// 0 for client to server, 1 for server to client: also the `dir` octet of the key schedule.
    pub const fn index(self) -> usize {
        match self {
            Self::C2s => 0,
            Self::S2c => 1,
        }
    }

    /// The inverse of [`Direction::index`]; anything but 0 is server to client.
    pub const fn from_index(index: usize) -> Self {
        if index == 0 { Self::C2s } else { Self::S2c }
    }

    /// `c2s` or `s2c`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::C2s => "c2s",
            Self::S2c => "s2c",
        }
    }

    /// The peer that sends in this direction, in words.
    pub const fn sender(self) -> &'static str {
        match self {
            Self::C2s => "client",
            Self::S2c => "server",
        }
    }
}
