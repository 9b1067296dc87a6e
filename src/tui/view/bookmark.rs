//! The line for a comment, and the list of marks and comments.

use ratatui::layout::{Position, Rect};

use crate::base::text::grouped;
use crate::tui::bookmark::place::Kind;
use crate::tui::command::Action;
use crate::tui::model::{Marked, Model};
use crate::tui::overlay::{Comment, Marks};
use crate::tui::theme::Role;

use super::pen::{Pen, columns, from, line};

/// Draws the line for a comment. Answers with the place of the text cursor.
pub fn draw_comment(pen: &mut Pen<'_>, screen: Rect, comment: &Comment) -> Position {
    let (_, place) = &comment.place;
    let title = format!("comment on {} {}    Enter keeps, Esc cancels", place.kind.name(), comment.about);
    let inner = super::panel(pen, screen, 74, 3, &title);
    let typed = line(inner, 0);
    let used = pen.put(typed, "> ", Role::Key);
    let room = from(typed, used);
    let scroll = comment.input.visual_scroll(usize::from(room.width.saturating_sub(1)));
    pen.put(room, super::filter::skip_columns(comment.input.value(), scroll), Role::Text);
    pen.put(line(inner, 1), "kept beside the capture; an empty comment takes the bookmark away", Role::Dim);
    let cursor = u16::try_from(comment.input.visual_cursor().saturating_sub(scroll)).unwrap_or(0);
    Position::new((room.x + cursor).min(typed.right().saturating_sub(1)), typed.y)
}

/// Draws the list.
pub fn draw_marks(pen: &mut Pen<'_>, screen: Rect, marks: &Marks, model: &Model) {
    let all = model.marked();
    let height = u16::try_from(all.len().max(2) + 1).unwrap_or(u16::MAX).min(screen.height.saturating_sub(2));
    let inner = super::panel(pen, screen, 96, height, "marks and comments    Enter goes, Del forgets, Esc closes");
    if all.is_empty() {
        let (mark, comment) = (model.hint(Action::Mark), model.hint(Action::Bookmark));
        pen.put(line(inner, 0), "Nothing is marked.", Role::Title);
        pen.put(line(inner, 1), &format!("{mark} marks a row while npscope runs, {comment} comments on it for good."), Role::Dim);
        return;
    }
    let room = usize::from(inner.height);
    let top = (marks.chosen + 1).saturating_sub(room);
    for (at, marked) in all.iter().enumerate().skip(top).take(room) {
        row(pen, line(inner, at - top), marked, at == marks.chosen);
    }
}

fn row(pen: &mut Pen<'_>, on: Rect, marked: &Marked, is_chosen: bool) {
    if is_chosen {
        pen.fill(on, Role::Selected);
    }
    let role = |usual| if is_chosen { Role::Selected } else { usual };
    let sign = if marked.place.is_some() { pen.glyphs.comment } else { pen.glyphs.mark };
    let kind = Kind::of(marked.view).map_or_else(|| marked.view.noun(), Kind::name);
    let number = marked.row.map_or_else(|| "not here".to_owned(), |row| grouped(row as u64 + 1));
    pen.put(on, sign, role(Role::Key));
    pen.put(Rect { width: 22, ..from(on, 2) }.intersection(on), &format!("{kind} {number}"), role(Role::Text));
    pen.put(Rect { width: 12, ..from(on, 24) }.intersection(on), &marked.clock, role(Role::Dim));
    let rest = from(on, 38);
    let used = pen.put(Rect { width: rest.width.min(24), ..rest }, &marked.about, role(Role::Dim));
    pen.put(from(rest, used + 2), &marked.comment, role(Role::Text));
}

/// Writes the comment of a row at the right of its line.
pub fn beside_row(pen: &mut Pen<'_>, on: Rect, comment: &str, ground: ratatui::style::Style) {
    let text = format!(" {} {comment}", pen.glyphs.comment);
    let width = columns(&text).min(on.width / 3);
    let area = Rect { x: on.right().saturating_sub(width), width, ..on };
    let style = ground.patch(pen.palette.of(Role::Key));
    pen.buffer.set_style(area, style);
    for position in area.positions() {
        if let Some(cell) = pen.buffer.cell_mut(position) {
            cell.set_symbol(" ");
        }
    }
    pen.text(area, &text, style);
}
