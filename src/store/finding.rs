//! A finding: what a rule saw, where, and how sure it is.

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, ExchangeId, FrameId};
use crate::base::span::ByteSpan;
use crate::base::symbol::Sym;
use crate::base::time::Timestamp;
use crate::spec::clause::Clause;
use crate::spec::generation::Generation;
use crate::spec::protocol::Protocol;

/// How bad a finding is. Ordered: an error is greatest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// A fail-safe applied, an undefined feature, or information.
    Note,
    /// A SHOULD is broken, or strong evidence of a broken MUST.
    Warning,
    /// A MUST is broken.
    Error,
}

impl Severity {
    /// Every severity, worst first.
    pub const WORST_FIRST: [Self; 3] = [Self::Error, Self::Warning, Self::Note];

    /// The word of the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }

    /// The plural, for counts.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Error => "errors",
            Self::Warning => "warnings",
            Self::Note => "notes",
        }
    }

    /// The sign beside the colour.
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Error => "\u{2716}",
            Self::Warning => "\u{25b2}",
            Self::Note => "\u{2022}",
        }
    }

    /// Position in counts: errors 0, warnings 1, notes 2.
    pub const fn index(self) -> usize {
        match self {
            Self::Error => 0,
            Self::Warning => 1,
            Self::Note => 2,
        }
    }

    /// The severity of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::WORST_FIRST.into_iter().find(|severity| severity.name() == name)
    }
}

/// Whether the wire alone proves a finding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Certainty {
    /// Proven.
    Certain,
    /// Inferred: the finding states the innocent explanation.
    Heuristic,
}

impl Certainty {
    /// The word of the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Heuristic => "heuristic",
        }
    }
}

/// Who is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// The sender of the frame.
    Sender,
    /// The requester.
    Requester,
    /// The responder.
    Responder,
    /// Something between the peers.
    Intermediary,
    /// Cannot be said.
    Unknown,
}

impl Fault {
    /// The word of the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sender => "sender",
            Self::Requester => "requester",
            Self::Responder => "responder",
            Self::Intermediary => "intermediary",
            Self::Unknown => "unknown",
        }
    }
}

/// What of the capture a rule has to see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// One frame.
    Frame,
    /// An exchange.
    Exchange,
    /// An association.
    Association,
    /// The same traffic on two associations.
    TwoAssociations,
    /// The whole capture.
    Capture,
}

impl Scope {
    /// The word of the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Frame => "frame",
            Self::Exchange => "exchange",
            Self::Association => "association",
            Self::TwoAssociations => "two-associations",
            Self::Capture => "capture",
        }
    }
}

/// What is fixed about a rule: the same for every finding of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleInfo {
    /// `layer/kebab-name`.
    pub id: &'static str,
    /// Severity, unless a finding or the user changes it.
    pub severity: Severity,
    /// Severity in generation 3, where it differs.
    pub severity3: Option<Severity>,
    /// Certainty.
    pub certainty: Certainty,
    /// The clause it rests on.
    pub clause: Clause,
    /// What it has to see.
    pub scope: Scope,
    /// Who is at fault, unless a finding says otherwise.
    pub fault: Fault,
    /// Three paragraphs: what it checks, why it matters, what to do; as written in its file.
    pub doc: &'static str,
    /// The innocent explanation, for a heuristic.
    pub alternative: Option<&'static str>,
}

impl RuleInfo {
    /// The severity in a generation; while the generation is unknown, the milder one.
    pub fn severity_in(&self, generation: Option<Generation>) -> Severity {
        match (generation, self.severity3) {
            (Some(Generation::Two), _) | (_, None) => self.severity,
            (Some(Generation::Three), Some(newer)) => newer,
            (None, Some(newer)) => self.severity.min(newer),
        }
    }

    /// The part of the id before the slash.
    pub fn layer(&self) -> &'static str {
        self.id.split('/').next().unwrap_or(self.id)
    }

    /// The text under a heading of the documentation (`What it checks`).
    pub fn section(&self, heading: &str) -> String {
        let mut lines = self.doc.lines().map(|line| line.strip_prefix(' ').unwrap_or(line));
        let Some(_) = lines.find(|line| line.strip_prefix("## ").is_some_and(|found| found == heading)) else {
            return String::new();
        };
        let text: Vec<&str> = lines.take_while(|line| !line.starts_with("## ")).collect();
        text.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// One line about the rule.
    pub fn summary(&self) -> String {
        self.section("What it checks")
    }
}

/// Octets that a finding points at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// In the 36 header octets.
    Header(ByteSpan),
    /// In the payload, as opened.
    Payload(ByteSpan),
    /// In the foreign message.
    Foreign(ByteSpan),
}

impl Place {
    /// `header`, `payload` or `foreign`, with the span.
    pub const fn parts(self) -> (&'static str, ByteSpan) {
        match self {
            Self::Header(span) => ("header", span),
            Self::Payload(span) => ("payload", span),
            Self::Foreign(span) => ("foreign", span),
        }
    }
}

/// A value of the evidence block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// An integer.
    Number(u64),
    /// A signed integer.
    Signed(i64),
    /// Text; escaped on output.
    Text(String),
    /// Octets; hexadecimal on output.
    Octets(Vec<u8>),
}

impl From<u64> for Evidence {
    fn from(value: u64) -> Self {
        Self::Number(value)
    }
}

impl From<usize> for Evidence {
    fn from(value: usize) -> Self {
        Self::Number(value as u64)
    }
}

impl From<u32> for Evidence {
    fn from(value: u32) -> Self {
        Self::Number(value.into())
    }
}

impl From<u16> for Evidence {
    fn from(value: u16) -> Self {
        Self::Number(value.into())
    }
}

impl From<u8> for Evidence {
    fn from(value: u8) -> Self {
        Self::Number(value.into())
    }
}

impl From<i64> for Evidence {
    fn from(value: i64) -> Self {
        Self::Signed(value)
    }
}

impl From<&str> for Evidence {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<String> for Evidence {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl From<&[u8]> for Evidence {
    /// At most 64 octets are kept.
    fn from(value: &[u8]) -> Self {
        Self::Octets(value.get(..64).unwrap_or(value).to_vec())
    }
}

/// What a rule saw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The rule.
    pub rule: &'static RuleInfo,
    /// Severity after generation, evidence and the user's choice.
    pub severity: Severity,
    /// One sentence. Wire text in it is escaped.
    pub message: Box<str>,
    /// The association; `None` for a finding about the capture.
    pub association: Option<AssociationId>,
    /// The frame at fault.
    pub frame: Option<FrameId>,
    /// The exchange.
    pub exchange: Option<ExchangeId>,
    /// Direction of the frame or of the octets at fault.
    pub direction: Option<Direction>,
    /// Where in the stream, when no frame is at fault.
    pub stream_offset: Option<u64>,
    /// Who is at fault.
    pub at_fault: Fault,
    /// When.
    pub time: Timestamp,
    /// The octets.
    pub place: Option<Place>,
    /// Named values that support it. Keys end in `_hex` for octets.
    pub evidence: Vec<(&'static str, Evidence)>,
    /// The method of the exchange, for readers who find its row evicted.
    pub method: Sym,
    /// The protocol of the exchange, for the same reason.
    pub protocol: Option<Protocol>,
    /// The other frame of a finding about two.
    pub peer: Option<FrameId>,
}
