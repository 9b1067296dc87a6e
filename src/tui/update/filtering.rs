//! The filter: set, undone, switched off and on; what its search found is taken in.

use crate::store::query::Dissect;
use crate::tui::command::Action;
use crate::tui::filter::Fault;
use crate::tui::filter::hunt::{Found, Hunt};
use crate::tui::model::Model;
use crate::tui::msg::Effect;

use super::{arrange, moved};

/// Shows everything with matches marked, or matches only.
pub(super) fn toggle_filter(model: &mut Model) -> Vec<Effect> {
    if !model.filter.is_set() {
        model.notice = Some(format!("there is no filter; {} sets one", model.hint(Action::Filter)));
        return Vec::new();
    }
    let show_all = !model.list().rows.show_all;
    for list in &mut model.lists {
        let selected = list.selected();
        list.rows.show_all = show_all;
        if let Some(row) = selected {
            list.select(row);
        }
    }
    moved(model)
}

/// Takes a new filter for all lists.
pub(super) fn refilter(model: &mut Model, text: &str) -> Result<Vec<Effect>, Fault> {
    model.filter.set(text, &model.setup.filters)?;
    Ok(search_anew(model))
}

/// Puts the filter in force that was before the last one.
pub(super) fn undo(model: &mut Model) -> Vec<Effect> {
    if !model.filter.undo(&model.setup.filters) {
        model.notice = Some("no filter was set before".to_owned());
        return Vec::new();
    }
    told_anew(model)
}

/// Takes back an undo.
pub(super) fn redo(model: &mut Model) -> Vec<Effect> {
    if !model.filter.redo(&model.setup.filters) {
        model.notice = Some("no filter was undone".to_owned());
        return Vec::new();
    }
    told_anew(model)
}

fn told_anew(model: &mut Model) -> Vec<Effect> {
    let text = &model.filter.text;
    model.notice = Some(if text.is_empty() { "no filter".to_owned() } else { format!("filter: {text}") });
    search_anew(model)
}

/// Gives up a search under way: the filter before is in force again. `None` when none is under way.
pub(super) fn give_up(model: &mut Model) -> Option<Vec<Effect>> {
    if !model.list().rows.is_searching() {
        return None;
    }
    if !model.filter.undo(&model.setup.filters) {
        return None;
    }
    model.notice = Some("search given up; the filter before is in force".to_owned());
    Some(search_anew(model))
}

fn search_anew(model: &mut Model) -> Vec<Effect> {
    let filtered = model.filter.is_set();
    model.lists.iter_mut().for_each(|list| list.refilter(filtered));
    if filtered { Vec::new() } else { moved(model) }
}

/// Takes what a search found. Answers with what that led to.
pub fn take_found(model: &mut Model, found: &Found) -> Vec<Effect> {
    let follow = model.follow && found.view == model.view;
    let list = &mut model.lists[found.view as usize];
    let before = (list.selected(), list.rows.count(), list.rows.percent());
    list.take(found.gap, found.scanned, &found.rows, follow);
    if before != (list.selected(), list.rows.count(), list.rows.percent()) {
        model.dirty = true;
    }
    settled(model)
}

/// Once a new filter has been through all rows, the selection that it led to is shown.
fn settled(model: &mut Model) -> Vec<Effect> {
    if model.list().rows.gap().is_some() || !model.list_mut().take_fresh() {
        return Vec::new();
    }
    model.dirty = true;
    moved(model)
}

/// Sorts and groups rows for one turn of the loop. Returns whether work is left, and what that led to.
pub fn arrange(model: &mut Model) -> (bool, Vec<Effect>) {
    let more = arrange::work(model);
    (more, if more { Vec::new() } else { settled(model) })
}

/// Searches all that is left to search at once, and sorts: what the loop does with a thread, for few rows and for tests.
pub fn search(model: &mut Model, read: &mut Dissect<'_>) -> (bool, Vec<Effect>) {
    let mut effects = Vec::new();
    let read = std::cell::RefCell::new(read);
    while let Some(hunt) = Hunt::wanted(model) {
        let mut parts = Vec::new();
        hunt.run(None, &|frame| (*read.borrow_mut())(frame), &mut |part| {
            parts.push(part);
            true
        });
        for part in &parts {
            effects.extend(take_found(model, part));
        }
    }
    let (more, found) = arrange(model);
    effects.extend(found);
    (more, effects)
}
