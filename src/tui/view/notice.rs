//! What the last key led to: in the last line of the screen, or above it where it would be cut there.

use ratatui::layout::Rect;

use crate::tui::model::Model;
use crate::tui::overlay::Overlay;
use crate::tui::theme::Role;

use super::pen::{Pen, columns, from, line, wrap};

/// Lines that it takes at most.
const LINES: usize = 4;

/// Whether it fits into the room that the last line leaves beside the verdict.
pub fn fits(notice: &str, room: Rect) -> bool {
    columns(notice) < room.width
}

/// Draws it above the last line, when it does not stand there. The next key takes it away.
pub fn draw(pen: &mut Pen<'_>, status: Rect, room: Rect, model: &Model) {
    let is_covered = matches!(model.overlays.last(), Some(Overlay::Find(_)));
    let Some(notice) = model.notice.as_deref().filter(|notice| is_covered || !fits(notice, room)) else { return };
    let told = wrap(notice, status.width.saturating_sub(2), LINES);
    let height = u16::try_from(told.len()).unwrap_or(0).min(status.y);
    let area = Rect { y: status.y - height, height, ..status };
    pen.fill(area, Role::Bar);
    for (at, text) in told.iter().enumerate() {
        pen.put(from(line(area, at), 1), text, Role::Key);
    }
}
