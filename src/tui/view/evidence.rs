//! The verdict and what limits it.

use ratatui::layout::Rect;

use crate::tui::model::Model;
use crate::tui::overlay::Evidence;
use crate::tui::theme::Role;

use super::pen::{Pen, from, line, wrap};

/// Lines of one paragraph.
const MOST: usize = 6;

/// Draws the panel.
pub fn draw(pen: &mut Pen<'_>, screen: Rect, evidence: &Evidence, model: &Model) {
    let width = width(screen.width);
    let lines = lines(evidence, width);
    let height = u16::try_from(lines.len() + 1).unwrap_or(u16::MAX).min(screen.height.saturating_sub(2));
    let inner = super::panel(pen, screen, width, height, "what the verdict rests on    Esc closes");
    let room = usize::from(inner.height);
    let top = evidence.scroll.min(last(lines.len(), model.size.1));
    for (at, (text, role)) in lines.iter().skip(top).take(room).enumerate() {
        let indent = u16::from(*role != Role::Title) * 2;
        pen.put(from(line(inner, at), indent.min(inner.width)), text, *role);
    }
}

/// Lines that may be scrolled down until the last one shows.
pub fn last_top(model: &Model, evidence: &Evidence) -> usize {
    last(lines(evidence, width(model.size.0)).len(), model.size.1)
}

fn last(lines: usize, height: u16) -> usize {
    lines.saturating_sub(usize::from(height.saturating_sub(3)))
}

/// Columns of the panel.
fn width(screen: u16) -> u16 {
    screen.saturating_sub(4).min(100)
}

fn lines(evidence: &Evidence, width: u16) -> Vec<(String, Role)> {
    let mut out = Vec::new();
    for (text, is_heading) in &evidence.told {
        let role = if *is_heading { Role::Title } else { Role::Text };
        out.extend(wrap(text, width.saturating_sub(4), MOST).into_iter().map(|line| (line, role)));
    }
    out
}
