//! The menu of what to copy.

use ratatui::crossterm::event::KeyCode;

use crate::tui::command::Action;
use crate::tui::copy::{CopyMenu, What, clip};
use crate::tui::keymap::Key;
use crate::tui::model::Model;
use crate::tui::msg::Effect;
use crate::tui::overlay::Overlay;

/// Lays the menu over the views, unless there is nothing to copy.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    let menu = CopyMenu::of(model);
    if menu.choices.is_empty() {
        model.notice = Some("nothing to copy here".to_owned());
    } else {
        model.overlays.push(Overlay::Copy(menu));
    }
    Vec::new()
}

/// Takes a key: the letter of a choice, the copy key again for the first one, Enter for the chosen one.
pub(super) fn key(model: &mut Model, mut menu: CopyMenu, key: Key) -> Vec<Effect> {
    let last = menu.choices.len().saturating_sub(1);
    if let KeyCode::Char(letter) = key.code
        && key.modifiers.is_empty()
        && let Some(what) = menu.choices.iter().find(|what| what.key() == letter)
    {
        return copy(model, *what);
    }
    match (key.code, model.setup.keys.lookup(key, false)) {
        (KeyCode::Enter, _) => return menu.choices.get(menu.chosen).map_or_else(Vec::new, |what| copy(model, *what)),
        (_, Some(Action::Copy)) => return menu.choices.first().map_or_else(Vec::new, |what| copy(model, *what)),
        (_, Some(Action::Close | Action::Quit)) => return Vec::new(),
        (_, Some(Action::Down | Action::NextPane)) => menu.chosen = (menu.chosen + 1).min(last),
        (_, Some(Action::Up | Action::PreviousPane)) => menu.chosen = menu.chosen.saturating_sub(1),
        (_, Some(Action::First)) => menu.chosen = 0,
        (_, Some(Action::Last)) => menu.chosen = last,
        _ => {}
    }
    model.overlays.push(Overlay::Copy(menu));
    Vec::new()
}

fn copy(model: &mut Model, what: What) -> Vec<Effect> {
    if let Some(clip) = clip(model, what) {
        return vec![Effect::Copy(clip)];
    }
    model.notice = Some("nothing to copy here".to_owned());
    Vec::new()
}
