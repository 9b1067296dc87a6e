//! The report as one JSON document. Rows are written one by one: it may be large.

use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};

use super::Report;
use crate::base::text::hex;
use crate::report::conformance::Conformance;
use crate::report::row::PerSeverity;
use crate::report::row::association::Association;
use crate::report::row::conformance::Book;
use crate::report::row::finding::{Finding, sorted};
use crate::report::row::gap::Gap;
use crate::report::summary::{self, Counts};
use crate::report::{Context, json, rule};
use crate::store::row::InputRow;

/// Name and version of this layout.
const SCHEMA: &str = "npscope.report/1";

/// Writes the document.
pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let context = report.context;
    let snapshot = context.snapshot;
    json::document(
        out,
        &Document {
            schema: SCHEMA,
            tool: Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION"), rules_sha256: rule::set_hash() },
            inputs: inputs(report),
            verdict: summary::verdict(snapshot).name(),
            evidence_gaps: summary::evidence_gaps(snapshot).into_iter().map(|gap| Gap::of(context, gap)).collect(),
            counts: Numbers::of(&Counts::of(snapshot)),
            associations: Associations(context),
            findings: Findings(report),
            conformance: Book::all(&Conformance::of(snapshot)),
            suppressed: suppressed(context),
        },
    )
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    tool: Tool,
    inputs: Vec<Input<'a>>,
    verdict: &'static str,
    evidence_gaps: Vec<Gap>,
    counts: Numbers,
    associations: Associations<'a>,
    findings: Findings<'a>,
    conformance: Vec<Book>,
    suppressed: Vec<Suppressed>,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
    rules_sha256: String,
}

#[derive(Serialize)]
struct Input<'a> {
    name: &'a str,
    sha256: Option<String>,
    packets: u64,
    drops: u64,
    drops_by: Drops,
    damage: Vec<Damage<'a>>,
}

/// Who dropped packets that passed.
#[derive(Serialize)]
struct Drops {
    kernel: u64,
    interface: u64,
    program: u64,
    overwritten: u64,
}

impl Drops {
    const fn of(row: &InputRow) -> Self {
        let [kernel, interface, program] = row.drops;
        Self { kernel, interface, program, overwritten: row.overwritten }
    }
}

#[derive(Serialize)]
struct Damage<'a> {
    offset: u64,
    detail: &'a str,
}

#[derive(Serialize)]
struct Numbers {
    packets: u64,
    associations: u64,
    frames: u64,
    opened: u64,
    sealed: u64,
    exchanges: u64,
    findings: PerSeverity,
}

impl Numbers {
    const fn of(counts: &Counts) -> Self {
        let Counts { packets, associations, frames, opened, sealed, exchanges, findings } = *counts;
        Self { packets, associations, frames, opened, sealed, exchanges, findings: PerSeverity::new(findings) }
    }
}

/// Findings of a rule that were counted and not kept.
#[derive(Serialize)]
struct Suppressed {
    rule: &'static str,
    count: u64,
    reason: &'static str,
}

struct Associations<'a>(&'a Context<'a>);

impl Serialize for Associations<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(None)?;
        for object in self.0.associations().into_iter().filter_map(|id| Association::of(self.0, id)) {
            rows.serialize_element(&object)?;
        }
        rows.end()
    }
}

struct Findings<'a>(&'a Report<'a>);

impl Serialize for Findings<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Report { context, payloads, .. } = self.0;
        serializer.collect_seq(sorted(context.snapshot).into_iter().map(|row| Finding::of(context, row, *payloads)))
    }
}

fn inputs<'a>(report: &Report<'a>) -> Vec<Input<'a>> {
    let rows = report.context.snapshot.inputs.iter().enumerate();
    rows.map(|(at, row)| Input {
        name: &row.name,
        sha256: report.inputs.get(at).and_then(|digest| digest.sha256).map(|digest| hex(&digest)),
        packets: row.packets,
        drops: row.missing(),
        drops_by: Drops::of(row),
        damage: row.damage.iter().map(|(offset, detail)| Damage { offset: *offset, detail }).collect(),
    })
    .collect()
}

fn suppressed(context: &Context<'_>) -> Vec<Suppressed> {
    let dropped = context.snapshot.findings_dropped.iter();
    dropped.map(|(rule, count)| Suppressed { rule, count: *count, reason: "limit-reached" }).collect()
}
