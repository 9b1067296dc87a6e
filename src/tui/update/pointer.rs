//! The mouse: a click selects, a second one opens, the wheel scrolls what it is over.

use ratatui::layout::{Position, Rect};

use crate::tui::command::Action;
use crate::tui::layout::{Areas, DetailAreas, Focus, octets_per_line};
use crate::tui::model::Model;
use crate::tui::msg::{Effect, Pointer};
use crate::tui::overlay::Overlay;
use crate::tui::view;

use super::{act, moved, reveal_detail};

/// Lines that one notch of the wheel scrolls.
const NOTCH: isize = 3;

/// Takes what the mouse did.
pub(super) fn mouse(model: &mut Model, pointer: Pointer, at: Position) -> Vec<Effect> {
    let Some(areas) = model.areas() else { return Vec::new() };
    match pointer {
        Pointer::Click if model.overlays.is_empty() => click(model, &areas, at),
        Pointer::Click => {
            model.overlays.pop();
            Vec::new()
        }
        Pointer::WheelUp => wheel(model, &areas, at, -NOTCH),
        Pointer::WheelDown => wheel(model, &areas, at, NOTCH),
    }
}

fn click(model: &mut Model, areas: &Areas, at: Position) -> Vec<Effect> {
    if areas.tabs.contains(at) {
        let shown = view::tabs::at(model, areas.tabs, at.x);
        return shown.map_or_else(Vec::new, |view| act(model, Action::Show(view)));
    }
    let pane = areas.pane_at(at);
    match (pane, areas.detail) {
        (Some(Focus::List), _) => areas.list.map_or_else(Vec::new, |list| click_row(model, areas, list, at)),
        (Some(Focus::Tree), Some(detail)) => click_field(model, detail, at),
        (Some(Focus::Hex), Some(detail)) => click_octet(model, detail, at),
        _ => Vec::new(),
    }
}

fn click_row(model: &mut Model, areas: &Areas, list: Rect, at: Position) -> Vec<Effect> {
    let Some(line) = at.y.checked_sub(list.y + 1) else { return Vec::new() };
    let position = model.list().top(areas.list_rows()) + usize::from(line);
    let Some(row) = model.list().rows.at(position) else { return Vec::new() };
    let again = model.list().selected() == Some(row) && model.focus == Focus::List;
    model.focus = Focus::List;
    model.list_mut().select(row);
    if again { act(model, Action::Open) } else { moved(model) }
}

fn click_field(model: &mut Model, areas: DetailAreas, at: Position) -> Vec<Effect> {
    let was_here = model.focus == Focus::Tree;
    model.focus = Focus::Tree;
    if let (Some(detail), Some(tree)) = (&mut model.detail, areas.tree) {
        let position = detail.top(usize::from(tree.height)) + usize::from(at.y.saturating_sub(tree.y));
        if position < detail.rows() {
            if was_here && position == detail.position() {
                detail.toggle(&mut model.memory);
            } else {
                detail.select_position(position, &mut model.memory);
            }
        }
    }
    reveal_detail(model);
    Vec::new()
}

fn click_octet(model: &mut Model, areas: DetailAreas, at: Position) -> Vec<Effect> {
    model.focus = Focus::Hex;
    if let (Some(detail), Some(hex)) = (&mut model.detail, areas.hex)
        && let Some((buffer, offset)) = view::hex::octet_at(&detail.blocks, hex, at)
    {
        detail.blocks.point(buffer, offset);
        detail.follow_octet();
    }
    reveal_detail(model);
    Vec::new()
}

fn wheel(model: &mut Model, areas: &Areas, at: Position, delta: isize) -> Vec<Effect> {
    if let Some(top) = model.overlays.last_mut() {
        match top {
            Overlay::Help(scroll) => *scroll = scroll.saturating_add_signed(delta),
            Overlay::Explain(explain) => explain.scroll = explain.scroll.saturating_add_signed(delta),
            Overlay::Evidence(evidence) => evidence.scroll = evidence.scroll.saturating_add_signed(delta),
            Overlay::Marks(marks) => marks.chosen = marks.chosen.saturating_add_signed(delta.signum()),
            Overlay::Value(by_value) => {
                let last = by_value.choices.len().saturating_sub(1);
                by_value.chosen = by_value.chosen.saturating_add_signed(delta.signum()).min(last);
            }
            Overlay::Compare(compare) => compare.scroll = compare.scroll.saturating_add_signed(delta),
            Overlay::Comment(_)
            | Overlay::Filter(_)
            | Overlay::Palette(_)
            | Overlay::Export(_)
            | Overlay::Copy(_)
            | Overlay::Goto(_)
            | Overlay::Find(_) => {}
        }
        return Vec::new();
    }
    match (areas.pane_at(at), &mut model.detail, areas.detail) {
        (Some(Focus::List), ..) => model.list_mut().scroll(delta, areas.list_rows()),
        (Some(Focus::Tree), Some(detail), Some(DetailAreas { tree: Some(tree), .. })) => {
            detail.scroll(delta, usize::from(tree.height));
        }
        (Some(Focus::Hex), Some(detail), Some(DetailAreas { hex: Some(hex), .. })) => {
            detail.blocks.scroll(delta, usize::from(hex.height), octets_per_line(hex.width));
        }
        _ => {}
    }
    Vec::new()
}
