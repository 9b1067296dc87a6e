//! A group of findings in one line.

use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::base::text::grouped;
use crate::store::finding::Severity;
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
    for severity in Severity::WORST_FIRST.into_iter().rev().filter(|_| on.width >= 60) {
        let count = group.counts[severity.index()];
        let cell = Rect { width: 7.min(room.width), x: room.right().saturating_sub(7), ..room };
        if count > 0 {
            let style = style(pen, role_of(severity));
            let text = format!("{} {}", pen.glyphs.of_severity(severity), crate::tui::column::channels::compact(count));
            pen.text_right(cell, &text, style);
        }
        room.width = room.width.saturating_sub(8);
    }
    let wide = pen.text(room, &title(&model.world, row), name);
    if let Some(about) = summary(model, row) {
        pen.text(from(room, wide + 2), &about, dim);
    }
}

/// What the rule of a group checks.
fn summary(model: &Model, row: usize) -> Option<String> {
    let (grouping, member) = group_named(row)?;
    let finding = model.world.shown.finding(member)?;
    (grouping == Grouping::Rule).then(|| finding.rule.summary())
}
