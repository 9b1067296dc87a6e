//! Comments on rows: typed, listed, gone to.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use tui_input::Input;

use crate::tui::bookmark::place;
use crate::tui::command::Action;
use crate::tui::goto::Found;
use crate::tui::keymap::Key;
use crate::tui::model::{Marked, Model};
use crate::tui::msg::Effect;
use crate::tui::overlay::{Comment, Marks, Overlay, edit};

use super::{act, goto};

/// Opens the line for the comment on the selected row.
pub(super) fn begin(model: &mut Model) -> Vec<Effect> {
    let view = model.view;
    let row = model.list().selected();
    let found = row.and_then(|row| Some((row, place::of_row(&model.world.shown, view, row)?)));
    let Some((row, place)) = found else {
        model.notice = Some("this row cannot be found again by its packet, so it takes no comment".to_owned());
        return Vec::new();
    };
    let input = Input::new(model.bookmarks.of(view, row).unwrap_or_default().to_owned());
    model.overlays.push(Overlay::Comment(Comment { input, row, about: place::about(&model.world.shown, view, row), place }));
    Vec::new()
}

/// A key for the comment.
pub(super) fn comment_key(model: &mut Model, mut comment: Comment, key: Key) -> Vec<Effect> {
    match key.code {
        KeyCode::Esc => return Vec::new(),
        KeyCode::Enter => return keep(model, comment),
        _ => {
            edit(&mut comment.input, key);
        }
    }
    model.overlays.push(Overlay::Comment(comment));
    Vec::new()
}

fn keep(model: &mut Model, comment: Comment) -> Vec<Effect> {
    let shown = model.world.shown.clone();
    let text = comment.input.value();
    let saved = model.bookmarks.set(&shown, comment.place, comment.about, text);
    if saved.is_none() && !text.trim().is_empty() {
        model.notice = Some("kept while npscope runs: there is no file beside which it could stay".to_owned());
    }
    saved.map(|(file, kept)| Effect::Keep(file, kept)).into_iter().collect()
}

/// A key for the list of marks and comments.
pub(super) fn marks_key(model: &mut Model, mut marks: Marks, key: Key) -> Vec<Effect> {
    let all = model.marked();
    let last = all.len().saturating_sub(1);
    let plain = key.modifiers == KeyModifiers::NONE;
    match (key.code, model.setup.keys.lookup(key, false)) {
        (KeyCode::Enter, _) => match found(all.get(marks.chosen)) {
            Some(found) => return goto::to_row(model, found),
            None if all.is_empty() => return Vec::new(),
            None => model.notice = Some(NOT_HERE.to_owned()),
        },
        (KeyCode::Delete, _) if plain => return forget(model, marks),
        (_, Some(Action::Down)) => marks.chosen = (marks.chosen + 1).min(last),
        (_, Some(Action::Up)) => marks.chosen = marks.chosen.saturating_sub(1),
        (_, Some(Action::First)) => marks.chosen = 0,
        (_, Some(Action::Last)) => marks.chosen = last,
        (_, Some(Action::Close | Action::Quit | Action::Marks)) => return Vec::new(),
        (_, Some(Action::Bookmark)) => match found(all.get(marks.chosen)) {
            Some(found) => {
                let mut effects = goto::to_row(model, found);
                effects.extend(act(model, Action::Bookmark));
                return effects;
            }
            None => model.notice = Some(NOT_HERE.to_owned()),
        },
        _ => {}
    }
    model.overlays.push(Overlay::Marks(marks));
    Vec::new()
}

/// Why a comment cannot be gone to.
const NOT_HERE: &str = "what this comment speaks of is not in the capture as it was read";

/// The row of a mark or comment, when it is there.
fn found(marked: Option<&Marked>) -> Option<Found> {
    marked.and_then(|marked| Some(Found { view: marked.view, row: marked.row? }))
}

/// Takes the chosen mark or comment away.
fn forget(model: &mut Model, marks: Marks) -> Vec<Effect> {
    let chosen = model.marked().into_iter().nth(marks.chosen);
    model.overlays.push(Overlay::Marks(Marks { chosen: marks.chosen.saturating_sub(1) }));
    let Some(marked) = chosen else { return Vec::new() };
    let Some(place) = marked.place else {
        if let Some(row) = marked.row {
            model.lists[marked.view as usize].marks.remove(&row);
        }
        return Vec::new();
    };
    let shown = model.world.shown.clone();
    let saved = model.bookmarks.set(&shown, place, String::new(), "");
    saved.map(|(file, kept)| Effect::Keep(file, kept)).into_iter().collect()
}
