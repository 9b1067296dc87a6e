//! A group of findings in one line.

use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::base::text::{escape, grouped};
use crate::store::finding::Severity;
use crate::tui::column::channels::compact;
use crate::tui::column::role_of;
use crate::tui::command::View;
use crate::tui::detail::group::title;
use crate::tui::list::arranged::Arranged;
use crate::tui::looks::{Grouping, group_named};
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::pen::{Pen, from};

/// Columns of the count.
const COUNT: u16 = 7;
/// Columns from which on what rules say stands in one column.
const WIDE: u16 = 104;
/// Columns of the longest name of a rule.
const NAME: u16 = 34;

/// Columns by which members stand further right than usual, so that their signs stand below that of their group.
pub fn inset(model: &Model) -> u16 {
    if model.view == View::Findings && model.looks.grouping != Grouping::None { 2 } else { 0 }
}

/// Draws the head of a list whose groups are all folded.
pub fn head(pen: &mut Pen<'_>, area: Rect, model: &Model) {
    let style = pen.style(Role::Head);
    let count = Rect { width: COUNT.min(from(area, 4).width), ..from(area, 4) };
    pen.text_right(count, "members", style);
    pen.text(from(area, COUNT + 6), model.looks.grouping.name(), style);
}

/// Draws a group: whether it is folded, the worst sign, how many members, what they have in common, how many of each severity.
pub fn draw(pen: &mut Pen<'_>, on: Rect, ground: Style, is_selected: bool, model: &Model, row: usize) {
    let Some(Arranged::Grouped(groups)) = &model.list().rows.arranged else { return };
    let Some(group) = groups.of_row(row) else { return };
    let style = |pen: &Pen<'_>, role: Role| pen.palette.over(ground, role, is_selected);
    let sign = pen.glyphs.fold[usize::from(groups.is_open(row))];
    let [dim, name] = [style(pen, Role::Dim), style(pen, Role::Title)];
    let mut used = pen.text(on, sign, dim) + 1;
    if let Some(worst) = group.worst() {
        let style = style(pen, role_of(worst));
        used += pen.text(from(on, used), pen.glyphs.of_severity(worst), style) + 1;
    }
    let count = Rect { width: COUNT.min(from(on, used).width), ..from(on, used) };
    pen.text_right(count, &grouped(group.members.len() as u64), ground);
    used += COUNT + 2;
    let mut room = from(on, used);
    let counts = Severity::WORST_FIRST.map(|severity| (severity, group.counts[severity.index()]));
    if model.looks.grouping != Grouping::Rule && on.width >= 60 {
        room = counted(pen, room, &counts, &style);
    }
    let mut wide = pen.text(room, &title(&model.world, row), name);
    if model.looks.grouping == Grouping::Rule {
        if on.width >= WIDE {
            wide = wide.max(NAME);
        }
        // What a rule finds is mostly of one severity, which the sign in front tells.
        for (severity, count) in counts.into_iter().filter(|(_, count)| (1..group.members.len() as u64).contains(count)) {
            let text = format!("{} {}", pen.glyphs.of_severity(severity), compact(count));
            let style = style(pen, role_of(severity));
            wide += pen.text(from(room, wide + 2), &text, style) + 1;
        }
        if let Some(about) = about(model, row, group.members.len()) {
            pen.text(from(room, wide + 2), &about, dim);
        }
    }
}

/// Draws how many members there are of each severity at the right, and answers with the room that is left.
fn counted(pen: &mut Pen<'_>, mut room: Rect, counts: &[(Severity, u64)], style: &dyn Fn(&Pen<'_>, Role) -> Style) -> Rect {
    for (severity, count) in counts.iter().rev() {
        let cell = Rect { width: 7.min(room.width), x: room.right().saturating_sub(7), ..room };
        if *count > 0 {
            let style = style(pen, role_of(*severity));
            pen.text_right(cell, &format!("{} {}", pen.glyphs.of_severity(*severity), compact(*count)), style);
        }
        room.width = room.width.saturating_sub(8);
    }
    room
}

/// What the only member of a rule's group says, or what its rule checks.
fn about(model: &Model, row: usize, members: usize) -> Option<String> {
    let (_, member) = group_named(row)?;
    let finding = model.world.shown.finding(member)?;
    Some(if members == 1 { escape(&finding.message) } else { finding.rule.summary() })
}
