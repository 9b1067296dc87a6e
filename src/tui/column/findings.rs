//! Columns of the findings.

use crate::base::id::FindingId;
use crate::base::text::{escape, grouped};

use super::{Cell, Column, Context, What, brief, by_width, flex, left, right, role_of};

const WIDEST: [Column; 9] = [
    left("", 1, What::Sign),
    right("#", 6, What::Number),
    left("time", 12, What::Time),
    right("as", 3, What::Association),
    right("frame", 8, What::Frame),
    right("exch", 6, What::Exchange),
    left("rule", 36, What::Name),
    flex("finding", 1, What::Message),
    left("clause", 17, What::Clause),
];

const WIDE: [Column; 8] = [
    left("", 1, What::Sign),
    right("#", 6, What::Number),
    left("time", 12, What::Time),
    right("as", 3, What::Association),
    right("frame", 8, What::Frame),
    right("exch", 6, What::Exchange),
    left("rule", 34, What::Name),
    flex("finding", 1, What::Message),
];

const MEDIUM: [Column; 6] = [
    left("", 1, What::Sign),
    brief(),
    right("as", 2, What::Association),
    right("frame", 7, What::Frame),
    left("rule", 24, What::Name),
    flex("finding", 1, What::Message),
];

const NARROW: [Column; 3] = [left("", 1, What::Sign), right("frame", 6, What::Frame), flex("rule", 2, What::Name)];

/// The columns at a width.
pub(super) const fn columns(width: u16) -> &'static [Column] {
    by_width(width, 110, [&NARROW, &MEDIUM, &WIDE, &WIDEST])
}

/// A cell; `None` when the row is gone.
pub(super) fn cell<'a>(context: &Context<'a>, at: usize, what: What) -> Option<Cell<'a>> {
    let id = FindingId::from_index(at);
    let row = context.snapshot().finding(id)?;
    Some(match what {
        What::Sign => context.sign(Some(row.severity)),
        What::Number => Cell::dim(id.number().to_string()),
        What::Time => {
            let above = context.above.and_then(|above| context.snapshot().finding(FindingId::from_index(above)));
            context.time(row.time, above.map(|row| row.time))
        }
        What::Association => Cell::dim(row.association.map_or_else(String::new, |id| context.world.number(id).to_string())),
        What::Frame => Cell::dim(row.frame.map_or_else(String::new, |frame| grouped(frame.number()))),
        What::Exchange => Cell::dim(row.exchange.map_or_else(String::new, |exchange| exchange.number().to_string())),
        What::Name => Cell::new(row.rule.id, role_of(row.severity)),
        What::Message => Cell::plain(escape(&row.message)),
        What::Clause => Cell::dim(row.rule.clause.to_string()),
        _ => Cell::none(),
    })
}
