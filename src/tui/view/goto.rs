//! The prompt that asks where to go, with where that is or what can be typed.

use ratatui::layout::{Position, Rect};
use tui_input::Input;

use crate::tui::goto;
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::pen::{Pen, from, line, wrap};

/// Draws the prompt. Answers with the place of the text cursor.
pub fn draw(pen: &mut Pen<'_>, screen: Rect, input: &Input, model: &Model) -> Position {
    let inner = super::panel(pen, screen, 74, 5, "go to    Enter goes, Tab completes, Esc closes");
    let typed = line(inner, 0);
    let used = pen.put(typed, "to ", Role::Key);
    let room = from(typed, used);
    let cursor = super::typed::draw(pen, room, input);
    let (text, role) = match goto::find(model, input.value()) {
        Ok(found) => (goto::describe(model, found), Role::Good),
        Err(_) if input.value().is_empty() => (goto::EXPECTED.to_owned(), Role::Dim),
        Err(why) => (why, Role::Warning),
    };
    for (at, text) in wrap(&text, inner.width, 3).iter().enumerate() {
        pen.put(line(inner, at + 1), text, role);
    }
    cursor
}
