//! One line per association.

use std::io::{self, Write};

use super::{Format, Listing, json};
use crate::base::id::AssociationId;
use crate::base::text::count_of;
use crate::report::column::{left, right};
use crate::report::diagnosis;
use crate::report::row::association::{Association, start};
use crate::report::{Context, Paint};
use crate::store::finding::Severity;
use crate::store::row::AssociationRow;

const HEADINGS: &str =
    "as  first         client                 server                 gen  profile    begin       end          frames  exchanges  sealed";

/// Writes the associations.
pub fn associations(listing: &Listing<'_>, out: &mut dyn Write) -> io::Result<()> {
    let context = listing.context;
    let matcher = listing.query.map(|query| query.on(context.snapshot).reading(context.reader()));
    listing.headings(out, HEADINGS)?;
    for id in context.associations() {
        if !listing.may(id.index()) || matcher.as_ref().is_some_and(|matcher| !matcher.association(id, &mut |id| (listing.dissect)(id))) {
            continue;
        }
        match (listing.format, context.snapshot.association(id)) {
            (Format::JsonLines, _) => {
                if let Some(object) = Association::of(context, id) {
                    json::line(out, &object)?;
                }
            }
            (Format::Text { paint, .. }, Some(row)) => {
                writeln!(out, "{}", line(context, paint, id, row).trim_end())?;
                if listing.verbose {
                    explain(context, paint, id, out)?;
                }
            }
            (Format::Text { .. }, None) => {}
        }
    }
    Ok(())
}

/// Which keys were found, where the chain breaks, and what to do, under the line.
fn explain(context: &Context<'_>, paint: Paint, id: AssociationId, out: &mut dyn Write) -> io::Result<()> {
    for clue in diagnosis::of(context.snapshot, id) {
        let what = left(clue.what, 10);
        writeln!(out, "    {} {}", if clue.bad { what } else { paint.faint(&what) }, clue.text)?;
    }
    Ok(())
}

fn line(context: &Context<'_>, paint: Paint, id: AssociationId, row: &AssociationRow) -> String {
    format!(
        "{}  {}  {}  {}  {}  {}  {}  {}  {}  {}  {}  {}",
        right(&context.number(id).to_string(), 2),
        row.first_time.clock(),
        left(&row.client.to_string(), 21),
        left(&row.server.to_string(), 21),
        right(&row.generation.map(|generation| generation.number().to_string()).unwrap_or_default(), 3),
        left(&row.profile.map(|profile| profile.to_string()).unwrap_or_default(), 9),
        left(start(row), 10),
        left(row.end.name(), 11),
        right(&row.frames.iter().sum::<u64>().to_string(), 7),
        right(&row.exchanges.to_string(), 9),
        left(&sealed(row), 6),
        rule_list(paint, row.findings),
    )
}

fn sealed(row: &AssociationRow) -> String {
    match row.sealed_total() {
        0 => String::new(),
        total => total.to_string(),
    }
}

fn rule_list(paint: Paint, counts: [u64; 3]) -> String {
    let shown = Severity::WORST_FIRST.into_iter().zip(counts).filter(|(_, count)| *count > 0);
    let words: Vec<String> = shown
        .map(|(severity, count)| {
            let word = count_of(count, severity.name(), severity.plural());
            format!("{} {}", paint.glyph(severity), paint.severity(severity, word))
        })
        .collect();
    words.join(", ")
}
