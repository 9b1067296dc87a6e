//! One line per finding.

use std::io::{self, Write};

use super::{Format, Listing, json};
use crate::base::id::FindingId;
use crate::base::text::escape;
use crate::report::Context;
use crate::report::row::finding::Finding;
use crate::store::finding::Finding as Row;

/// Writes the findings.
pub fn findings(listing: &Listing<'_>, out: &mut dyn Write) -> io::Result<()> {
    let context = listing.context;
    let matcher = listing.query.map(|query| query.on(context.snapshot).reading(context.reader()));
    for (at, row) in context.snapshot.findings.iter() {
        let id = FindingId::from_index(at);
        if !listing.may(at) || matcher.as_ref().is_some_and(|matcher| !matcher.finding(id, &mut |id| (listing.dissect)(id))) {
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

/// A finding as its JSON line, without the line end.
pub fn finding_json(context: &Context<'_>, row: &Row) -> String {
    let mut out = Vec::new();
    match json::line(&mut out, &Finding::of(context, row, false)) {
        Ok(()) => String::from_utf8_lossy(out.trim_ascii_end()).into_owned(),
        Err(_) => String::new(),
    }
}
