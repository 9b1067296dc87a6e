//! The first line: what is read, and how much was found in it.

use ratatui::layout::Rect;

use crate::base::text::{count_of, grouped};
use crate::store::finding::Severity;
use crate::tui::column::role_of;
use crate::tui::command::View;
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::pen::{Pen, columns, from};

/// Draws the line.
pub fn draw(pen: &mut Pen<'_>, area: Rect, model: &Model) {
    pen.fill(area, Role::Bar);
    let right = counts(pen, area, model);
    let room = Rect { width: area.width.saturating_sub(right + 2), ..area };
    let totals = totals(model, area.width >= 100);
    let mut used = pen.pieces(room, &[(" npscope", Role::Title), ("  ", Role::Bar)]);
    let wanted = columns(&totals) + 4;
    let name_room = if room.width > used + wanted + 12 { room.width - used - wanted } else { room.width.saturating_sub(used) };
    used += pen.put(Rect { width: name_room, ..from(room, used) }, &model.setup.title, Role::Text);
    if room.width >= used + wanted {
        pen.put(from(room, used + 3), &totals, Role::Dim);
    }
}

/// How much was read; where room is scarce, only of what is listed.
fn totals(model: &Model, all: bool) -> String {
    let shown = &model.world.shown;
    let totals = [
        (View::Associations, shown.associations.len(), "association", "associations"),
        (View::Frames, shown.frames.len(), "frame", "frames"),
        (View::Exchanges, shown.exchanges.len(), "exchange", "exchanges"),
    ];
    let wanted = totals.iter().filter(|(view, ..)| all || *view == model.view);
    wanted.map(|(_, count, one, many)| count_of(*count as u64, one, many)).collect::<Vec<_>>().join("  ")
}

/// Findings by severity in short, only those there are, the worst first.
fn brief(model: &Model) -> impl DoubleEndedIterator<Item = (String, Role)> {
    let counts = Severity::WORST_FIRST.map(|severity| (severity, model.world.sums().findings[severity.index()]));
    let sign = |severity| model.glyphs().of_severity(severity);
    counts
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(move |(severity, count)| (format!(" {}{count}", sign(severity)), role_of(severity)))
}

/// Columns that findings in short take.
pub fn brief_width(model: &Model) -> u16 {
    brief(model).map(|(text, _)| columns(&text)).sum()
}

/// Writes findings in short at the right edge. Returns the columns used.
pub fn brief_counts(pen: &mut Pen<'_>, area: Rect, model: &Model) -> u16 {
    let mut used = 0;
    for (text, role) in brief(model).rev() {
        let style = pen.palette.of(role);
        used += pen.text_right(Rect { width: area.width.saturating_sub(used), ..area }, &text, style);
    }
    used
}

/// Writes findings by severity at the right edge. Returns the columns used.
pub fn counts(pen: &mut Pen<'_>, area: Rect, model: &Model) -> u16 {
    let mut used = 1;
    for severity in Severity::WORST_FIRST.into_iter().rev() {
        let count = model.world.sums().findings.get(severity.index()).copied().unwrap_or_default();
        let text = format!("{} {}", pen.glyphs.of_severity(severity), grouped(count));
        let role = if count == 0 { Role::Dim } else { role_of(severity) };
        let style = pen.palette.of(role);
        used += pen.text_right(Rect { width: area.width.saturating_sub(used), ..area }, &text, style) + 2;
    }
    used.saturating_sub(2)
}
