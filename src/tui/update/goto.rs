//! The prompt that asks where to go, and going there.

use ratatui::crossterm::event::KeyCode;
use tui_input::Input;

use crate::tui::command::Action;
use crate::tui::goto::{self, Found, Place};
use crate::tui::keymap::Key;
use crate::tui::model::Model;
use crate::tui::msg::Effect;
use crate::tui::overlay::{Overlay, edit};

use super::{act, earlier, moved};

/// A key for the prompt.
pub(super) fn key(model: &mut Model, mut input: Input, key: Key) -> Vec<Effect> {
    match key.code {
        KeyCode::Esc => return Vec::new(),
        KeyCode::Enter => {
            if let Ok(effects) = to(model, input.value()) {
                return effects;
            }
        }
        KeyCode::Tab => {
            if let Some(word) = goto::completion(input.value()) {
                input = Input::new(format!("{word} "));
            }
        }
        _ => {
            edit(&mut input, key);
        }
    }
    model.overlays.push(Overlay::Goto(input));
    Vec::new()
}

/// Goes to the place that a text names; the error says what is wrong.
pub(super) fn to(model: &mut Model, text: &str) -> Result<Vec<Effect>, String> {
    Ok(match goto::find(model, text)? {
        Place::Row(found) => to_row(model, found),
        Place::LetGo(goal, around) => earlier::go(model, Some(goal), around, None),
    })
}

/// Goes to a row. When the filter hides it, everything is shown and matches are marked.
pub(super) fn to_row(model: &mut Model, found: Found) -> Vec<Effect> {
    let mut effects = act(model, Action::Show(found.view));
    if model.filter.is_set() && !model.list().rows.shows(found.row) {
        model.list_mut().rows.show_all = true;
        let key = model.hint(Action::ToggleFilter);
        model.notice = Some(format!("the filter hides this row: everything is shown, {key} shows matches alone"));
    }
    model.list_mut().select(found.row);
    effects.extend(moved(model));
    effects
}
