//! What is known of the carrier of an association.

use crate::base::text::count_of;
use crate::spec::generation::Generation;

use super::suite::CipherSuite;

/// Prefix of every identifier that N-PAMP registers for protocol negotiation [core §10].
const PREFIX: &[u8] = b"n-pamp/";

/// A carrier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Kind {
    /// TCP alone.
    #[default]
    Tcp,
    /// TLS over TCP.
    Tls,
    /// QUIC.
    Quic,
}

impl Kind {
    /// `tcp`, `tls` or `quic`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tcp => "tcp",
            Self::Tls => "tls",
            Self::Quic => "quic",
        }
    }

    /// What its sealed units are called.
    pub const fn units(self) -> &'static str {
        match self {
            Self::Tcp => "segments",
            Self::Tls => "records of TLS",
            Self::Quic => "packets of QUIC",
        }
    }

    /// As people write it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Tcp => "TCP",
            Self::Tls => "TLS over TCP",
            Self::Quic => "QUIC",
        }
    }
}

/// Why sealed units stay closed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Closed {
    /// The key log has no secret for them.
    KeyMissing,
    /// The key log has secrets for this connection, and they open nothing.
    KeyWrong,
    /// The version or the suite is none that can be opened.
    SuiteUnknown,
}

/// What a server chose of the protocols offered.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Choice {
    /// Its answer was not captured, or stays sealed.
    #[default]
    Unknown,
    /// It chose none.
    Nothing,
    /// It chose this one.
    Protocol(Box<[u8]>),
}

impl Choice {
    /// The protocol chosen.
    pub fn protocol(&self) -> Option<&[u8]> {
        match self {
            Self::Protocol(name) => Some(name),
            Self::Unknown | Self::Nothing => None,
        }
    }
}

/// What became of data sent before the handshake was done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Early {
    /// None was announced.
    #[default]
    None,
    /// Announced; what the server says is not known.
    Offered,
    /// The server takes it.
    Accepted,
    /// The server drops it.
    Refused,
}

impl Early {
    /// In a word or two; empty when none was announced.
    pub const fn text(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Offered => "offered",
            Self::Accepted => "accepted",
            Self::Refused => "refused",
        }
    }
}

/// Size and number of the units of one direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Shape {
    /// Sealed units that were opened.
    pub opened: u64,
    /// Sealed units that stay closed.
    pub closed: u64,
    /// Octets of those.
    pub closed_octets: u64,
}

/// What hello messages and keys tell about a carrier.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Which carrier.
    pub kind: Kind,
    /// Whether the client's hello was captured, so that the offer is known.
    pub hello: bool,
    /// Random of the client's hello, by which a key log names the connection; also when a secret that opens it told.
    pub random: Option<Box<[u8]>>,
    /// Protocols that the client offers, in its order.
    pub alpn_offered: Vec<Box<[u8]>>,
    /// What the server chose of them.
    pub alpn: Choice,
    /// Version in force, as TLS numbers them: `0x0304` is TLS 1.3.
    pub version: Option<u16>,
    /// Suite in force.
    pub suite: Option<CipherSuite>,
    /// Whether a pre-shared key of an earlier connection was taken.
    pub resumed: bool,
    /// Data before the handshake was done.
    pub early: Early,
    /// Changes of keys, client and server.
    pub updates: [u32; 2],
    /// Fatal alert of client and server.
    pub alerts: [Option<u8>; 2],
    /// Why units of client and server stay closed.
    pub closed: [Option<Closed>; 2],
    /// Units of client and server.
    pub shape: [Shape; 2],
    /// What happened to a QUIC connection beside its streams.
    pub quic: QuicFacts,
}

/// What happened to a QUIC connection beside its streams.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct QuicFacts {
    /// Number of the version in force: `0x00000001` is version 1.
    pub version: Option<u32>,
    /// Whether the server asked for another version.
    pub negotiated: bool,
    /// Whether the server wanted the client's address to be validated first.
    pub retried: bool,
    /// Retry packets whose tag is wrong: the client ignores them.
    pub forged_retries: u32,
    /// Changes of address, client and server.
    pub moves: [u32; 2],
    /// Packets of client and server that arrived at the other one and were not captured.
    pub lost: [u64; 2],
}

impl QuicFacts {
    /// The version and what happened, for people; `None` when nothing is known.
    pub fn text(&self) -> Option<String> {
        let version = match self.version? {
            0x0000_0001 => "version 1".to_owned(),
            0x6b33_43cf => "version 2".to_owned(),
            other => format!("version 0x{other:08x}"),
        };
        let mut text = version;
        let [client, server] = self.moves;
        let moved = |side: &str, count: u32| {
            (count > 0).then(|| {
                format!("; the {side} moved to another address {}", if count == 1 { "once".to_owned() } else { format!("{count} times") })
            })
        };
        text.push_str(if self.negotiated { "; the server asked for another version" } else { "" });
        text.push_str(if self.retried { "; the server asked for a retry" } else { "" });
        text.extend((self.forged_retries > 0).then(|| {
            let packets = count_of(u64::from(self.forged_retries), "Retry packet", "Retry packets");
            format!("; ignored for a wrong tag: {packets}")
        }));
        text.extend(moved("client", client));
        text.extend(moved("server", server));
        Some(text)
    }
}

impl Facts {
    /// Whether the client offers any identifier of N-PAMP.
    pub fn offers_npamp(&self) -> bool {
        self.offered().next().is_some()
    }

    /// The protocol in force: the chosen one, else the only one of N-PAMP that was offered while the answer is not known.
    pub fn protocol(&self) -> Option<&[u8]> {
        match &self.alpn {
            Choice::Protocol(name) => Some(name),
            Choice::Nothing => None,
            Choice::Unknown => {
                let mut offered = self.offered();
                offered.next().filter(|_| offered.next().is_none())
            }
        }
    }

    /// The crypto generation that the protocol in force names [gen 3 core §10.1].
    pub fn generation(&self) -> Option<Generation> {
        match self.protocol()? {
            b"n-pamp/2" => Some(Generation::Two),
            b"n-pamp/3" => Some(Generation::Three),
            _ => None,
        }
    }

    /// Whether the protocol in force is N-PAMP of a generation that nobody here knows.
    pub fn is_foreign_generation(&self) -> bool {
        self.protocol().is_some_and(is_npamp) && self.generation().is_none()
    }

    /// Whether the server chose a protocol that is none of N-PAMP's.
    pub fn chose_another(&self) -> bool {
        self.alpn.protocol().is_some_and(|name| !is_npamp(name))
    }

    /// Whether the connection is meant for N-PAMP as far as is known: it was offered, and nothing else was chosen.
    pub fn is_meant(&self) -> bool {
        self.offers_npamp() && !self.chose_another()
    }

    /// Whether units of both directions, or of the only one captured, stay closed.
    pub fn reason(&self) -> Option<Closed> {
        self.closed.into_iter().flatten().next()
    }

    /// The version for people.
    pub fn version_text(&self) -> Option<String> {
        Some(match self.version? {
            0x0300 => "SSL 3.0".to_owned(),
            0x0301 => "TLS 1.0".to_owned(),
            0x0302 => "TLS 1.1".to_owned(),
            0x0303 => "TLS 1.2".to_owned(),
            0x0304 => "TLS 1.3".to_owned(),
            other => format!("0x{other:04x}"),
        })
    }

    fn offered(&self) -> impl Iterator<Item = &[u8]> {
        self.alpn_offered.iter().map(AsRef::as_ref).filter(|name| is_npamp(name))
    }
}

/// Whether a protocol identifier is one of N-PAMP's.
pub fn is_npamp(name: &[u8]) -> bool {
    name.starts_with(PREFIX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(offered: &[&str], alpn: Choice) -> Facts {
        Facts { hello: true, alpn_offered: offered.iter().map(|name| name.as_bytes().into()).collect(), alpn, ..Facts::default() }
    }

    #[test]
    fn the_servers_choice_names_the_generation_and_a_single_offer_does_without_it() {
        let chosen = Choice::Protocol(b"n-pamp/3"[..].into());
        assert_eq!(facts(&["n-pamp/3", "n-pamp/2"], chosen).generation(), Some(Generation::Three));
        assert_eq!(facts(&["h2", "n-pamp/2"], Choice::Unknown).generation(), Some(Generation::Two));
        assert_eq!(facts(&["n-pamp/3", "n-pamp/2"], Choice::Unknown).generation(), None);
        assert_eq!(facts(&["n-pamp/2"], Choice::Nothing).generation(), None);
    }

    #[test]
    fn an_unknown_generation_is_foreign_and_another_protocol_is_none() {
        assert!(facts(&["n-pamp/1"], Choice::Unknown).is_foreign_generation());
        assert!(!facts(&["n-pamp/2"], Choice::Protocol(b"h2"[..].into())).is_foreign_generation());
    }
}
