//! Columns of the frames.

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::base::text::grouped;
use crate::store::row::{FrameRow, Protection};
use crate::tui::theme::Role;

use super::{Cell, Column, Context, What, brief, flex, left, right};

const WIDE: [Column; 12] = [
    right("#", 8, What::Number),
    left("time", 12, What::Time),
    right("as", 3, What::Association),
    left("", 1, What::Who),
    left("channel", 10, What::Channel),
    left("type", 18, What::Name),
    right("seq", 7, What::Seq),
    right("ep", 3, What::Epoch),
    right("octets", 9, What::Length),
    left("payload", 7, What::Protection),
    right("exch", 6, What::Exchange),
    flex("finding", 3, What::Remark),
];

const MEDIUM: [Column; 9] = [
    right("#", 7, What::Number),
    brief(),
    right("as", 2, What::Association),
    left("", 1, What::Who),
    left("channel", 10, What::Channel),
    left("type", 18, What::Name),
    right("seq", 6, What::Seq),
    right("octets", 8, What::Length),
    flex("finding", 1, What::Remark),
];

const NARROW: [Column; 5] = [
    left("", 1, What::Sign),
    right("#", 6, What::Number),
    left("", 1, What::Who),
    flex("type", 2, What::Name),
    right("octets", 8, What::Length),
];

/// The columns at a width.
pub(super) const fn columns(width: u16) -> &'static [Column] {
    match width {
        0..=71 => &NARROW,
        72..=109 => &MEDIUM,
        _ => &WIDE,
    }
}

/// A cell; `None` when the row is gone.
pub(super) fn cell<'a>(context: &Context<'a>, at: usize, what: What) -> Option<Cell<'a>> {
    let id = FrameId::from_index(at);
    let snapshot = context.snapshot();
    let row = snapshot.frame(id)?;
    Some(match what {
        What::Number => Cell::dim(id.number().to_string()),
        What::Time => {
            let above = context.above.and_then(|above| snapshot.frame(FrameId::from_index(above))).map(|row| row.time);
            context.time(row.time, above)
        }
        What::Association => Cell::dim(context.world.number(snapshot.association_of(row)).to_string()),
        What::Who => {
            let direction = snapshot.direction_of(row);
            Cell::new(context.glyphs.of_direction(direction), role_of_direction(direction))
        }
        What::Channel => Cell::plain(row.channel.label()),
        What::Name => Cell::plain(row.type_label()),
        What::Seq => Cell::plain(row.seq.to_string()),
        What::Epoch => snapshot.phase_of(row).map_or_else(Cell::none, |phase| Cell::dim(phase.epoch.to_string())),
        What::Length => Cell::plain(grouped(row.length.into())),
        What::Protection => protection(row),
        What::Exchange => row.exchange().map_or_else(Cell::none, |exchange| Cell::dim(exchange.number().to_string())),
        What::Remark => remark(context, id, row),
        What::Sign => context.sign(row.worst),
        _ => Cell::none(),
    })
}

/// The role of what a peer sends.
pub const fn role_of_direction(direction: Direction) -> Role {
    match direction {
        Direction::C2s => Role::Client,
        Direction::S2c => Role::Server,
    }
}

fn protection(row: &FrameRow) -> Cell<'static> {
    match row.protection {
        Protection::Clear if !row.complete => Cell::new("partial", Role::Warning),
        Protection::Clear => Cell::dim("clear"),
        Protection::Opened => Cell::new("opened", Role::Good),
        Protection::Sealed(_) => Cell::new("sealed", Role::Warning),
    }
}

/// The worst finding; of a frame without one, why it stays sealed.
fn remark<'a>(context: &Context<'a>, id: FrameId, row: &FrameRow) -> Cell<'a> {
    match (context.snapshot().findings_of_frame(id), row.protection.reason()) {
        ([], Some(reason)) => Cell::dim(reason.name()),
        (found, _) => context.worst(found),
    }
}
