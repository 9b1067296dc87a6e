//! Whether a frame can be read, and why not.

/// Why a frame stays sealed: the closed list of the key-log contract.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SealedReason {
    /// The key log has nothing for this association.
    NoKeyForAssociation,
    /// Its secret needs the handshake, which was not captured.
    HandshakeNotCaptured,
    /// The carrier is TLS or QUIC and its secret is missing.
    OuterTlsKeyMissing,
    /// No secret reaches this epoch.
    EpochKeyMissing,
    /// No secret reaches this ratchet generation.
    RatchetKeyMissing,
    /// Secrets of other channels only.
    ChannelKeyMissing,
    /// The suite is none that can be opened.
    SuiteUnknown,
    /// The key log's secret does not open this association's handshake.
    KeyWrong,
    /// Keys that open its neighbours do not open it.
    TagMismatch,
    /// Shorter than a tag.
    TooShort,
    /// The capture lacks part of it.
    Incomplete,
}

impl SealedReason {
    /// Every reason.
    pub const ALL: [Self; 11] = [
        Self::NoKeyForAssociation,
        Self::HandshakeNotCaptured,
        Self::OuterTlsKeyMissing,
        Self::EpochKeyMissing,
        Self::RatchetKeyMissing,
        Self::ChannelKeyMissing,
        Self::SuiteUnknown,
        Self::KeyWrong,
        Self::TagMismatch,
        Self::TooShort,
        Self::Incomplete,
    ];

    /// The word of the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoKeyForAssociation => "no-key-for-association",
            Self::HandshakeNotCaptured => "handshake-not-captured",
            Self::OuterTlsKeyMissing => "outer-tls-key-missing",
            Self::EpochKeyMissing => "epoch-key-missing",
            Self::RatchetKeyMissing => "ratchet-key-missing",
            Self::ChannelKeyMissing => "channel-key-missing",
            Self::SuiteUnknown => "suite-unknown",
            Self::KeyWrong => "key-wrong",
            Self::TagMismatch => "tag-mismatch",
            Self::TooShort => "too-short",
            Self::Incomplete => "incomplete",
        }
    }
}

/// Whether a frame's payload can be read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Protection {
    /// The payload is not sealed.
    Clear,
    /// Sealed, and opened with the keys of the frame's phase.
    Opened,
    /// Sealed, for a reason.
    Sealed(SealedReason),
}

impl Protection {
    /// `clear`, `opened` or `sealed`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Opened => "opened",
            Self::Sealed(_) => "sealed",
        }
    }

    /// Why it is sealed, if it is.
    pub const fn reason(self) -> Option<SealedReason> {
        match self {
            Self::Sealed(reason) => Some(reason),
            _ => None,
        }
    }
}
