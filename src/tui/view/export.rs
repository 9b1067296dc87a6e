//! The line that asks where to export to.

use ratatui::layout::{Position, Rect};
use tui_input::Input;

use crate::tui::theme::Role;

use super::pen::{Pen, from, line};

/// Draws the line. Answers with the place of the text cursor.
pub fn draw(pen: &mut Pen<'_>, screen: Rect, name: &Input) -> Position {
    let inner = super::panel(pen, screen, 74, 3, "export as JSON lines    Enter writes, Esc cancels");
    let typed = line(inner, 0);
    let used = pen.put(typed, "to ", Role::Key);
    let room = from(typed, used);
    let scroll = name.visual_scroll(usize::from(room.width.saturating_sub(1)));
    pen.put(room, super::filter::skip_columns(name.value(), scroll), Role::Text);
    pen.put(line(inner, 1), "what the filter selects of this view; an existing file is left alone", Role::Dim);
    let cursor = u16::try_from(name.visual_cursor().saturating_sub(scroll)).unwrap_or(0);
    Position::new((room.x + cursor).min(typed.right().saturating_sub(1)), typed.y)
}
