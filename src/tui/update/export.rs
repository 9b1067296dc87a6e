//! The export dialog.

use ratatui::crossterm::event::KeyCode;

use crate::tui::export::{ExportDialog, Order, Part};
use crate::tui::keymap::Key;
use crate::tui::model::Model;
use crate::tui::msg::Effect;
use crate::tui::overlay::{Overlay, edit};

/// Opens the dialog; while an export runs, cancels that.
pub(super) fn open(model: &mut Model) -> Vec<Effect> {
    if model.exporting.is_some() {
        return vec![Effect::CancelExport];
    }
    model.overlays.push(Overlay::Export(Box::new(ExportDialog::of(model))));
    Vec::new()
}

/// A file of that name exists: asks whether to replace it.
pub(super) fn confirm(model: &mut Model, order: &Order) {
    model.overlays.push(Overlay::Export(Box::new(ExportDialog::confirming(model, order))));
}

/// Takes a key.
pub(super) fn key(model: &mut Model, mut dialog: Box<ExportDialog>, key: Key) -> Vec<Effect> {
    match key.code {
        KeyCode::Esc => return Vec::new(),
        KeyCode::Enter => {
            if let Some(order) = dialog.order() {
                return vec![Effect::Export(Box::new(order))];
            }
        }
        KeyCode::Up | KeyCode::BackTab => dialog.part = dialog.part.step(-1),
        KeyCode::Down | KeyCode::Tab => dialog.part = dialog.part.step(1),
        KeyCode::Left if dialog.part != Part::Name => dialog.turn(-1),
        KeyCode::Right | KeyCode::Char(' ') if dialog.part != Part::Name => dialog.turn(1),
        _ if dialog.part == Part::Name && edit(&mut dialog.name, key) => {
            dialog.renamed();
        }
        _ => {}
    }
    model.overlays.push(Overlay::Export(dialog));
    Vec::new()
}
