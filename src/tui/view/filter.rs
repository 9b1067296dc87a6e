//! The filter in force, and the line in which one is typed.

use ratatui::layout::{Position, Rect};

use crate::base::text::grouped;
use crate::tui::command::Action;
use crate::tui::model::Model;
use crate::tui::overlay::FilterLine;
use crate::tui::theme::Role;

use super::pen::{Pen, columns, from};

const PROMPT: &str = " filter  ";

/// Draws the filter in force with how many rows it lets through.
pub fn draw(pen: &mut Pen<'_>, area: Rect, model: &Model) {
    pen.fill(area, Role::Bar);
    let rows = &model.list().rows;
    let found = grouped(rows.matching().unwrap_or_default() as u64);
    let total = grouped(rows.total() as u64);
    let verb = if rows.show_all { "only matches" } else { "show all" };
    let how = if rows.is_settled() {
        format!("{found} of {total}   {} {verb} ", model.hint(Action::ToggleFilter))
    } else {
        format!("{found} of {total}, {} % searched ", rows.percent())
    };
    let style = pen.style(Role::Bar).patch(pen.palette.of(Role::Dim));
    let right = pen.text_right(area, &how, style);
    let room = Rect { width: area.width.saturating_sub(right + 1), ..area };
    let used = pen.put(room, PROMPT, Role::Key);
    pen.put(from(room, used), &model.filter.text, Role::Text);
}

/// Draws the line being typed, with a caret under its fault. Answers with the place of the text cursor.
pub fn draw_line(pen: &mut Pen<'_>, area: Rect, typed: &FilterLine) -> Option<Position> {
    pen.fill(area, Role::Bar);
    let used = pen.put(area, PROMPT, Role::Key);
    let room = from(area, used);
    let scroll = typed.input.visual_scroll(usize::from(room.width.saturating_sub(1)));
    let shown = skip_columns(typed.input.value(), scroll);
    pen.put(room, shown, Role::Text);
    if !typed.names.is_empty() {
        let below = Rect { y: area.y + 1, ..area }.intersection(pen.buffer.area);
        pen.fill(below, Role::Bar);
        pen.put(from(below, used), &typed.names.join("  "), Role::Dim);
    } else if let Some((message, span)) = &typed.fault {
        let at = columns(typed.input.value().get(..span.start).unwrap_or_default()).saturating_sub(u16::try_from(scroll).unwrap_or(0));
        let role = if typed.refused { Role::Error } else { Role::Warning };
        let below = Rect { y: area.y + 1, ..area }.intersection(pen.buffer.area);
        pen.fill(below, Role::Bar);
        caret(pen, below, used + at, message, role);
    }
    let cursor = typed.input.visual_cursor().saturating_sub(scroll);
    Some(Position::new(room.x + u16::try_from(cursor).unwrap_or(0).min(room.width.saturating_sub(1)), area.y))
}

/// The caret under the fault, its message beside it where there is room.
fn caret(pen: &mut Pen<'_>, below: Rect, at: u16, message: &str, role: Role) {
    let sign = pen.glyphs.caret;
    let at = at.min(below.width.saturating_sub(1));
    pen.put(from(below, at), sign, role);
    let wide = columns(message);
    if at + 2 + wide <= below.width {
        pen.put(from(below, at + 2), message, role);
    } else {
        let room = Rect { width: at.saturating_sub(1), ..below };
        let style = pen.style(Role::Bar).patch(pen.palette.of(role));
        pen.text_right(room, message, style);
    }
}

/// A text without its first columns.
pub(super) fn skip_columns(text: &str, mut skip: usize) -> &str {
    for (at, c) in text.char_indices() {
        if skip == 0 {
            return text.get(at..).unwrap_or_default();
        }
        skip = skip.saturating_sub(unicode_width::UnicodeWidthChar::width(c).unwrap_or(0));
    }
    if skip == 0 { text } else { "" }
}
