//! All keys: the table of commands, printed.

use ratatui::layout::Rect;

use crate::tui::command::COMMANDS;
use crate::tui::keymap::{Key, keys_of};
use crate::tui::theme::Role;

use super::pen::{Pen, from, line};

/// Draws the help.
pub fn draw(pen: &mut Pen<'_>, screen: Rect, scroll: usize) {
    let height = u16::try_from(COMMANDS.len() + 1).unwrap_or(u16::MAX).min(screen.height.saturating_sub(2));
    let inner = super::panel(pen, screen, 88, height, "keys    j k scroll, Esc closes");
    let room = usize::from(inner.height);
    let top = scroll.min(COMMANDS.len().saturating_sub(room));
    for (at, command) in COMMANDS.iter().skip(top).take(room).enumerate() {
        let keys: Vec<String> = keys_of(command).map(Key::label).collect();
        let on = line(inner, at);
        let (name_at, doc_at) = if inner.width >= 70 { (15, 34) } else { (12, 12) };
        pen.put(Rect { width: 14.min(on.width), ..on }, &keys.join(" "), Role::Key);
        if doc_at > name_at {
            pen.put(Rect { width: 18, ..from(on, name_at) }, command.name, Role::Dim);
        }
        pen.put(from(on, doc_at), command.doc, Role::Text);
    }
}
