//! The command palette: type a part of a name, or a name and what stands behind it.

use ratatui::layout::{Position, Rect};

use crate::tui::command::{Command, invoked};
use crate::tui::model::Model;
use crate::tui::overlay::Palette;
use crate::tui::theme::Role;
use crate::tui::update::argument;

use super::pen::{Pen, from, line, wrap};

/// Draws the palette. Answers with the place of the text cursor.
pub fn draw(pen: &mut Pen<'_>, screen: Rect, palette: &Palette, model: &Model) -> Position {
    let inner = super::panel(pen, screen, 78, 16.min(screen.height.saturating_sub(2)), "command    Enter runs, Tab completes, Esc closes");
    let typed = line(inner, 0);
    let used = pen.put(typed, ": ", Role::Key);
    let cursor = super::typed::draw(pen, from(typed, used), &palette.input);
    let room = usize::from(inner.height.saturating_sub(1));
    let top = (palette.chosen + 1).saturating_sub(room);
    for (at, command) in palette.found().into_iter().enumerate().skip(top).take(room) {
        row(pen, line(inner, at + 1 - top), command, at == palette.chosen, model);
    }
    hint(pen, Rect { y: inner.y + 2, height: inner.height.saturating_sub(2), ..inner }, palette, model);
    cursor
}

fn row(pen: &mut Pen<'_>, on: Rect, command: &Command, is_chosen: bool, model: &Model) {
    if is_chosen {
        pen.fill(on, Role::Selected);
    }
    let role = if is_chosen { Role::Selected } else { Role::Text };
    let name = command.takes.map_or_else(|| command.name.to_owned(), |takes| format!("{} {takes}", command.name));
    pen.put(Rect { width: on.width.min(19), ..on }, &name, role);
    let keys = Rect { width: 14, ..from(on, 20) }.intersection(on);
    pen.put(keys, &model.setup.keys.labels(command), if is_chosen { role } else { Role::Key });
    pen.put(from(on, 35), command.doc, if is_chosen { role } else { Role::Dim });
}

/// What may stand behind a whole name, and what is wrong with what does.
fn hint(pen: &mut Pen<'_>, area: Rect, palette: &Palette, model: &Model) {
    let looked = invoked(palette.input.value()).map(|(command, typed)| argument::look(model, command, typed));
    let (text, role) = match (&palette.fault, looked) {
        (Some(fault), _) => (fault.clone(), Role::Error),
        (None, Some(Ok(text))) => (text, Role::Dim),
        (None, Some(Err(text))) => (text, Role::Warning),
        (None, None) => return,
    };
    for (at, text) in wrap(&text, area.width, 6).iter().enumerate() {
        pen.put(line(area, at + 1), text, role);
    }
}
