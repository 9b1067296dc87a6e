//! Extension TLV types [core, TLV registry].

code_points! {
    /// A TLV type. The high bit makes it critical.
    TlvType: u16 {
        /// Profiles a client offers.
        PROFILE_OFFER = 0x0001 => "ProfileOffer",
        /// The profile a server selects.
        PROFILE_SELECT = 0x0002 => "ProfileSelect",
        /// Key encapsulation mechanisms offered.
        KEM_OFFER = 0x0003 => "KEMOffer",
        /// The mechanism selected.
        KEM_SELECT = 0x0004 => "KEMSelect",
        /// Signature schemes offered.
        SIG_OFFER = 0x0005 => "SigOffer",
        /// The scheme selected.
        SIG_SELECT = 0x0006 => "SigSelect",
        /// Encapsulation key.
        KEM_SHARE = 0x0007 => "KEMShare",
        /// Encapsulated secret.
        KEM_CIPHERTEXT = 0x0008 => "KEMCiphertext",
        /// Identity public key.
        IDENTITY_KEY = 0x0009 => "IdentityKey",
        /// Signature over the transcript.
        CERT_VERIFY = 0x000A => "CertVerify",
        /// MAC over the transcript.
        FINISHED = 0x000B => "Finished",
        /// AEAD suites offered.
        AEAD_OFFER = 0x000C => "AEADOffer",
        /// AEAD suite or suites selected.
        AEAD_SELECT = 0x000D => "AEADSelect",
        /// Envelope of a carried message.
        BRIDGE_ENVELOPE = 0x0010 => "BridgeEnvelope",
        /// Position and control of a carried stream (provisional).
        STREAM_CONTROL = 0x0011 => "StreamControl",
        /// Generation 2: `AnomalyCharge`; generation 3: `OpaqueContentType`.
        TYPE_0012 = 0x0012 => "AnomalyCharge (gen 2) / OpaqueContentType (gen 3)",
        /// Effect and scope of a request.
        SAFETY_LABEL = 0x0013 => "SafetyLabel",
        /// Reserved for a companion, handshake only.
        RESERVED_0014 = 0x0014 => "reserved (handshake)",
        /// Path challenge (generation 2).
        PATH_CHALLENGE = 0x0015 => "PathChallenge",
        /// Path response (generation 2).
        PATH_RESPONSE = 0x0016 => "PathResponse",
        /// The next epoch.
        KEY_UPDATE_MARKER = 0x0017 => "KeyUpdateMarker",
        /// Protection mode.
        PROTECTION_MODE = 0x0018 => "ProtectionMode",
        /// The next ratchet generation.
        RATCHET_GENERATION = 0x0019 => "RatchetGeneration",
    }
}

impl TlvType {
    /// Whether a receiver that does not know the type must reject the frame.
    pub const fn is_critical(self) -> bool {
        self.0 & 0x8000 != 0
    }

    /// The only length a registered fixed-length type may have; generation 2's registry, where 0x0D is one code.
    pub const fn fixed_len(self) -> Option<usize> {
        match self {
            Self::PROFILE_SELECT | Self::PROTECTION_MODE => Some(1),
            Self::KEM_SELECT | Self::SIG_SELECT | Self::AEAD_SELECT => Some(2),
            Self::KEY_UPDATE_MARKER | Self::RATCHET_GENERATION => Some(8),
            Self::TYPE_0012 | Self::RESERVED_0014 | Self::PATH_CHALLENGE => Some(32),
            Self::PATH_RESPONSE => Some(64),
            _ => None,
        }
    }
}
