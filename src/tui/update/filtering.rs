//! The filter: set, switched off and on, searched for a slice of rows at a time.

use std::ops::Range;

use crate::store::query::Dissect;
use crate::tui::command::Action;
use crate::tui::filter;
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
pub(super) fn refilter(model: &mut Model, text: &str) -> Result<Vec<Effect>, (String, Range<usize>)> {
    model.filter.set(text)?;
    let filtered = model.filter.is_set();
    model.lists.iter_mut().for_each(|list| list.refilter(filtered));
    if filtered { Ok(Vec::new()) } else { Ok(moved(model)) }
}

/// Looks at further rows for the filter. Returns whether rows are left, and what that led to.
pub fn search(model: &mut Model, read: &mut Dissect<'_>) -> (bool, Vec<Effect>) {
    let before = (model.list().selected(), model.list().rows.count());
    let more = filter::search(model, read);
    let more = arrange::work(model) || more;
    if before != (model.list().selected(), model.list().rows.count()) {
        model.dirty = true;
    }
    if more || !model.list_mut().take_fresh() {
        return (more, Vec::new());
    }
    model.dirty = true;
    (more, moved(model))
}

/// Gives a search up that has not been through all rows yet: everything shows again. `None` when nothing is searched.
pub(super) fn cancel(model: &mut Model) -> Option<Vec<Effect>> {
    if model.list().rows.is_settled() {
        return None;
    }
    let effects = refilter(model, "").unwrap_or_default();
    model.notice = Some(format!("the search was given up; {} recalls its filter", model.hint(Action::Filter)));
    Some(effects)
}
