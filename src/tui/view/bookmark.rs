//! The line for a comment, and the list of marks and comments.

use ratatui::layout::{Position, Rect};

use crate::base::text::grouped;
use crate::tui::bookmark::place::Kind;
use crate::tui::command::Action;
use crate::tui::model::{Marked, Model};
use crate::tui::overlay::{Comment, Marks};
use crate::tui::theme::Role;

use super::pen::{Pen, columns, from, line, wrap};

/// Columns of the list.
const WIDTH: u16 = 96;
/// From this width on, a row has clock and subject beside the comment.
const WIDE: u16 = 60;
/// Columns of kind and number where there is little room.
const NAME: u16 = 16;
/// Where the subject begins, and the columns it takes at most.
const ABOUT_AT: u16 = 38;
const ABOUT: u16 = 24;
/// Lines in which the chosen comment stands whole.
const WHOLE: usize = 4;

/// What becomes of a comment.
const KEPT: &str = "kept beside the capture; an empty comment takes the bookmark away";

/// Draws the line for a comment. Answers with the place of the text cursor.
pub fn draw_comment(pen: &mut Pen<'_>, screen: Rect, comment: &Comment) -> Position {
    let (_, place) = &comment.place;
    let title = format!("comment on {} {}    Enter keeps, Esc cancels", place.kind.name(), comment.about);
    let told = wrap(KEPT, screen.width.min(74).saturating_sub(2), 3);
    let height = u16::try_from(told.len()).unwrap_or(1) + 2;
    let inner = super::panel(pen, screen, 74, height, &title);
    let typed = line(inner, 0);
    let used = pen.put(typed, "> ", Role::Key);
    let room = from(typed, used);
    let cursor = super::typed::draw(pen, room, &comment.input);
    for (at, text) in told.iter().enumerate() {
        pen.put(line(inner, at + 1), text, Role::Dim);
    }
    cursor
}

/// Draws the list, and below it the chosen comment whole.
pub fn draw_marks(pen: &mut Pen<'_>, screen: Rect, marks: &Marks, model: &Model) {
    let all = model.marked();
    let width = screen.width.min(WIDTH).saturating_sub(2);
    let cut = all.get(marks.chosen).filter(|chosen| is_cut(chosen, width));
    let whole = cut.map_or_else(Vec::new, |chosen| wrap(&chosen.comment, width.saturating_sub(2), WHOLE));
    let below = u16::try_from(whole.len()).unwrap_or(0);
    let height = u16::try_from(all.len().max(2) + 1).unwrap_or(u16::MAX).saturating_add(below).min(screen.height.saturating_sub(2));
    let inner = super::panel(pen, screen, WIDTH, height, "marks and comments    Enter goes, Del forgets, Esc closes");
    if all.is_empty() {
        let (mark, comment) = (model.hint(Action::Mark), model.hint(Action::Bookmark));
        pen.put(line(inner, 0), "Nothing is marked.", Role::Title);
        pen.put(line(inner, 1), &format!("{mark} marks a row while npscope runs, {comment} comments on it for good."), Role::Dim);
        return;
    }
    let room = usize::from(inner.height.saturating_sub(below));
    let top = (marks.chosen + 1).saturating_sub(room);
    for (at, marked) in all.iter().enumerate().skip(top).take(room) {
        row(pen, line(inner, at - top), marked, at == marks.chosen);
    }
    let from_line = room.min(all.len());
    for (at, text) in whole.iter().take(usize::from(below)).enumerate() {
        pen.put(from(line(inner, from_line + at), 2), text, Role::Title);
    }
}

/// Whether a comment does not fit into its row.
fn is_cut(marked: &Marked, width: u16) -> bool {
    let before = if width < WIDE { NAME + 3 } else { ABOUT_AT + columns(&marked.about).min(ABOUT) + 2 };
    before + columns(&marked.comment) > width
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
    let name = if on.width < WIDE { NAME } else { 22 };
    pen.put(Rect { width: name, ..from(on, 2) }.intersection(on), &format!("{kind} {number}"), role(Role::Text));
    if on.width < WIDE {
        let words = if marked.comment.is_empty() { &marked.about } else { &marked.comment };
        pen.put(from(on, NAME + 3), words, role(Role::Dim));
        return;
    }
    pen.put(Rect { width: 12, ..from(on, 24) }.intersection(on), &marked.clock, role(Role::Dim));
    let rest = from(on, ABOUT_AT);
    let used = pen.put(Rect { width: rest.width.min(ABOUT), ..rest }, &marked.about, role(Role::Dim));
    pen.put(from(rest, used + 2), &marked.comment, role(Role::Text));
}

/// Writes the comment of the selected row at the left of a line. Answers with the columns it took.
pub fn of_selected(pen: &mut Pen<'_>, on: Rect, model: &Model) -> u16 {
    let Some(comment) = model.list().selected().and_then(|row| model.bookmarks.of(model.view, row)) else { return 0 };
    let sign = pen.glyphs.comment;
    pen.pieces(on, &[(sign, Role::Key), (" ", Role::Bar), (comment, Role::Text), ("  ", Role::Bar)])
}
