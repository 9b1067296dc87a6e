//! The report for people: rules worst first, for each a bounded number of places, then the verdict and what was not seen.

use std::io::{self, Write};

use super::{Report, conformance};
use crate::base::text::{count_of, escape, grouped, show};
use crate::report::column::cut;
use crate::report::conformance::Conformance;
use crate::report::row::finding::{self as finding_row, sorted};
use crate::report::summary::{self, Counts, Gap, Told, Verdict};
use crate::report::{Context, Paint};
use crate::store::finding::{Finding, Place, Severity};

/// Places shown of one rule; further ones are counted and their frames listed.
const PLACES: usize = 5;
/// Frames named in the line about further places.
const MORE_FRAMES: usize = 12;
/// Rules shown in full; further ones get a line each.
const RULES_IN_FULL: usize = 40;
/// Gaps listed; further ones are counted.
const GAPS: usize = 40;
/// Cells of a line about a gap.
const LINE: usize = 200;
/// Cells of evidence on one line.
const EVIDENCE: usize = 140;
/// Cells of a carried message on its line.
const PAYLOAD: usize = 400;

/// Writes the report.
pub(super) fn write(report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let context = report.context;
    let counts = Counts::of(context.snapshot);
    head(context, &counts, report.paint, out)?;
    let rows = sorted(context.snapshot);
    for (at, group) in rows.chunk_by(|a, b| a.rule.id == b.rule.id && a.severity == b.severity).enumerate() {
        rule(report, group, at < RULES_IN_FULL, out)?;
    }
    conformance::write(&Conformance::of(context.snapshot), report.paint, out)?;
    let gaps = summary::evidence_gaps(context.snapshot);
    tail(context, &counts, report.paint, &gaps, out)?;
    if let Some(worst) = rows.first() {
        writeln!(out, "{}", report.paint.faint(format!("npscope explain {}   tells more", worst.rule.id)))?;
    }
    Ok(())
}

fn head(context: &Context<'_>, counts: &Counts, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<String> = context.snapshot.inputs.iter().map(|input| escape(&input.name)).collect();
    let sealed = match (counts.opened, counts.sealed) {
        (0, 0) => "nothing sealed".to_owned(),
        (_, 0) => "all opened".to_owned(),
        (opened, sealed) => format!("{} opened, {} sealed", grouped(opened), grouped(sealed)),
    };
    writeln!(
        out,
        "{}   {} in {}, {}; {sealed}\n",
        paint.strong(names.join(" ")),
        count_of(counts.frames, "frame", "frames"),
        count_of(counts.associations, "association", "associations"),
        count_of(counts.exchanges, "exchange", "exchanges"),
    )
}

fn rule(report: &Report<'_>, group: &[&Finding], full: bool, out: &mut dyn Write) -> io::Result<()> {
    let Report { context, paint, .. } = *report;
    let Some(first) = group.first() else { return Ok(()) };
    let times = if group.len() == 1 { "once".to_owned() } else { format!("{} times", grouped(group.len() as u64)) };
    let summary = first.rule.summary();
    let id = paint.severity(first.severity, first.rule.id);
    writeln!(out, "{} {id}   {times}   {}", paint.glyph(first.severity), cut(&summary, EVIDENCE))?;
    if !full {
        return Ok(());
    }
    writeln!(out, "    {}", paint.faint(basis(first)))?;
    for finding in group.iter().take(PLACES) {
        writeln!(out, "    {}", place(context, finding))?;
        writeln!(out, "      {}", why(finding))?;
        if let Some(payload) = finding_row::payload(context, finding).filter(|_| report.payloads) {
            writeln!(out, "      carries {}", cut(&show(&payload), PAYLOAD))?;
        }
    }
    more(group, out)?;
    writeln!(out)
}

/// Clause and certainty, with the innocent explanation of a heuristic.
fn basis(finding: &Finding) -> String {
    let rule = finding.rule;
    match rule.alternative {
        Some(alternative) => format!("{}, {}; else: {alternative}", rule.clause, rule.certainty.name()),
        None => format!("{}, {}", rule.clause, rule.certainty.name()),
    }
}

/// Where: association, frame or stream offset, time, exchange, octets.
fn place(context: &Context<'_>, finding: &Finding) -> String {
    let mut parts = Vec::new();
    parts.extend(finding.association.map(|id| format!("association {}", context.number(id))));
    parts.extend(finding.frame.map(|id| format!("frame {}", grouped(id.number()))));
    if finding.frame.is_none() {
        parts.extend(finding.stream_offset.map(|offset| format!("stream offset {}", grouped(offset))));
    }
    parts.extend(finding.direction.map(|direction| direction.name().to_owned()));
    parts.push(finding.time.clock());
    parts.extend(exchange(context, finding));
    parts.extend(finding.place.map(octets));
    parts.join("   ")
}

fn exchange(context: &Context<'_>, finding: &Finding) -> Option<String> {
    let id = finding.exchange?;
    let method = escape(context.snapshot.text(finding.method));
    Some(format!("exchange {} {}", grouped(id.number()), cut(&method, 40)).trim_end().to_owned())
}

fn octets(place: Place) -> String {
    let (name, span) = place.parts();
    format!("{name} {}..{}", span.start, span.end)
}

/// Why: the message, then the other frame.
fn why(finding: &Finding) -> String {
    let message = cut(&escape(&finding.message), EVIDENCE);
    match finding.peer {
        Some(peer) => format!("{message} (see frame {})", grouped(peer.number())),
        None => message,
    }
}

fn more(group: &[&Finding], out: &mut dyn Write) -> io::Result<()> {
    let rest = group.get(PLACES..).unwrap_or_default();
    if rest.is_empty() {
        return Ok(());
    }
    let frames: Vec<String> = rest.iter().filter_map(|finding| finding.frame).map(|id| grouped(id.number())).take(MORE_FRAMES).collect();
    let ellipsis = if frames.len() < rest.len() { " \u{2026}" } else { "" };
    let listed = if frames.is_empty() { String::new() } else { format!(": frames {}{ellipsis}", frames.join(" ")) };
    writeln!(out, "    \u{2026} {} more{listed}", grouped(rest.len() as u64))
}

fn tail(context: &Context<'_>, counts: &Counts, paint: Paint, gaps: &[Gap], out: &mut dyn Write) -> io::Result<()> {
    let verdict = summary::verdict(context.snapshot);
    let numbers: Vec<String> = Severity::WORST_FIRST
        .into_iter()
        .zip(counts.findings)
        .filter(|(_, count)| *count > 0)
        .map(|(severity, count)| count_of(count, severity.name(), severity.plural()))
        .collect();
    let numbers = if numbers.is_empty() { "nothing found".to_owned() } else { numbers.join(", ") };
    let evidence = if gaps.is_empty() { "evidence complete" } else { "evidence incomplete" };
    writeln!(out, "verdict: {}   {numbers}   ({evidence})", coloured(verdict, paint))?;
    let told = Told::of(gaps, GAPS);
    let number = |id| context.number(id);
    told.gaps.iter().try_for_each(|gap| writeln!(out, "  {}", cut(&gap.words(number).join("   "), LINE)))?;
    told.rest().map_or(Ok(()), |rest| writeln!(out, "  \u{2026} {rest}"))
}

fn coloured(verdict: Verdict, paint: Paint) -> String {
    match verdict {
        Verdict::Findings => paint.severity(Severity::Error, verdict.name()),
        Verdict::Inconclusive => paint.severity(Severity::Warning, verdict.name()),
        Verdict::Clean | Verdict::CleanWithinEvidence => paint.good(verdict.name()),
    }
}
