//! A line of text being typed: scrolled so that its cursor shows, drawn as everything else is.

use ratatui::layout::{Position, Rect};
use tui_input::Input;
use unicode_width::UnicodeWidthChar as _;

use crate::tui::theme::Role;

use super::pen::{Pen, columns};

/// Draws the text. Answers with the place of the cursor.
pub fn draw(pen: &mut Pen<'_>, room: Rect, input: &Input) -> Position {
    let scroll = scroll(pen, room, input);
    let drawn = pen.drawn(input.value());
    let shown = skip(&drawn, scroll);
    pen.put(room, &shown, Role::Text);
    let at = column(pen, input, cursor(input)).saturating_sub(scroll);
    Position::new(room.x + at.min(room.width.saturating_sub(1)), room.y)
}

/// Columns of the text that lie left of the room.
pub fn scroll(pen: &Pen<'_>, room: Rect, input: &Input) -> u16 {
    (column(pen, input, cursor(input)) + 1).saturating_sub(room.width)
}

/// Columns of the text before an octet of it.
pub fn column(pen: &Pen<'_>, input: &Input, octet: usize) -> u16 {
    columns(&pen.drawn(input.value().get(..octet).unwrap_or_default()))
}

/// The octet before which the cursor stands.
fn cursor(input: &Input) -> usize {
    input.value().char_indices().nth(input.cursor()).map_or_else(|| input.value().len(), |(at, _)| at)
}

/// A text without its first columns; what is left of a wide character is blank.
fn skip(text: &str, columns: u16) -> String {
    let mut left = usize::from(columns);
    let mut chars = text.chars();
    while left > 0 {
        let Some(c) = chars.next() else { break };
        let width = c.width().unwrap_or(0);
        if width > left {
            return format!("{}{}", " ".repeat(width - left), chars.as_str());
        }
        left -= width;
    }
    chars.as_str().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_skipped_also_inside_a_wide_character() {
        assert_eq!([skip("abc", 0), skip("abc", 2), skip("abc", 9)], ["abc", "c", ""]);
        assert_eq!(skip("a\u{8cc7}b", 2), " b");
    }
}
