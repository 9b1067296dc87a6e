//! One line per frame.

use std::io::{self, Write};

use super::{Format, Listing, json, rule_list};
use crate::base::id::FrameId;
use crate::npamp::header::flag;
use crate::report::Paint;
use crate::report::column::{cut, left, right};
use crate::report::row::bridge;
use crate::report::row::frame::{Frame, Ordinals, rules};
use crate::report::row::native;
use crate::store::row::{FrameRow, Protection};

const HEADINGS: &str = "   frame  time          as  way  channel       type                        seq  octets  state   carries";

/// Writes the frames.
pub fn frames(listing: &Listing<'_>, out: &mut dyn Write) -> io::Result<()> {
    let context = listing.context;
    let matcher = listing.query.map(|query| query.on(context.snapshot).reading(context.reader()));
    let mut ordinals = Ordinals::default();
    listing.headings(out, HEADINGS)?;
    for (at, row) in context.snapshot.frames.iter() {
        let id = FrameId::from_index(at);
        let index = ordinals.next(context, row);
        if !listing.may(at) || matcher.as_ref().is_some_and(|matcher| !matcher.frame(id, &mut |id| (listing.dissect)(id))) {
            continue;
        }
        match listing.format {
            Format::JsonLines => json::line(out, &Frame::of(context, id, row, index))?,
            Format::Text { paint, .. } => writeln!(out, "{}", line(listing, paint, id, row).trim_end())?,
        }
    }
    Ok(())
}

fn line(listing: &Listing<'_>, paint: Paint, id: FrameId, row: &FrameRow) -> String {
    let context = listing.context;
    let snapshot = context.snapshot;
    let way = ["\u{2192}", "\u{2190}"][snapshot.direction_of(row).index()];
    format!(
        "{}  {}  {}   {way}   {}  {}  {}  {}  {}  {}  {}",
        right(&id.number().to_string(), 8),
        row.time.clock(),
        right(&context.number(snapshot.association_of(row)).to_string(), 2),
        left(&row.channel.label(), 12),
        left(&row.type_label(), 20),
        right(&row.seq.to_string(), 9),
        right(&row.length.to_string(), 6),
        left(state(row), 6),
        carries(listing, id, row),
        rule_list(paint, row.worst, &rules(context, id)),
    )
}

fn state(row: &FrameRow) -> &'static str {
    if row.complete { row.protection.name() } else { "cut" }
}

/// What the frame carries, in a few words; why not, when it is sealed.
fn carries(listing: &Listing<'_>, id: FrameId, row: &FrameRow) -> String {
    match row.protection {
        Protection::Sealed(reason) => reason.name().to_owned(),
        _ if bridge::is_carrier(row) => cut(&bridge::words(listing.context, id, row), 60),
        _ if row.flags & (flag::COMP | flag::FRAG) == 0 => cut(&native::words(listing.context, id, row), 60),
        _ => String::new(),
    }
}
