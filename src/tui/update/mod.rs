//! What happens: a message changes the model and may ask for effects. No I/O.

mod act;
mod arrange;
pub mod argument;
mod bookmark;
mod compare;
mod copy;
mod count;
mod earlier;
mod export;
mod filter_line;
mod filtering;
mod find;
mod goto;
mod jump;
mod order;
mod overlay;
mod pointer;
mod reading;
mod reread;
mod silence;
mod travel;
mod value;

#[cfg(test)]
mod orders;
#[cfg(test)]
mod storm;
#[cfg(test)]
mod tests;

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::detail::Detail;
use super::keymap::Key;
use super::layout::{Focus, octets_per_line};
use super::model::{Model, Progress};
use super::msg::{Effect, Msg};
use super::overlay::Overlay;
use crate::store::snapshot::Snapshot;

pub use act::act;
pub use filtering::{arrange as arrange_rows, search, take_found};

/// Puts a filter in force before the first key. A wrong one is told, and everything shows.
pub fn start_with(model: &mut Model, filter: &str) -> Vec<Effect> {
    set_filter(model, filter).unwrap_or_else(|message| {
        model.notice = Some(message);
        Vec::new()
    })
}

/// Puts a filter in force; the error says why it is none.
pub fn set_filter(model: &mut Model, filter: &str) -> Result<Vec<Effect>, String> {
    filtering::refilter(model, filter).map_err(|(message, _)| message)
}

/// A terminal reports Esc and a key right behind it as that key with Alt. Where that means nothing, both were meant.
fn key_pressed(model: &mut Model, key: Key) -> Vec<Effect> {
    let typing = model.overlays.last().is_some_and(Overlay::takes_text);
    let bound = model.setup.keys.lookup(key, model.focus != Focus::List).is_some();
    if key.modifiers != KeyModifiers::ALT || typing || bound {
        return overlay::key(model, key);
    }
    let mut effects = overlay::key(model, Key::plain(KeyCode::Esc));
    effects.extend(overlay::key(model, Key::plain(key.code)));
    effects
}

/// Takes a message into the model. Answers with what the loop must do.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    model.dirty = true;
    match msg {
        Msg::Key(key) => {
            model.notice = None;
            let before = silence::Stamp::of(model);
            let effects = key_pressed(model, key);
            silence::answer(model, &before, key, &effects);
            effects
        }
        Msg::Rest => {
            model.digits = None;
            Vec::new()
        }
        Msg::Paste(text) => overlay::paste(model, &text),
        Msg::Mouse(pointer, at) => {
            model.digits = None;
            pointer::mouse(model, pointer, at)
        }
        Msg::Resize(width, height) => {
            model.size = (width, height);
            reveal(model);
            Vec::new()
        }
        Msg::Snapshot(snapshot) => {
            let over = snapshot.finished && !model.world.latest.finished;
            let before = model.world.shown.clone();
            model.tinted.forget();
            if model.world.arrive(snapshot) { settle(model, &before, over) } else { Vec::new() }
        }
        Msg::Again(percent) => {
            model.again = percent;
            Vec::new()
        }
        Msg::WayBack(percent) => {
            model.way.iter_mut().for_each(|way| way.percent = percent);
            Vec::new()
        }
        Msg::Earlier(came) => earlier::came(model, came),
        Msg::Progress(read, total) => {
            model.progress = Progress { read, total, ..model.progress };
            Vec::new()
        }
        Msg::Word(word) => {
            if model.word.is_none() {
                model.notice = word.as_deref().cloned().or_else(|| model.notice.take());
            }
            model.word = word;
            Vec::new()
        }
        Msg::Failed(why) => {
            model.failed = Some(why);
            Vec::new()
        }
        Msg::Loaded(loaded) => {
            let snapshot = model.world.shown.clone();
            if let Some(detail) = &mut model.detail {
                detail.load(&snapshot, *loaded, &model.memory);
            }
            reveal_detail(model);
            Vec::new()
        }
        Msg::Compared(pair) => {
            compare::arrived(model, &pair);
            Vec::new()
        }
        Msg::Exists(order) => {
            export::confirm(model, &order);
            Vec::new()
        }
        Msg::Exporting(percent) => {
            model.exporting = percent;
            Vec::new()
        }
        Msg::Done(words) => {
            model.notice = Some(words);
            Vec::new()
        }
    }
}

/// A picture is shown instead of `before`. When it is of another reading, everything keeps its place by what it names.
pub(super) fn settle(model: &mut Model, before: &Snapshot, over: bool) -> Vec<Effect> {
    if model.world.shown.reading == before.reading { arrived(model, over) } else { reread::move_over(model, before) }
}

/// A newer picture is shown: lists grow, the detail learns what arrived about its row. `over` when the capture just ended.
pub(super) fn arrived(model: &mut Model, over: bool) -> Vec<Effect> {
    let was_at_end = model.list().is_at_end();
    let before = model.list().selected();
    model.sync_lists();
    let is_stale = model.filter.ages(&model.world.shown);
    if over || (is_stale && model.list().rows.gap().is_none()) {
        model.lists.iter_mut().for_each(|list| list.rows.rescan());
    }
    if model.list().selected() != before {
        if model.follow && was_at_end {
            reveal_list(model);
        }
        return retarget(model);
    }
    let snapshot = model.world.shown.clone();
    match &mut model.detail {
        Some(detail) => {
            detail.refresh(&snapshot);
            detail.is_stale(&snapshot).then_some(detail.frame).flatten().map(Effect::Load).into_iter().collect()
        }
        None => Vec::new(),
    }
}

/// The selection moved: shows it, and turns an open detail to it.
fn moved(model: &mut Model) -> Vec<Effect> {
    reveal_list(model);
    retarget(model)
}

/// Turns an open detail to the selected row.
fn retarget(model: &mut Model) -> Vec<Effect> {
    match (&model.detail, model.subject()) {
        (Some(detail), Some(subject)) if detail.subject != subject => open(model),
        (Some(_), None) => {
            close(model);
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// Opens the detail of the selected row.
fn open(model: &mut Model) -> Vec<Effect> {
    let Some(subject) = model.subject() else { return Vec::new() };
    let detail = Detail::new(&model.world, subject, &model.memory);
    let wanted = detail.frame;
    model.detail = Some(detail);
    if model.focus == Focus::Hex && wanted.is_none() {
        model.focus = Focus::Tree;
    }
    wanted.map(Effect::Load).into_iter().collect()
}

fn close(model: &mut Model) {
    model.detail = None;
    // The next detail opens where its finding points, not where this one was left.
    model.memory.selected = None;
    model.focus = Focus::List;
    reveal_list(model);
}

fn reveal(model: &mut Model) {
    reveal_list(model);
    reveal_detail(model);
}

fn reveal_list(model: &mut Model) {
    if let Some(height) = model.areas().map(|areas| areas.list_rows()).filter(|rows| *rows > 0) {
        model.list_mut().reveal(height);
    }
}

fn reveal_detail(model: &mut Model) {
    let Some(areas) = model.areas().and_then(|areas| areas.detail) else { return };
    let Some(detail) = &mut model.detail else { return };
    if let Some(tree) = areas.tree {
        detail.fit(usize::from(tree.width).saturating_sub(2));
        detail.reveal(usize::from(tree.height));
    }
    if let Some(hex) = areas.hex {
        detail.blocks.reveal(usize::from(hex.height), octets_per_line(hex.width));
    }
}
