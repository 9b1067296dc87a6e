//! Where a rule comes from: document, section, and how strongly the text speaks.

/// A source document. `tag` is how findings cite it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Document {
    /// Short name in citations: `BRIDGE`, `CC-JSONRPC`.
    pub tag: &'static str,
    /// Full name.
    pub title: &'static str,
}

macro_rules! documents {
    ($($(#[$doc:meta])* $name:ident = $tag:literal, $title:literal;)*) => {
        impl Document {
            $($(#[$doc])* pub const $name: Self = Self { tag: $tag, title: $title };)*
            /// Every document a clause may name.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];
        }
    };
}

documents! {
    /// The core draft.
    CORE = "CORE", "draft-bubblefish-npamp";
    /// Handshake binding and master ratchet.
    BINDING = "BINDING", "N-PAMP handshake binding (spec 10)";
    /// Wire format chapters of the specification folder.
    SPEC = "SPEC", "N-PAMP specification chapters 01-09";
    /// The Bridge framework.
    BRIDGE = "BRIDGE", "NPAMP-BRIDGE";
    /// The Bridge channel page.
    CHANNEL_BRIDGE = "CH-BRIDGE", "channel 0x000D page";
    /// JSON-RPC carriage.
    CC_JSONRPC = "CC-JSONRPC", "NPAMP-CC-JSONRPC";
    /// Streaming carriage.
    CC_STREAM = "CC-STREAM", "NPAMP-CC-STREAM";
    /// HTTP carriage.
    CC_HTTP = "CC-HTTP", "NPAMP-CC-HTTP";
    /// Opaque carriage.
    CC_OPAQUE = "CC-OPAQUE", "NPAMP-CC-OPAQUE";
    /// Document carriage.
    CC_DOC = "CC-DOC", "NPAMP-CC-DOC";
    /// Protocol registry.
    REGISTRY = "REG", "NPAMP protocol identifier registry";
    /// Capability lists.
    HELLO = "HELLO", "NPAMP-HELLO";
    /// Discovery channel.
    DISCOVERY = "DISC", "NPAMP Discovery channel";
    /// What the companions of all native channels say alike.
    NATIVE = "NATIVE", "N-PAMP native channel companions (40, 80-8b)";
    /// Stream channel.
    STREAM = "STREAM", "N-PAMP Stream channel (companion 80)";
    /// Spatial channel.
    SPATIAL = "SPATIAL", "N-PAMP Spatial channel (companion 83)";
    /// Settlement channel.
    SETTLEMENT = "SETTLEMENT", "N-PAMP Settlement channel (companion 86)";
    /// Telemetry channel.
    TELEMETRY = "TELEMETRY", "N-PAMP Telemetry channel (companion 87)";
    /// Commerce channel.
    COMMERCE = "COMMERCE", "N-PAMP Commerce channel (companion 88)";
    /// Workflow channel.
    WORKFLOW = "WORKFLOW", "N-PAMP Workflow channel (companion 8a)";
    /// The MCP mapping.
    MAP_MCP = "MAP-MCP", "NPAMP-MAP-MCP";
    /// The A2A mapping.
    MAP_A2A = "MAP-A2A", "NPAMP-MAP-A2A";
    /// The AG-UI mapping.
    MAP_AGUI = "MAP-AGUI", "NPAMP-MAP-AGUI";
    /// The AP2 mapping.
    MAP_AP2 = "MAP-AP2", "NPAMP-MAP-AP2";
    /// The LMOS mapping.
    MAP_LMOS = "MAP-LMOS", "NPAMP-MAP-LMOS";
    /// The `AgentScript` mapping.
    MAP_AGENTSCRIPT = "MAP-AGENTSCRIPT", "NPAMP-MAP-AGENTSCRIPT";
    /// The AGNTCY mapping.
    MAP_AGNTCY = "MAP-AGNTCY", "NPAMP-MAP-AGNTCY";
    /// What the JSON-RPC library of `MemoFS` validates and answers.
    MEMOFS = "MEMOFS", "@memofs/json-rpc, JSON-RPC primitives";
    /// The JSON-RPC gateway of Toa.
    TOA = "TOA", "Toa exposition, JSON-RPC";
    /// JSON-RPC itself.
    JSONRPC = "JSON-RPC", "JSON-RPC 2.0 specification";
    /// JSON itself.
    JSON = "RFC 8259", "The JavaScript Object Notation (JSON) Data Interchange Format";
    /// What the reference implementation enforces although no text says so.
    REFERENCE = "REF", "reference implementation";
    /// What an observer must say although no clause names it.
    OBSERVER = "OBSERVER", "observation of a capture";
}

/// How strongly the text speaks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// MUST, MUST NOT.
    Must,
    /// SHOULD, SHOULD NOT.
    Should,
    /// MAY, or information.
    May,
}

impl Level {
    /// The word of the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::May => "may",
        }
    }
}

/// A citation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clause {
    /// The document.
    pub document: Document,
    /// The section, as printed: `4.2`, `s6.2 (A-38)`; empty when the document has none.
    pub section: &'static str,
    /// How strongly it speaks.
    pub level: Level,
}

impl std::fmt::Display for Clause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.section.is_empty() { f.write_str(self.document.tag) } else { write!(f, "{} \u{a7}{}", self.document.tag, self.section) }
    }
}
