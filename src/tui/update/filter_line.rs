//! Keys in the filter line.

use ratatui::crossterm::event::KeyCode;

use crate::tui::filter::line::{Ask, FilterLine};
use crate::tui::keymap::Key;
use crate::tui::model::Model;
use crate::tui::msg::Effect;
use crate::tui::overlay::{Overlay, edit, paste as insert};

use super::filtering::refilter;

fn ask(model: &Model) -> Ask<'_> {
    Ask { snapshot: &model.world.shown, names: &model.setup.filters }
}

/// Opens the line with a text.
pub(super) fn open(model: &mut Model, text: &str) {
    let line = FilterLine::new(text, ask(model));
    model.overlays.push(Overlay::Filter(Box::new(line)));
}

/// Takes a key.
pub(super) fn key(model: &mut Model, mut line: Box<FilterLine>, key: Key) -> Vec<Effect> {
    match key.code {
        KeyCode::Esc => return Vec::new(),
        KeyCode::Enter => match refilter(model, line.input.value()) {
            Ok(effects) => return effects,
            Err(fault) => (line.fault, line.refused) = (Some(fault), true),
        },
        KeyCode::Tab => line.cycle(true, ask(model)),
        KeyCode::BackTab => line.cycle(false, ask(model)),
        KeyCode::Up => line.recall(&model.filter.history, 1, ask(model)),
        KeyCode::Down => line.recall(&model.filter.history, -1, ask(model)),
        _ => {
            let before = line.input.cursor();
            if edit(&mut line.input, key) || line.input.cursor() != before {
                line.changed(ask(model));
            }
        }
    }
    model.overlays.push(Overlay::Filter(line));
    Vec::new()
}

/// Takes pasted text.
pub(super) fn paste(model: &mut Model, text: &str) {
    let Some(Overlay::Filter(mut line)) = model.overlays.pop() else { return };
    insert(&mut line.input, text);
    line.changed(ask(model));
    model.overlays.push(Overlay::Filter(line));
}
