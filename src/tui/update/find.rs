//! Search inside the detail: the line in which it is typed, and the walk through what it finds.

use ratatui::crossterm::event::KeyCode;
use tui_input::Input;

use crate::base::text::grouped;
use crate::base::tree::{Buffer, Field};
use crate::tui::command::Action;
use crate::tui::detail::Detail;
use crate::tui::detail::memory::Reading;
use crate::tui::find::{Find, Place};
use crate::tui::keymap::Key;
use crate::tui::layout::Focus;
use crate::tui::model::Model;
use crate::tui::msg::Effect;
use crate::tui::overlay::{Overlay, edit};

use super::reveal_detail;

/// Opens the line.
pub(super) fn open(model: &mut Model) {
    let text = model.find.as_ref().map_or_else(String::new, |find| find.text.clone());
    model.overlays.push(Overlay::Find(Input::new(text)));
}

/// Takes a key in the line.
pub(super) fn key(model: &mut Model, mut input: Input, key: Key) -> Vec<Effect> {
    match key.code {
        KeyCode::Esc => model.find = None,
        KeyCode::Enter => {
            model.find = if input.value().is_empty() { None } else { Some(Find::new(input.value())) };
            if model.find.is_some() {
                step(model, true);
            }
        }
        _ => {
            edit(&mut input, key);
            model.overlays.push(Overlay::Find(input));
        }
    }
    Vec::new()
}

/// Whether the pane with the focus is searched.
pub(super) const fn is_on(model: &Model) -> bool {
    model.find.is_some() && model.detail.is_some() && !matches!(model.focus, Focus::List)
}

/// Goes to the next place found, or the one before; from the other end again.
pub(super) fn step(model: &mut Model, forward: bool) {
    let hint = model.hint(Action::Filter);
    let (Some(find), Some(detail)) = (&model.find, &mut model.detail) else { return };
    let places = find.places(detail, model.focus);
    let here = here(detail, model.focus);
    let found = if forward {
        places.iter().position(|place| key_of(*place) > here)
    } else {
        places.iter().rposition(|place| key_of(*place) < here)
    };
    let wrapped = if forward { Some(0) } else { places.len().checked_sub(1) };
    let Some((at, place)) = found.or(wrapped).and_then(|at| Some((at, *places.get(at)?))) else {
        let pane = match (model.focus, detail.reading) {
            (Focus::Hex, _) => "the octets do",
            (_, Reading::Fields) => "the tree does",
            _ => "the message does",
        };
        model.notice = Some(format!("{pane} not hold {}; {hint} searches for something else", find.text));
        return;
    };
    let turned =
        if found.is_none() && places.len() > 1 { if forward { ", from the top again" } else { ", from the end again" } } else { "" };
    model.notice = Some(format!("{} of {}: {}{turned}", grouped(at as u64 + 1), grouped(places.len() as u64), find.text));
    go(detail, place);
    reveal_detail(model);
}

fn go(detail: &mut Detail, place: Place) {
    match place {
        Place::Field(at) => {
            detail.folds.select_index(at);
            detail.follow_field();
        }
        Place::Octets(buffer, span) => {
            detail.blocks.point(buffer, span.start as usize);
            detail.follow_octet();
            detail.blocks.light_only(buffer, span);
        }
    }
}

/// Order of places: tree lines by field, octets by block and offset.
const fn key_of(place: Place) -> (usize, usize) {
    match place {
        Place::Field(at) => (0, at),
        Place::Octets(Buffer::Header, span) => (0, span.start as usize),
        Place::Octets(Buffer::Payload, span) => (1, span.start as usize),
    }
}

fn here(detail: &Detail, focus: Focus) -> (usize, usize) {
    let in_octets = focus == Focus::Hex || detail.reading != Reading::Fields || detail.folds.selected().is_some_and(Field::is_rest);
    match (in_octets, detail.blocks.cursor()) {
        (true, Some((Buffer::Header, at))) => (0, at),
        (true, Some((Buffer::Payload, at))) => (1, at),
        _ => (0, detail.folds.selected_index()),
    }
}
