//! A list: a virtual table. Only the visible rows are built.

use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::tui::column::{Cell, Column, Context, What, cell, chosen};
use crate::tui::command::View;
use crate::tui::layout::Focus;
use crate::tui::looks::{Grouping, group_named};
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::pen::{Pen, from, line};
use super::{diagram, empty, group};

/// Columns in front of the first cell: cursor and mark.
pub(super) const GUTTER: u16 = 2;

/// Draws column titles and the visible rows.
pub fn draw(pen: &mut Pen<'_>, area: Rect, model: &Model) {
    let inset = group::inset(model);
    let columns = chosen(model, area.width);
    let widths = widths(&columns, area.width.saturating_sub(inset));
    if model.view == View::Diagram {
        diagram::head(pen, line(area, 0), model);
    } else if model.view == View::Findings && model.looks.grouping != Grouping::None && model.looks.open.is_empty() {
        group::head(pen, from(line(area, 0), GUTTER), model);
    } else {
        let member = |row| group_named(row).map_or(row, |(_, member)| member.index());
        let hour = model.list().selected().and_then(|row| Context::new(model).within(&columns).hour(model.view, member(row)));
        head(pen, from(line(area, 0), inset), (&columns, &widths), hour.as_deref());
    }
    let body = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let list = model.list();
    if list.rows.count() == 0 {
        empty::draw(pen, body, model);
        return;
    }
    let (height, selected) = (usize::from(body.height), list.selected());
    let top = list.top(height);
    let mut context = Context::new(model).within(&columns);
    context.above = top.checked_sub(1).and_then(|above| list.rows.at(above));
    for at in 0..height {
        let Some(row) = list.rows.at(top + at) else { break };
        let tint = model.tinted.of(model.view, row).filter(|_| selected != Some(row));
        let plain = ground(pen, model, row, selected);
        let style = tint.map_or(plain, |role| plain.patch(pen.palette.of(role)));
        let on = line(body, at);
        pen.buffer.set_style(on, style);
        let has_comment = model.bookmarks.of(model.view, row).is_some();
        gutter(pen, on, style, selected == Some(row), (list.marks.contains(&row), has_comment));
        if model.view == View::Findings && group_named(row).is_some() {
            group::draw(pen, from(on, GUTTER), style, selected == Some(row), model, row);
            continue;
        }
        if model.view == View::Diagram {
            diagram::draw(pen, from(on, GUTTER), (style, selected == Some(row)), model, (row, context.above));
        } else {
            let told = columns.iter().zip(&widths).map(|(column, width)| (*column, *width, cell(&context, model.view, row, column.what)));
            cells(pen, from(on, inset), style, (selected == Some(row), tint), told);
        }
        context.above = Some(row);
    }
}

fn head(pen: &mut Pen<'_>, area: Rect, (columns, widths): (&[Column], &[u16]), hour: Option<&str>) {
    let style = pen.style(Role::Head);
    let mut x = GUTTER;
    for (column, width) in columns.iter().zip(widths) {
        let part = Rect { width: (*width).min(from(area, x).width), ..from(area, x) };
        let title = hour.filter(|_| column.what == What::Time).unwrap_or(column.title);
        if column.right {
            pen.text_right(part, title, style)
        } else {
            pen.text(part, title, style)
        };
        x += width + 1;
    }
}

/// The style under a row.
fn ground(pen: &Pen<'_>, model: &Model, row: usize, selected: Option<usize>) -> Style {
    if selected == Some(row) {
        return pen.style(if model.focus == Focus::List { Role::Selected } else { Role::Resting });
    }
    let marked = model.list().rows.show_all && model.list().rows.is_match(row);
    if marked { pen.style(Role::Match) } else { pen.palette.base }
}

/// The signs in front of a row. The comment of the selected row stands in the last line of the screen.
fn gutter(pen: &mut Pen<'_>, on: Rect, style: Style, is_selected: bool, (is_marked, has_comment): (bool, bool)) {
    let (cursor, mark, comment) = (pen.glyphs.cursor, pen.glyphs.mark, pen.glyphs.comment);
    let key = style.patch(pen.palette.of(Role::Key));
    if is_selected {
        pen.text(on, cursor, style);
    } else if is_marked && has_comment {
        pen.text(Rect { width: 1, ..on }, comment, key);
    }
    if is_marked {
        pen.text(Rect { width: 1, ..from(on, 1) }, mark, key);
    } else if has_comment {
        pen.text(Rect { width: 1, ..from(on, 1) }, comment, key);
    }
}

fn cells<'a>(
    pen: &mut Pen<'_>,
    on: Rect,
    ground: Style,
    (is_selected, tint): (bool, Option<Role>),
    cells: impl Iterator<Item = (Column, u16, Cell<'a>)>,
) {
    let mut x = GUTTER;
    for (column, width, cell) in cells {
        let part = Rect { width: width.min(from(on, x).width), ..from(on, x) };
        let is_plain = tint.is_some() && cell.role == Role::Dim;
        let style = if is_plain { ground } else { pen.palette.over(ground, cell.role, is_selected) };
        if column.right {
            pen.said_right(part, &cell.text, style)
        } else {
            pen.said(part, &cell.text, style)
        };
        x += width + 1;
    }
}

/// Widths of columns: fixed ones as they say, the others share what is left, the last of them with what does not divide.
fn widths(columns: &[Column], width: u16) -> Vec<u16> {
    let gaps = u16::try_from(columns.len()).unwrap_or(0).saturating_sub(1);
    let fixed: u16 = columns.iter().map(|column| column.width).sum();
    let shares: u16 = columns.iter().map(|column| column.share).sum::<u16>().max(1);
    let left = width.saturating_sub(GUTTER + fixed + gaps);
    let mut widths: Vec<u16> =
        columns.iter().map(|column| if column.share == 0 { column.width } else { left * column.share / shares }).collect();
    let used: u16 = widths.iter().sum::<u16>().saturating_sub(fixed);
    if let Some(last) = columns.iter().rposition(|column| column.share > 0).and_then(|at| widths.get_mut(at)) {
        *last += left.saturating_sub(used);
    }
    widths
}
