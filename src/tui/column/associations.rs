//! Columns of the associations.

use crate::base::id::AssociationId;
use crate::base::text::grouped;
use crate::store::finding::Severity;
use crate::store::row::AssociationRow;
use crate::tui::theme::Role;
use crate::tui::world::facts::gaps_of;

use super::{Cell, Column, Context, What, by_width, flex, left, right, role_of};

const WIDEST: [Column; 11] = [
    right("#", 4, What::Number),
    left("first packet", 12, What::Time),
    flex("client", 1, What::Client),
    flex("server", 1, What::Server),
    left("gen", 3, What::Generation),
    left("profile", 9, What::Profile),
    right("frames", 9, What::Frames),
    right("exch", 7, What::Exchanges),
    left("payloads", 13, What::Protection),
    left("evidence", 8, What::Gaps),
    left("findings", 16, What::Counts),
];

const WIDE: [Column; 10] = [
    right("#", 4, What::Number),
    flex("client", 1, What::Client),
    flex("server", 1, What::Server),
    left("gen", 3, What::Generation),
    left("profile", 9, What::Profile),
    right("frames", 8, What::Frames),
    right("exch", 6, What::Exchanges),
    left("payloads", 12, What::Protection),
    left("evidence", 8, What::Gaps),
    left("findings", 13, What::Counts),
];

const MEDIUM: [Column; 7] = [
    right("#", 3, What::Number),
    flex("client", 1, What::Client),
    flex("server", 1, What::Server),
    right("frames", 7, What::Frames),
    right("exch", 6, What::Exchanges),
    left("payloads", 10, What::Protection),
    left("findings", 13, What::Counts),
];

const NARROW: [Column; 4] =
    [left("", 1, What::Sign), right("#", 3, What::Number), flex("client", 1, What::Client), right("frames", 8, What::Frames)];

/// The columns at a width.
pub(super) const fn columns(width: u16) -> &'static [Column] {
    by_width(width, 110, [&NARROW, &MEDIUM, &WIDE, &WIDEST])
}

/// A cell; `None` when the row is gone.
pub(super) fn cell<'a>(context: &Context<'a>, at: usize, what: What) -> Option<Cell<'a>> {
    let id = AssociationId::from_index(at);
    let row = context.snapshot().association(id)?;
    Some(match what {
        What::Number => Cell::dim(context.world.number(id).to_string()),
        What::Time => {
            let above = context.above.and_then(|above| context.snapshot().association(AssociationId::from_index(above)));
            context.time(row.first_time, above.map(|row| row.first_time))
        }
        What::Client => Cell::new(row.client.to_string(), if context.has_ended(row) { Role::Dim } else { Role::Client }),
        What::Server => Cell::new(row.server.to_string(), if context.has_ended(row) { Role::Dim } else { Role::Server }),
        What::Generation => Cell::plain(row.generation.map_or_else(|| "?".to_owned(), |known| known.number().to_string())),
        What::Profile => Cell::plain(row.profile.map_or_else(|| "?".to_owned(), |known| known.to_string())),
        What::Frames => Cell::plain(grouped(row.frames.iter().sum())),
        What::Exchanges => Cell::plain(grouped(row.exchanges)),
        What::Protection => payloads(row),
        What::Gaps => evidence(gaps_of(row, context.snapshot()), row.sealed_total()),
        What::Counts => counts(context, row),
        What::Sign => context.sign(worst(row)),
        _ => Cell::none(),
    })
}

fn payloads(row: &AssociationRow) -> Cell<'static> {
    let sealed = row.sealed_total();
    match (row.opened, sealed) {
        (0, 0) => Cell::dim("clear"),
        (_, 0) => Cell::new("all opened", Role::Good),
        (opened, sealed) => Cell::new(format!("{} sealed", grouped(sealed)), if opened == 0 { Role::Warning } else { Role::Note }),
    }
}

fn evidence(gaps: u64, sealed: u64) -> Cell<'static> {
    match gaps {
        0 if sealed > 0 => Cell::new("no gap", Role::Note),
        0 => Cell::dim("complete"),
        1 => Cell::new("1 gap", Role::Warning),
        gaps => Cell::new(format!("{} gaps", grouped(gaps)), Role::Warning),
    }
}

fn counts<'a>(context: &Context<'a>, row: &AssociationRow) -> Cell<'a> {
    let Some(worst) = worst(row) else { return Cell::dim("none") };
    let parts = Severity::WORST_FIRST.into_iter().filter_map(|severity| {
        let count = row.findings.get(severity.index()).copied().filter(|count| *count > 0)?;
        Some(format!("{} {}", context.glyphs.of_severity(severity), grouped(count)))
    });
    Cell::new(parts.collect::<Vec<_>>().join(" "), role_of(worst))
}

fn worst(row: &AssociationRow) -> Option<Severity> {
    Severity::WORST_FIRST.into_iter().find(|severity| row.findings.get(severity.index()).is_some_and(|count| *count > 0))
}
