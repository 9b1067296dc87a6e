//! Codes of the `ERROR` frame [gen 3 core §4.9.1]. Generation 2 gives that frame no body.

code_points! {
    /// Why a peer ends an association.
    ErrorCode: u8 {
        /// A frame that is not legal in the state of its receiver.
        UNEXPECTED_MESSAGE = 1 => "unexpected_message",
        /// A frame of the handshake that does not open or does not verify.
        DECRYPT_FAILED = 2 => "decrypt_failed",
        /// A repeated frame: dropped in silence, never on the wire.
        REPLAY_DETECTED = 3 => "replay_detected",
        /// A channel that was not advertised: dropped in silence, never on the wire.
        UNKNOWN_CHANNEL = 4 => "unknown_channel",
        /// A critical TLV that is unknown.
        UNKNOWN_CRITICAL_TLV = 5 => "unknown_critical_tlv",
        /// The handshake took too long.
        HANDSHAKE_TIMEOUT = 6 => "handshake_timeout",
        /// A selection below what was agreed on.
        DOWNGRADE_DETECTED = 7 => "downgrade_detected",
        /// `CLOSE_ACK` did not come in time.
        CLOSE_INCOMPLETE = 8 => "close_incomplete",
        /// A key update whose marker is wrong.
        KEY_UPDATE_OUT_OF_ORDER = 9 => "key_update_out_of_order",
        /// More octets than the credit allows.
        FLOW_CONTROL_ERROR = 10 => "flow_control_error",
    }
}

impl ErrorCode {
    /// Reserved: may never be sent.
    pub const RESERVED: Self = Self(0);

    /// Whether it names a frame that is dropped in silence.
    pub const fn is_discard(self) -> bool {
        matches!(self, Self::REPLAY_DETECTED | Self::UNKNOWN_CHANNEL)
    }
}
