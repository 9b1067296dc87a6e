//! One line per finding.

use std::io::{self, Write};

use super::{Format, Listing, json};
use crate::base::id::FindingId;
use crate::base::text::escape;
use crate::report::row::finding::Finding;

/// Writes the findings.
pub fn findings(listing: &Listing<'_>, out: &mut dyn Write) -> io::Result<()> {
    let context = listing.context;
    let matcher = listing.query.map(|query| query.on(context.snapshot).reading(context.reader()));
    for (at, row) in context.snapshot.findings.iter() {
        let id = FindingId::from_index(at);
        if matcher.as_ref().is_some_and(|matcher| !matcher.finding(id, &mut |id| (listing.dissect)(id))) {
            continue;
        }
        match listing.format {
            Format::JsonLines => json::line(out, &Finding::of(context, row, false))?,
            Format::Text { paint, .. } => {
                writeln!(out, "{} {}  {}", paint.glyph(row.severity), row.rule.id, escape(&row.message))?;
            }
        }
    }
    Ok(())
}
