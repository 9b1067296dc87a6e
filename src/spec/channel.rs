//! Channels [core, channel registry].

use super::profile::Profile;

code_points! {
    /// A channel identifier.
    Channel: u16 {
        /// Handshake, key update, ratchet, close.
        CONTROL = 0x0000 => "Control",
        /// Agent memory.
        MEMORY = 0x0001 => "Memory",
        /// Capability tokens.
        CAPABILITY = 0x0002 => "Capability",
        /// Identity.
        IDENTITY = 0x0003 => "Identity",
        /// Governance.
        GOVERNANCE = 0x0004 => "Governance",
        /// Anomaly reports and gossip.
        IMMUNE = 0x0005 => "Immune",
        /// Federation.
        FEDERATION = 0x0006 => "Federation",
        /// Settlement.
        SETTLEMENT = 0x0007 => "Settlement",
        /// Compliance.
        COMPLIANCE = 0x0008 => "Compliance",
        /// Observations.
        SENSORY = 0x0009 => "Sensory",
        /// Metrics, events, health.
        TELEMETRY = 0x000A => "Telemetry",
        /// Audit.
        AUDIT = 0x000B => "Audit",
        /// Sub-streams.
        STREAM = 0x000C => "Stream",
        /// Foreign protocols.
        BRIDGE = 0x000D => "Bridge",
        /// Commerce.
        COMMERCE = 0x000E => "Commerce",
        /// Interaction.
        INTERACTION = 0x000F => "Interaction",
        /// Discovery.
        DISCOVERY = 0x0010 => "Discovery",
        /// Workflow.
        WORKFLOW = 0x0011 => "Workflow",
        /// Knowledge.
        KNOWLEDGE = 0x0012 => "Knowledge",
        /// Spatial.
        SPATIAL = 0x0013 => "Spatial",
        /// May never be used.
        FORBIDDEN = 0xFFFF => "forbidden",
    }
}

impl Channel {
    /// Reserved for exercising receivers: they ignore it.
    pub const fn is_grease(self) -> bool {
        matches!(self.0, 0xF000..=0xFFFE)
    }

    /// Reserved for channels of later core revisions.
    pub const fn is_reserved_core(self) -> bool {
        matches!(self.0, 0x0014..=0x001F)
    }

    /// Open to private companions.
    pub const fn is_extension(self) -> bool {
        matches!(self.0, 0x0020..=0xEFFF)
    }

    /// The lowest profile at which the channel may be used; Audit is Sovereign by default but allowed below.
    pub const fn minimum_profile(self) -> Profile {
        match self {
            Self::GOVERNANCE | Self::FEDERATION | Self::COMPLIANCE | Self::SENSORY | Self::SPATIAL => Profile::HIGH,
            _ => Profile::STANDARD,
        }
    }

    /// The registered name, or what the range means, or the number.
    pub fn label(self) -> String {
        match self.name() {
            Some(name) => name.to_owned(),
            None if self.is_grease() => format!("GREASE 0x{:04X}", self.0),
            None => format!("0x{:04X}", self.0),
        }
    }
}
