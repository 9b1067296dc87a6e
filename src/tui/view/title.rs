//! The first line: what is read, and how much was found in it.

use ratatui::layout::Rect;

use crate::base::text::grouped;
use crate::store::finding::Severity;
use crate::tui::column::role_of;
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::pen::{Pen, columns, from};

/// Draws the line.
pub fn draw(pen: &mut Pen<'_>, area: Rect, model: &Model) {
    pen.fill(area, Role::Bar);
    let right = counts(pen, area, model);
    let room = Rect { width: area.width.saturating_sub(right + 2), ..area };
    let shown = &model.world.shown;
    let totals = [
        (shown.associations.len(), "association", "associations"),
        (shown.frames.len(), "frame", "frames"),
        (shown.exchanges.len(), "exchange", "exchanges"),
    ];
    let totals: Vec<String> = totals.iter().map(|(count, one, many)| count_of(*count as u64, one, many)).collect();
    let totals = totals.join("  ");
    let mut used = pen.pieces(room, &[(" npscope", Role::Title), ("  ", Role::Bar)]);
    let wanted = columns(&totals) + 4;
    let name_room = if room.width > used + wanted + 12 { room.width - used - wanted } else { room.width.saturating_sub(used) };
    used += pen.put(Rect { width: name_room, ..from(room, used) }, &model.setup.title, Role::Text);
    if room.width >= used + wanted {
        pen.put(from(room, used + 3), &totals, Role::Dim);
    }
}

/// Writes findings by severity at the right edge. Returns the columns used.
pub fn counts(pen: &mut Pen<'_>, area: Rect, model: &Model) -> u16 {
    let mut used = 1;
    for severity in Severity::WORST_FIRST.into_iter().rev() {
        let count = model.world.facts.findings.get(severity.index()).copied().unwrap_or_default();
        let text = format!("{} {}", pen.glyphs.of_severity(severity), grouped(count));
        let role = if count == 0 { Role::Dim } else { role_of(severity) };
        let style = pen.palette.of(role);
        used += pen.text_right(Rect { width: area.width.saturating_sub(used), ..area }, &text, style) + 2;
    }
    used.saturating_sub(2)
}

/// A count with its noun.
pub fn count_of(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}
