//! The command palette: type a part of a name.

use ratatui::layout::{Position, Rect};

use crate::tui::model::Model;
use crate::tui::overlay::Palette;
use crate::tui::theme::Role;

use super::pen::{Pen, from, line};

/// Draws the palette. Answers with the place of the text cursor.
pub fn draw(pen: &mut Pen<'_>, screen: Rect, palette: &Palette, model: &Model) -> Position {
    let inner = super::panel(pen, screen, 74, 16, "command    Enter runs, Esc closes");
    let typed = line(inner, 0);
    let used = pen.put(typed, ": ", Role::Key);
    pen.put(from(typed, used), palette.input.value(), Role::Text);
    let room = usize::from(inner.height.saturating_sub(1));
    let top = (palette.chosen + 1).saturating_sub(room);
    for (at, command) in palette.found().into_iter().enumerate().skip(top).take(room) {
        let on = line(inner, at + 1 - top);
        if at == palette.chosen {
            pen.fill(on, Role::Selected);
        }
        let chosen = if at == palette.chosen { Role::Selected } else { Role::Text };
        pen.put(Rect { width: on.width.min(18), ..on }, command.name, chosen);
        pen.put(Rect { width: 12, ..from(on, 19) }.intersection(on), &model.setup.keys.labels(command), Role::Key);
        pen.put(from(on, 32), command.doc, Role::Dim);
    }
    let cursor = used + u16::try_from(palette.input.visual_cursor()).unwrap_or(0);
    Position::new((typed.x + cursor).min(typed.right().saturating_sub(1)), typed.y)
}
