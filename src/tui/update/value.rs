//! Filtering by a value that is on the screen.

use ratatui::crossterm::event::KeyCode;

use crate::tui::command::Action;
use crate::tui::filter::value::{ByValue, Join};
use crate::tui::keymap::Key;
use crate::tui::model::Model;
use crate::tui::msg::Effect;
use crate::tui::overlay::Overlay;

use super::{filter_line, filtering};

/// Opens the list of values under the cursor.
pub(super) fn open(model: &mut Model) {
    match ByValue::of(model) {
        Some(by_value) => model.overlays.push(Overlay::Value(by_value)),
        None => model.notice = Some("there is nothing here to filter by".to_owned()),
    }
}

/// Takes a key.
pub(super) fn key(model: &mut Model, mut by_value: ByValue, key: Key) -> Vec<Effect> {
    let last = by_value.choices.len().saturating_sub(1);
    let join = match key.code {
        KeyCode::Enter | KeyCode::Char('r') => Some(Join::Replace),
        KeyCode::Char('a') => Some(Join::And),
        KeyCode::Char('o') => Some(Join::Or),
        KeyCode::Char('n') => Some(Join::Not),
        _ => None,
    };
    if let Some(join) = join {
        let text = join.with(&model.filter.text, by_value.expression());
        return filtering::refilter(model, &text).unwrap_or_else(|(message, _)| {
            model.notice = Some(message);
            Vec::new()
        });
    }
    if key.code == KeyCode::Char('e') {
        filter_line::open(model, &Join::And.with(&model.filter.text.clone(), by_value.expression()));
        return Vec::new();
    }
    match model.setup.keys.lookup(key, false) {
        Some(Action::Down) => by_value.chosen = (by_value.chosen + 1).min(last),
        Some(Action::Up) => by_value.chosen = by_value.chosen.saturating_sub(1),
        Some(Action::First) => by_value.chosen = 0,
        Some(Action::Last) => by_value.chosen = last,
        Some(Action::Close | Action::Quit | Action::ByValue) => return Vec::new(),
        _ => {}
    }
    model.overlays.push(Overlay::Value(by_value));
    Vec::new()
}
