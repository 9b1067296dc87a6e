//! What the TLS layer of an association does.

use crate::carrier::suite::CipherSuite;

/// Octets of content in a record, unless told otherwise: the most there may be.
pub(super) const RECORD: usize = 16_384;

/// What the client sends before the handshake is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EarlyData {
    /// Nothing.
    #[default]
    None,
    /// Its first octets, and the server takes them.
    Accepted,
    /// Its first octets, which the server drops; it sends them again.
    Refused,
}

/// What the TLS layer of an association does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TlsPlan {
    /// Protocols offered; `None` offers that of the association's generation.
    pub alpn_offered: Option<Vec<String>>,
    /// The protocol chosen; `None` chooses that of the association's generation.
    pub alpn: Option<Option<String>>,
    /// The version in force.
    pub version: u16,
    /// The suite in force.
    pub suite: CipherSuite,
    /// Octets of content in a record.
    pub record: usize,
    /// Zeros behind the content of every record.
    pub padding: usize,
    /// Whether a key of an earlier connection is taken.
    pub resumed: bool,
    /// Whether the server asks for another `ClientHello`.
    pub retry: bool,
    /// Data before the handshake is done.
    pub early: EarlyData,
    /// Secrets left out of the key log, by label; all of them when one is `*`.
    pub missing: Vec<&'static str>,
    /// Whether the key log's secrets open nothing.
    pub wrong: bool,
}

impl Default for TlsPlan {
    fn default() -> Self {
        Self {
            alpn_offered: None,
            alpn: None,
            version: 0x0304,
            suite: CipherSuite::AES_128_GCM_SHA256,
            record: RECORD,
            padding: 0,
            resumed: false,
            retry: false,
            early: EarlyData::None,
            missing: Vec::new(),
            wrong: false,
        }
    }
}
