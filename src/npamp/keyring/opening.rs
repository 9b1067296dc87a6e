//! What the keyring says about a frame.

use crate::base::direction::Direction;
use crate::base::secret::Secret;
use crate::npamp::handshake::message::HandshakeKind;
use crate::npamp::handshake::verify::{CertCheck, MacCheck};
use crate::npamp::protection::{Protection, SealedReason};
use crate::spec::channel::Channel;
use crate::spec::suite::Suite;

/// What the capture says about the octets in front of a frame, in its direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FrameEvidence {
    /// Octets or frames are missing since the frame that was opened before.
    pub gap: bool,
    /// How often something of its direction had been found to be missing when the frame came.
    pub losses: u32,
    /// The capture began after the association did.
    pub late_start: bool,
}

/// The key that opened a frame. `index` counts the scopes of one association in the order of their first use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KeyScope {
    /// Direction, corrected when the roles were swapped.
    pub direction: Direction,
    /// Channel of the key; that of the frame, for every opened frame.
    pub channel: Channel,
    /// Ratchet generation.
    pub generation: u32,
    /// Epoch.
    pub epoch: u32,
    /// Suite.
    pub suite: Suite,
    /// Whether the schedule runs on SHA-384.
    pub sha384: bool,
    /// Whether it is a handshake key: same direction, channel and epoch as an application key, and yet another key.
    pub handshake: bool,
    /// Which scope of this association.
    pub index: u32,
    /// Whether this frame is the first that it opens.
    pub new: bool,
}

/// Why a sealed frame did not open, or opened with a key that is not the one due.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Probe {
    /// The previous epoch's (or ratchet generation's) key opened it.
    OldKey {
        /// Ratchet generation and epoch of the key.
        used: (u32, u32),
        /// Ratchet generation and epoch that were due.
        due: (u32, u32),
        /// Whether the boundary was that of a ratchet step.
        ratchet: bool,
    },
    /// A key of a later epoch or generation opened it although no boundary frame was seen and nothing is missing.
    SkippedBoundary {
        /// Ratchet generation and epoch of the key.
        used: (u32, u32),
        /// Ratchet generation and epoch that were due.
        due: (u32, u32),
    },
    /// A key of another channel or direction opens it.
    OtherScope {
        /// Direction of that key.
        direction: Direction,
        /// Channel of that key.
        channel: Channel,
        /// Epoch of that key.
        epoch: u32,
    },
    /// It opens with other associated data than octets 0 to 20; in words.
    AadVariant(&'static str),
    /// It opens with another nonce; in words.
    NonceVariant(&'static str),
    /// It opens with keys derived under the label prefix of TLS 1.3.
    Tls13Label,
    /// A suite opened it that was not selected.
    UnnegotiatedSuite(Suite),
    /// An AUTH frame is sealed with a selected suite that is not the primary one.
    SecondaryAuthSuite(Suite),
    /// Generation 3 with two suites: not the one that the sequence number selects.
    OtherSuiteOfTwo(Suite),
}

/// What a handshake frame brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandshakeEvent {
    /// Which frame.
    pub kind: HandshakeKind,
    /// Whether it came in the direction it belongs to.
    pub right_direction: bool,
    /// Whether it is the first of its kind.
    pub first: bool,
    /// The CertVerify of an AUTH frame.
    pub cert: CertCheck,
    /// The Finished of an AUTH frame.
    pub finished: MacCheck,
    /// A key log secret names the association and does not open this frame.
    pub key_wrong: bool,
}

/// What a key update or ratchet frame announced, and what was due. Announced values are `None` when the marker is not
/// exactly one well-formed TLV where it belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RatchetEvent {
    /// Last frame of an epoch.
    KeyUpdate {
        /// The epoch in the marker.
        announced: Option<u64>,
        /// The epoch that ends.
        current: u64,
        /// Whether the body is exactly the marker.
        well_formed: bool,
    },
    /// Confirmation of the other direction's epoch.
    KeyUpdateAck {
        /// The epoch in the marker.
        announced: Option<u64>,
        /// Whether that epoch was announced in the other direction of this channel and not confirmed yet.
        outstanding: bool,
        /// Epochs that wait for a confirmation, before this frame.
        waiting: u32,
        /// Whether the body is exactly the marker.
        well_formed: bool,
    },
    /// Tier 1 boundary.
    MasterRatchet {
        /// The generation in the marker.
        announced: Option<u64>,
        /// The generation that ends.
        current: u64,
        /// Whether the body is exactly the marker.
        well_formed: bool,
    },
    /// Confirmation of a Tier 1 step.
    MasterRatchetAck {
        /// The generation in the marker.
        announced: Option<u64>,
        /// Whether that step was made in the other direction and not confirmed yet.
        outstanding: bool,
        /// Whether the body is exactly the marker.
        well_formed: bool,
    },
    /// Tier 2 request.
    Rekem {
        /// The generation in the marker.
        announced: Option<u64>,
        /// The current generation of the direction that the answer heals: the other one.
        current: u64,
        /// Whether an earlier request is unanswered.
        overlap: bool,
        /// Whether the body is exactly the prescribed TLVs.
        well_formed: bool,
    },
    /// Tier 2 answer and boundary.
    RekemAck {
        /// The generation in the marker.
        announced: Option<u64>,
        /// The generation that ends.
        current: u64,
        /// Whether a request is there that it answers.
        outstanding: bool,
        /// Whether the body is exactly the prescribed TLVs.
        well_formed: bool,
    },
}

/// Everything the keyring says about one complete frame.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Whether the payload can be read.
    pub protection: Protection,
    /// The key that opened it.
    pub scope: Option<KeyScope>,
    /// The traffic secret of the scope, when the scope is new.
    pub secret: Option<Secret>,
    /// What was found out about a failure.
    pub probe: Option<Probe>,
    /// For handshake frames.
    pub handshake: Option<HandshakeEvent>,
    /// For opened key update and ratchet frames.
    pub ratchet: Option<RatchetEvent>,
    /// The frame opened only as one of the other direction: client and server were taken for each other. The keyring has
    /// corrected itself; further frames must be given with their corrected direction.
    pub roles_swapped: bool,
}

impl Opening {
    /// A frame that needs no key.
    pub const fn clear() -> Self {
        Self { protection: Protection::Clear, scope: None, secret: None, probe: None, handshake: None, ratchet: None, roles_swapped: false }
    }

    pub(super) fn sealed(reason: SealedReason) -> Self {
        Self { protection: Protection::Sealed(reason), ..Self::clear() }
    }
}
