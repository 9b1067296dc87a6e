//! The line in which a search inside the detail is typed.

use ratatui::layout::{Position, Rect};
use tui_input::Input;

use crate::tui::detail::memory::Reading;
use crate::tui::layout::Focus;
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::pen::{Pen, from};
use super::typed;

/// Draws the line into the room beside the verdict. Answers with the place of the text cursor.
pub fn draw(pen: &mut Pen<'_>, area: Rect, input: &Input, model: &Model) -> Position {
    pen.fill(area, Role::Bar);
    let is_text = model.detail.as_ref().is_some_and(|detail| detail.reading != Reading::Fields);
    let (prompt, hint) = match model.focus {
        _ if area.width < 40 => (" find ", ""),
        Focus::Tree if is_text => (" find in the message  ", "Enter finds, n N go on "),
        Focus::Hex => (" find octets  ", "text, or de:ad:be:ef   Enter finds, n N go on "),
        _ => (" find in the tree  ", "Enter finds, n N go on "),
    };
    let used = pen.put(area, prompt, Role::Key);
    let mut room = from(area, used);
    if area.width >= 70 {
        let style = pen.style(Role::Bar).patch(pen.palette.of(Role::Dim));
        room.width = room.width.saturating_sub(pen.text_right(area, hint, style) + 1);
    }
    typed::draw(pen, room, input)
}
