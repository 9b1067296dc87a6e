//! What the verdict rests on, in words: what was found, and every gap in the evidence.

use crate::base::text::count_of;
use crate::report::summary::{Told, Verdict, evidence_gaps};
use crate::store::finding::Severity;

use super::world::World;

/// Gaps that are listed; the others are counted by kind.
const GAPS: usize = 400;

/// Paragraphs, each with whether it is a heading.
pub fn told(world: &World) -> Vec<(String, bool)> {
    let mut out = Vec::new();
    let so_far = if world.latest.finished { "" } else { ", so far" };
    let verdict = world.verdict();
    out.push((format!("Verdict: {}{so_far}", verdict.name()), true));
    out.push((means(verdict).to_owned(), false));
    let found = Severity::WORST_FIRST.map(|severity| {
        let count = world.sums().findings.get(severity.index()).copied().unwrap_or_default();
        count_of(count, severity.name(), severity.plural())
    });
    out.push((format!("Found: {}.", found.join(", ")), false));
    let gaps = evidence_gaps(&world.latest);
    if gaps.is_empty() {
        out.push(("Evidence: complete".to_owned(), true));
        out.push(("Every octet of every connection was captured and read.".to_owned(), false));
        return out;
    }
    out.push(("Evidence: incomplete".to_owned(), true));
    out.push(("Rules about what a peer did not send stay silent where something of it may be missing.".to_owned(), false));
    let told = Told::of(&gaps, GAPS);
    out.extend(told.gaps.iter().map(|gap| (gap.words(|id| world.number(id)).join(" \u{b7} "), false)));
    out.extend(told.rest().map(|rest| (format!("and {rest}; the report lists them"), false)));
    out
}

/// What a verdict says and what it does not.
const fn means(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Findings => "An error or a warning was found; view 4 has them. Notes accuse nobody.",
        Verdict::Clean => "No error and no warning was found, and nothing was missing.",
        Verdict::CleanWithinEvidence => "No error and no warning was found in what could be seen; something could not.",
        Verdict::Inconclusive => "There is no frame, or no message of the Bridge could be read: nothing can be said of it.",
    }
}
