//! The verdict and what limits it.

use ratatui::layout::Rect;

use crate::tui::model::Model;
use crate::tui::overlay::Evidence;
use crate::tui::theme::Role;

use super::pen::{Pen, wrap};
use super::text::{self, Lines};

/// Lines of one paragraph.
const MOST: usize = 6;

/// Draws the panel.
pub fn draw(pen: &mut Pen<'_>, screen: Rect, evidence: &Evidence) {
    let width = width(screen.width);
    text::draw(pen, screen, width, "what the verdict rests on    Esc closes", &lines(evidence, width), evidence.scroll);
}

/// Lines that may be scrolled down until the last one shows.
pub fn last_top(model: &Model, evidence: &Evidence) -> usize {
    text::last_top(&lines(evidence, width(model.size.0)), model.size.1)
}

/// Columns of the panel.
fn width(screen: u16) -> u16 {
    screen.saturating_sub(4).min(100)
}

fn lines(evidence: &Evidence, width: u16) -> Lines {
    let mut out = Lines::new();
    for (text, is_heading) in &evidence.told {
        let role = if *is_heading { Role::Title } else { Role::Text };
        out.extend(wrap(text, width.saturating_sub(4), MOST).into_iter().map(|line| (line, role)));
    }
    out
}
