//! Moves inside the pane with the focus, and from pane to pane.

use crate::tui::command::Action;
use crate::tui::layout::{Focus, octets_per_line};
use crate::tui::model::Model;
use crate::tui::msg::Effect;

use super::act::open_detail;
use super::{earlier, moved, order, reveal_detail};

/// Moves inside the pane with the focus, so many times.
pub(super) fn travel(model: &mut Model, action: Action, times: usize) -> Vec<Effect> {
    let (page, per_line) = (page(model), per_line(model));
    let times = isize::try_from(times).unwrap_or(isize::MAX);
    let delta = match action {
        Action::Down => times,
        Action::Up => -times,
        Action::HalfDown => (page / 2).saturating_mul(times),
        Action::HalfUp => -(page / 2).saturating_mul(times),
        Action::PageDown => page.saturating_mul(times),
        Action::PageUp => -page.saturating_mul(times),
        Action::First => isize::MIN,
        Action::Last => isize::MAX,
        _ => return sideways(model, action, times),
    };
    match (model.focus, &mut model.detail) {
        (Focus::Tree, Some(detail)) => {
            detail.step(delta, &mut model.memory);
            reveal_detail(model);
            Vec::new()
        }
        (Focus::Hex, Some(detail)) => {
            detail.blocks.step(delta.saturating_mul(per_line));
            detail.follow_octet();
            reveal_detail(model);
            Vec::new()
        }
        _ => {
            let stood = model.list().selected();
            model.list_mut().step(delta);
            let stays = model.list().selected() == stood;
            if action == Action::First || (delta < 0 && stays) {
                earlier::tell(model);
            } else if action == Action::Last || (delta > 0 && stays) {
                earlier::tell_later(model);
            }
            moved(model)
        }
    }
}

fn sideways(model: &mut Model, action: Action, times: isize) -> Vec<Effect> {
    let forward = action == Action::Right;
    match (model.focus, &mut model.detail) {
        (Focus::Tree, Some(detail)) => {
            if forward {
                detail.enter(&mut model.memory);
            } else {
                detail.leave(&mut model.memory);
            }
        }
        (Focus::Hex, Some(detail)) => {
            detail.blocks.step(if forward { times } else { -times });
            detail.follow_octet();
        }
        _ => order::fold(model, forward),
    }
    reveal_detail(model);
    Vec::new()
}

/// Lines of the pane with the focus, less one for orientation.
fn page(model: &Model) -> isize {
    let rows = model.areas().map_or(1, |areas| {
        let pane = match model.focus {
            Focus::List => return areas.list_rows(),
            Focus::Tree => areas.detail.and_then(|detail| detail.tree),
            Focus::Hex => areas.detail.and_then(|detail| detail.hex),
        };
        pane.map_or(1, |pane| usize::from(pane.height))
    });
    isize::try_from(rows.saturating_sub(1).max(1)).unwrap_or(1)
}

/// Octets in a line of the dump as it stands.
fn per_line(model: &Model) -> isize {
    let hex = model.areas().and_then(|areas| areas.detail).and_then(|detail| detail.hex);
    isize::try_from(octets_per_line(hex.map_or(0, |hex| hex.width))).unwrap_or(8)
}

/// The panes in their order; those that the layout hides come to the front by getting the focus.
pub(super) fn next_pane(model: &mut Model, forward: bool) -> Vec<Effect> {
    let Some(detail) = &model.detail else { return open_detail(model) };
    let with_list = model.areas().is_some_and(|areas| areas.list.is_some());
    let order = [(Focus::List, with_list), (Focus::Tree, true), (Focus::Hex, detail.frame.is_some())];
    let panes: Vec<Focus> = order.into_iter().filter(|(_, there)| *there).map(|(pane, _)| pane).collect();
    let at = panes.iter().position(|pane| *pane == model.focus).unwrap_or(0);
    let step = if forward { 1 } else { panes.len() - 1 };
    if let Some(pane) = panes.get((at + step) % panes.len().max(1)) {
        model.focus = *pane;
    }
    reveal_detail(model);
    Vec::new()
}
