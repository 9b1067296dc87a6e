//! A panel of lines that can be scrolled.

use ratatui::layout::Rect;

use crate::tui::theme::Role;

use super::pen::{Pen, from, line};

/// Lines with their roles; those that are no titles stand further right.
pub type Lines = Vec<(String, Role)>;

/// Draws lines in a panel of so many columns, from `scroll` on as far as there are some.
pub fn draw(pen: &mut Pen<'_>, screen: Rect, width: u16, title: &str, lines: &Lines, scroll: usize) {
    let height = u16::try_from(lines.len() + 1).unwrap_or(u16::MAX).min(screen.height.saturating_sub(2));
    let inner = super::panel(pen, screen, width, height, title);
    let room = usize::from(inner.height);
    let top = scroll.min(lines.len().saturating_sub(room));
    for (at, (text, role)) in lines.iter().skip(top).take(room).enumerate() {
        let indent = u16::from(*role != Role::Title) * 2;
        pen.put(from(line(inner, at), indent.min(inner.width)), text, *role);
    }
    if lines.len() > room {
        let head = Rect { y: inner.y.saturating_sub(1), height: 1, width: inner.width + 1, ..inner };
        let style = pen.style(Role::Tab);
        pen.text_right(head, &format!("  {}/{}", (top + room).min(lines.len()), lines.len()), style);
    }
}

/// Lines that may be scrolled down until the last one shows, on a screen of so many rows.
pub fn last_top(lines: &Lines, rows: u16) -> usize {
    lines.len().saturating_sub(usize::from(rows.saturating_sub(3)))
}
