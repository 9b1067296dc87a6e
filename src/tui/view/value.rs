//! The values under the cursor as filters, and what each key would make of the filter in force.

use ratatui::layout::Rect;

use crate::tui::filter::value::{ByValue, Join};
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::panel;
use super::pen::{Pen, columns, from, line};

/// Columns of the panel.
const WIDTH: u16 = 88;
/// Columns of the names.
const NAMES: u16 = 18;

/// Draws the panel.
pub fn draw(pen: &mut Pen<'_>, screen: Rect, by_value: &ByValue, model: &Model) {
    let ways: &[Join] = if model.filter.is_set() { &Join::ALL } else { &[Join::Replace, Join::Not] };
    let below = u16::try_from(ways.len()).unwrap_or(4) + 1;
    let wanted = u16::try_from(by_value.choices.len()).unwrap_or(u16::MAX).saturating_add(below + 1);
    let area = panel(pen, screen, WIDTH, wanted.min(screen.height.saturating_sub(2)), "filter by this value");
    let shown = usize::from(area.height.saturating_sub(below)).max(1);
    let top = by_value.chosen.saturating_sub(shown.saturating_sub(1));
    for (at, choice) in by_value.choices.iter().enumerate().skip(top).take(shown) {
        let on = line(area, at - top);
        let role = if at == by_value.chosen { Role::Selected } else { Role::Bar };
        pen.fill(on, role);
        let style = pen.style(role);
        let used = pen.text(from(on, 1), &choice.what, style);
        let column = NAMES.min(area.width / 3).max(used + 2);
        pen.text(from(on, column), &choice.expression, style);
    }
    let rest = Rect { y: area.y + area.height.saturating_sub(below) + 1, height: below - 1, ..area };
    for (at, join) in ways.iter().enumerate() {
        preview(pen, line(rest, at), *join, &join.with(&model.filter.text, by_value.expression()));
    }
}

/// A key, and the filter that it makes.
fn preview(pen: &mut Pen<'_>, on: Rect, join: Join, result: &str) {
    let (key, what) = match join {
        Join::Replace => ("Enter", "only this"),
        Join::And => ("a", "and this"),
        Join::Or => ("o", "or this"),
        Join::Not => ("n", "not this"),
    };
    pen.put(from(on, 1), key, Role::Key);
    pen.put(from(on, 7), what, Role::Dim);
    let room = from(on, 18);
    let text = if columns(result) > room.width { tail(result, room.width) } else { result.to_owned() };
    pen.put(room, &text, Role::Text);
}

/// The end of a text that is too wide: what is new stands there.
fn tail(text: &str, width: u16) -> String {
    let mut kept: Vec<char> = text.chars().rev().take(usize::from(width.saturating_sub(1))).collect();
    kept.push('\u{2026}');
    kept.into_iter().rev().collect()
}
