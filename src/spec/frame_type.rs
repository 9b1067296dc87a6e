//! Frame types. The number is scoped by the channel, except below 0x0030 [core, reserved frame types].

use super::channel::Channel;
use super::frame_name::native;

/// A frame type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FrameType(pub u16);

impl FrameType {
    /// May never be used.
    pub const ZERO: Self = Self(0x0000);
    /// Liveness probe.
    pub const PING: Self = Self(0x0001);
    /// Answer to a probe.
    pub const PONG: Self = Self(0x0002);
    /// Orderly end.
    pub const CLOSE: Self = Self(0x0003);
    /// Answer to an orderly end.
    pub const CLOSE_ACK: Self = Self(0x0004);
    /// Protocol error.
    pub const ERROR: Self = Self(0x0005);
    /// Last frame of an epoch.
    pub const KEY_UPDATE: Self = Self(0x0006);
    /// Confirmation of an epoch.
    pub const KEY_UPDATE_ACK: Self = Self(0x0007);
    /// Path validation.
    pub const PATH_CHALLENGE: Self = Self(0x0008);
    /// Answer to a path validation.
    pub const PATH_RESPONSE: Self = Self(0x0009);
    /// Flow control.
    pub const FLOW_UPDATE: Self = Self(0x000A);
    /// First handshake frame (Control).
    pub const CLIENT_HELLO: Self = Self(0x0100);
    /// Second handshake frame (Control).
    pub const SERVER_HELLO: Self = Self(0x0101);
    /// Third handshake frame (Control).
    pub const SERVER_AUTH: Self = Self(0x0102);
    /// Fourth handshake frame (Control).
    pub const CLIENT_AUTH: Self = Self(0x0103);
    /// Tier 1 ratchet step (Control).
    pub const MASTER_RATCHET: Self = Self(0x0104);
    /// Confirmation of a Tier 1 step (Control).
    pub const MASTER_RATCHET_ACK: Self = Self(0x0105);
    /// Tier 2 request (Control).
    pub const REKEM: Self = Self(0x0106);
    /// Tier 2 answer and boundary (Control).
    pub const REKEM_ACK: Self = Self(0x0107);
    /// Capability lists (Control).
    pub const HELLO: Self = Self(0x0110);
    /// End of the capability epoch (Control).
    pub const HELLO_DONE: Self = Self(0x0111);
    /// Request (Bridge).
    pub const BRIDGE_REQUEST: Self = Self(0x0100);
    /// Success reply (Bridge).
    pub const BRIDGE_RESPONSE: Self = Self(0x0101);
    /// Error reply (Bridge).
    pub const BRIDGE_ERROR: Self = Self(0x0102);
    /// Notification (Bridge).
    pub const BRIDGE_NOTIFY: Self = Self(0x0103);
    /// Part of a streamed reply (Bridge).
    pub const BRIDGE_STREAM_DATA: Self = Self(0x0104);
    /// End of a streamed reply, or its cancellation (Bridge).
    pub const BRIDGE_STREAM_END: Self = Self(0x0105);

    /// The name on a channel, when the drafts give one.
    pub const fn name(self, channel: Channel) -> Option<&'static str> {
        if let Some(name) = self.all_channel_name() {
            return Some(name);
        }
        match channel {
            Channel::CONTROL => self.control_name(),
            Channel::BRIDGE => self.bridge_name(),
            _ => native(channel, self.0),
        }
    }

    /// The name on a channel, or the number.
    pub fn label(self, channel: Channel) -> String {
        self.name(channel).map_or_else(|| format!("0x{:04X}", self.0), str::to_owned)
    }

    /// Whether the type keeps its meaning on every channel.
    pub const fn is_all_channel(self) -> bool {
        self.0 <= 0x000A
    }

    /// Whether it is one of the four handshake frames, on Control.
    pub const fn is_handshake(self, channel: Channel) -> bool {
        matches!(channel, Channel::CONTROL) && matches!(self.0, 0x0100..=0x0103)
    }

    /// Whether it is a frame of the Bridge channel's own.
    pub const fn is_bridge(self, channel: Channel) -> bool {
        matches!(channel, Channel::BRIDGE) && self.0 >= 0x0100
    }

    /// Whether it lies in the band that is divided among companions.
    pub const fn is_band(self) -> bool {
        matches!(self.0, 0x0030..=0x00FF)
    }

    /// Whether it lies in the part of the band that is reserved for a channel [core, extension points].
    pub const fn is_reserved_for(self, channel: Channel) -> bool {
        match channel {
            Channel::STREAM => matches!(self.0, 0x0030..=0x0034),
            Channel::MEMORY => matches!(self.0, 0x0035..=0x0036),
            Channel::CAPABILITY => matches!(self.0, 0x0060..=0x0063),
            Channel::CONTROL => matches!(self.0, 0x0080),
            Channel::AUDIT => matches!(self.0, 0x0090 | 0x00A2..=0x00A3),
            Channel::SETTLEMENT => matches!(self.0, 0x00A0..=0x00A1),
            Channel::GOVERNANCE => matches!(self.0, 0x00B0..=0x00B4),
            Channel::IMMUNE => matches!(self.0, 0x00C0..=0x00C4),
            _ => false,
        }
    }

    /// Whether a companion of the channel defines it; `None` for application types of channels that no companion describes.
    pub const fn is_defined(self, channel: Channel) -> Option<bool> {
        if self.0 < 0x0100 || Self(0x0100).name(channel).is_some() {
            return Some(self.name(channel).is_some());
        }
        None
    }

    const fn all_channel_name(self) -> Option<&'static str> {
        Some(match self.0 {
            0x0001 => "PING",
            0x0002 => "PONG",
            0x0003 => "CLOSE",
            0x0004 => "CLOSE_ACK",
            0x0005 => "ERROR",
            0x0006 => "KEY_UPDATE",
            0x0007 => "KEY_UPDATE_ACK",
            0x0008 => "PATH_CHALLENGE",
            0x0009 => "PATH_RESPONSE",
            0x000A => "FLOW_UPDATE",
            _ => return None,
        })
    }

    const fn control_name(self) -> Option<&'static str> {
        Some(match self.0 {
            0x0100 => "CLIENT_HELLO",
            0x0101 => "SERVER_HELLO",
            0x0102 => "SERVER_AUTH",
            0x0103 => "CLIENT_AUTH",
            0x0104 => "MASTER_RATCHET",
            0x0105 => "MASTER_RATCHET_ACK",
            0x0106 => "REKEM",
            0x0107 => "REKEM_ACK",
            0x0110 => "HELLO",
            0x0111 => "HELLO_DONE",
            _ => return None,
        })
    }

    const fn bridge_name(self) -> Option<&'static str> {
        Some(match self.0 {
            0x0100 => "BRIDGE_REQUEST",
            0x0101 => "BRIDGE_RESPONSE",
            0x0102 => "BRIDGE_ERROR",
            0x0103 => "BRIDGE_NOTIFY",
            0x0104 => "BRIDGE_STREAM_DATA",
            0x0105 => "BRIDGE_STREAM_END",
            _ => return None,
        })
    }
}
