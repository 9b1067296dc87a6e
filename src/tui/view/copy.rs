//! The menu of what to copy.

use ratatui::layout::Rect;

use crate::tui::copy::CopyMenu;
use crate::tui::theme::Role;

use super::pen::{Pen, from, line};

/// Draws the menu.
pub fn draw(pen: &mut Pen<'_>, screen: Rect, menu: &CopyMenu) {
    let height = u16::try_from(menu.choices.len() + 1).unwrap_or(u16::MAX).min(screen.height.saturating_sub(2));
    let inner = super::panel(pen, screen, 40, height, "copy    y first, Enter the chosen one");
    let room = usize::from(inner.height);
    let top = (menu.chosen + 1).saturating_sub(room);
    for (at, what) in menu.choices.iter().enumerate().skip(top).take(room) {
        let on = line(inner, at - top);
        let role = if at == menu.chosen { Role::Selected } else { Role::Text };
        if at == menu.chosen {
            pen.fill(on, Role::Selected);
        }
        pen.put(from(on, 1), &what.key().to_string(), Role::Key);
        pen.put(from(on, 4), what.name(), role);
    }
}
