//! The dialog that asks what to export, in which form, and where to.

use ratatui::layout::{Position, Rect};

use crate::tui::export::{ExportDialog, Part};
use crate::tui::theme::Role;

use super::pen::{Pen, from, line};

/// Draws the dialog. Answers with the place of the text cursor.
pub fn draw(pen: &mut Pen<'_>, screen: Rect, dialog: &ExportDialog) -> Option<Position> {
    let inner = super::panel(pen, screen, 74, 7, "export    Enter writes, Tab next line, Esc cancels");
    choice(pen, line(inner, 0), "rows  ", dialog.rows_words(), dialog.part == Part::Rows);
    choice(pen, line(inner, 1), "as    ", dialog.format().name(), dialog.part == Part::Format);
    let typed = line(inner, 2);
    let used = pen.put(typed, "file  ", if dialog.part == Part::Name { Role::Key } else { Role::Dim });
    let room = from(typed, used);
    let cursor = super::typed::draw(pen, room, &dialog.name);
    let (words, role) = match &dialog.confirm {
        Some(_) => (format!("{} that file exists: Enter again replaces it", pen.glyphs.severity[1]), Role::Warning),
        None if dialog.part == Part::Name => ("an existing file is not replaced without asking".to_owned(), Role::Dim),
        None => ("Left and Right choose".to_owned(), Role::Dim),
    };
    pen.put(line(inner, 4), &words, role);
    (dialog.part == Part::Name).then_some(cursor)
}

fn choice(pen: &mut Pen<'_>, on: Rect, what: &str, chosen: &str, is_here: bool) {
    let used = pen.put(on, what, if is_here { Role::Key } else { Role::Dim });
    let (open, close) = if is_here { ("< ", " >") } else { ("", "") };
    pen.put(from(on, used), &format!("{open}{chosen}{close}"), Role::Text);
}
