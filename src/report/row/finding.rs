//! The finding object.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::base::direction::Direction;
use crate::base::id::{ExchangeId, FindingId, FrameId};
use crate::base::text::hex;
use crate::report::Context;
use crate::spec::clause::Clause as Citation;
use crate::store::finding::{Evidence as Value, Finding as Row, Place};
use crate::store::snapshot::Snapshot;

/// A finding, as JSON.
#[derive(Serialize, Debug)]
pub(in crate::report) struct Finding<'a> {
    rule: &'static str,
    severity: &'static str,
    certainty: &'static str,
    clause: Clause,
    message: &'a str,
    association: Option<u64>,
    frame: Option<u64>,
    stream_offset: Option<u64>,
    exchange: Option<u64>,
    direction: Option<&'static str>,
    at_fault: &'static str,
    time: String,
    span: Option<Span>,
    evidence: Evidence<'a>,
    alternative: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payload_hex: Option<String>,
}

impl<'a> Finding<'a> {
    /// The object of a finding, with the payload of the frame at fault if wanted.
    pub(in crate::report) fn of(context: &Context<'_>, row: &'a Row, payloads: bool) -> Self {
        Self {
            rule: row.rule.id,
            severity: row.severity.name(),
            certainty: row.rule.certainty.name(),
            clause: Clause::of(&row.rule.clause),
            message: &row.message,
            association: row.association.map(|id| context.number(id)),
            frame: row.frame.map(FrameId::number),
            stream_offset: row.stream_offset,
            exchange: row.exchange.map(ExchangeId::number),
            direction: row.direction.map(Direction::name),
            at_fault: row.at_fault.name(),
            time: row.time.to_string(),
            span: row.place.map(Span::of),
            evidence: Evidence { values: &row.evidence, peer: row.peer },
            alternative: row.rule.alternative,
            payload_hex: if payloads { payload(context, row).as_deref().map(hex) } else { None },
        }
    }
}

/// The payload of the frame at fault, as carried or opened.
pub(in crate::report) fn payload(context: &Context<'_>, row: &Row) -> Option<Vec<u8>> {
    context.octets(row.frame?)?.plain
}

/// A citation, as JSON.
#[derive(Serialize, Debug)]
pub(in crate::report) struct Clause {
    document: &'static str,
    section: &'static str,
    level: &'static str,
}

impl Clause {
    /// The object of a citation.
    pub(in crate::report) const fn of(clause: &Citation) -> Self {
        Self { document: clause.document.tag, section: clause.section, level: clause.level.name() }
    }
}

/// Octets at fault, as JSON.
#[derive(Serialize, Debug)]
struct Span {
    r#in: &'static str,
    start: u32,
    end: u32,
}

impl Span {
    const fn of(place: Place) -> Self {
        let (place, span) = place.parts();
        Self { r#in: place, start: span.start, end: span.end }
    }
}

/// Named values, no name twice; the other frame of a finding about two is `peer`.
#[derive(Debug)]
struct Evidence<'a> {
    values: &'a [(&'static str, Value)],
    peer: Option<FrameId>,
}

impl Serialize for Evidence<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (at, (name, value)) in self.values.iter().enumerate() {
            let repeated = self.values.iter().take(at).any(|(before, _)| before == name);
            if repeated || (*name == "peer" && self.peer.is_some()) {
                continue;
            }
            match value {
                Value::Number(number) => map.serialize_entry(name, number)?,
                Value::Signed(number) => map.serialize_entry(name, number)?,
                Value::Text(text) => map.serialize_entry(name, text)?,
                Value::Octets(octets) => map.serialize_entry(name, &hex(octets))?,
            }
        }
        if let Some(peer) = self.peer {
            map.serialize_entry("peer", &peer.number())?;
        }
        map.end()
    }
}

/// Rule ids of findings, each once.
pub(in crate::report) fn rules(snapshot: &Snapshot, findings: &[FindingId]) -> Vec<&'static str> {
    let mut out = Vec::new();
    for id in findings.iter().filter_map(|id| snapshot.finding(*id)).map(|finding| finding.rule.id) {
        if !out.contains(&id) {
            out.push(id);
        }
    }
    out
}

/// Findings in the order of the report: the worst first, then by rule, then as they were found.
pub(in crate::report) fn sorted(snapshot: &Snapshot) -> Vec<&Row> {
    let mut rows: Vec<&Row> = snapshot.findings.iter().map(|(_, row)| row).collect();
    rows.sort_by(|a, b| b.severity.cmp(&a.severity).then(a.rule.id.cmp(b.rule.id)));
    rows
}
