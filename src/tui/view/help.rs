//! All keys: the table of commands, printed.

use ratatui::layout::Rect;

use crate::tui::command::COMMANDS;
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::pen::{Pen, from, line};

/// Draws the help.
pub fn draw(pen: &mut Pen<'_>, screen: Rect, scroll: usize, model: &Model) {
    let height = u16::try_from(COMMANDS.len() + 1).unwrap_or(u16::MAX).min(screen.height.saturating_sub(2));
    let inner = super::panel(pen, screen, 88, height, "keys    Esc closes");
    let room = usize::from(inner.height);
    let top = scroll.min(COMMANDS.len().saturating_sub(room));
    for (at, command) in COMMANDS.iter().skip(top).take(room).enumerate() {
        let on = line(inner, at);
        let (name_at, doc_at) = if inner.width >= 70 { (15, 34) } else { (12, 12) };
        pen.put(Rect { width: 14.min(on.width), ..on }, &model.setup.keys.labels(command), Role::Key);
        if doc_at > name_at {
            pen.put(Rect { width: 18, ..from(on, name_at) }, command.name, Role::Dim);
        }
        pen.put(from(on, doc_at), command.doc, Role::Text);
    }
}
