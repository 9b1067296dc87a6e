//! What each command does.

use crate::store::query::Dissect;
use crate::tui::command::{Action, View};
use crate::tui::detail::Detail;
use crate::tui::detail::hex::Blocks;
use crate::tui::filter;
use crate::tui::layout::{Focus, octets_per_line};
use crate::tui::model::Model;
use crate::tui::msg::Effect;
use crate::tui::overlay::{Explain, FilterLine, Overlay, Palette};

use super::{close, jump, moved, open, reveal_detail};

/// Runs a command.
pub fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::Quit => vec![Effect::Quit],
        Action::Suspend => vec![Effect::Suspend],
        Action::Redraw => vec![Effect::Redraw],
        Action::Show(view) => show(model, view),
        Action::Open => enter(model),
        Action::Close => leave(model),
        Action::NextPane => next_pane(model, true),
        Action::PreviousPane => next_pane(model, false),
        Action::OtherHalf => jump::other_half(model),
        Action::NextFinding => jump::finding(model, true),
        Action::PreviousFinding => jump::finding(model, false),
        Action::NextMatch => jump::to_match(model, true),
        Action::PreviousMatch => jump::to_match(model, false),
        Action::NextMark => jump::mark(model),
        Action::Filter | Action::Help | Action::Palette | Action::Export | Action::Explain => lay_over(model, action),
        Action::ToggleFilter => toggle_filter(model),
        Action::Pause => pause(model),
        Action::Copy => copy(model),
        Action::Follow | Action::Mark | Action::TimeFormat | Action::Theme | Action::Mouse => switch(model, action),
        _ => travel(model, action),
    }
}

/// Moves inside the pane with the focus.
fn travel(model: &mut Model, action: Action) -> Vec<Effect> {
    let (page, per_line) = (page(model), per_line(model));
    let delta = match action {
        Action::Down => 1,
        Action::Up => -1,
        Action::HalfDown => page / 2,
        Action::HalfUp => -(page / 2),
        Action::PageDown => page,
        Action::PageUp => -page,
        Action::First => isize::MIN,
        Action::Last => isize::MAX,
        _ => return sideways(model, action),
    };
    match (model.focus, &mut model.detail) {
        (Focus::Tree, Some(detail)) => {
            detail.folds.step(delta);
            detail.follow_field();
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
            model.list_mut().step(delta);
            moved(model)
        }
    }
}

fn sideways(model: &mut Model, action: Action) -> Vec<Effect> {
    let forward = action == Action::Right;
    match (model.focus, &mut model.detail) {
        (Focus::Tree, Some(detail)) => {
            if forward {
                detail.folds.enter();
            } else {
                detail.folds.leave();
            }
            detail.follow_field();
        }
        (Focus::Hex, Some(detail)) => {
            detail.blocks.step(if forward { 1 } else { -1 });
            detail.follow_octet();
        }
        _ => return Vec::new(),
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

fn show(model: &mut Model, view: View) -> Vec<Effect> {
    if model.view == view {
        return Vec::new();
    }
    model.view = view;
    let had_detail = model.detail.take().is_some();
    model.focus = Focus::List;
    let stays_open = had_detail && model.areas().is_some_and(|areas| areas.list.is_some()) && model.size.1 >= 30;
    let effects = if stays_open { open(model) } else { Vec::new() };
    super::reveal_list(model);
    effects
}

fn enter(model: &mut Model) -> Vec<Effect> {
    match model.focus {
        Focus::List => {
            let effects = open(model);
            if model.detail.is_some() {
                model.focus = Focus::Tree;
            }
            super::reveal(model);
            effects
        }
        Focus::Tree => {
            if let Some(detail) = &mut model.detail {
                detail.folds.toggle();
            }
            reveal_detail(model);
            Vec::new()
        }
        Focus::Hex => {
            model.focus = Focus::Tree;
            reveal_detail(model);
            Vec::new()
        }
    }
}

fn leave(model: &mut Model) -> Vec<Effect> {
    if model.detail.is_some() {
        close(model);
        Vec::new()
    } else if model.filter.is_set() && !model.list().rows.show_all {
        toggle_filter(model)
    } else {
        Vec::new()
    }
}

/// The panes in their order; those that the layout hides come to the front by getting the focus.
fn next_pane(model: &mut Model, forward: bool) -> Vec<Effect> {
    let Some(detail) = &model.detail else { return enter(model) };
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

fn lay_over(model: &mut Model, action: Action) -> Vec<Effect> {
    let overlay = match action {
        Action::Filter => {
            let input = tui_input::Input::new(model.filter.text.clone());
            Overlay::Filter(FilterLine { input, ..FilterLine::default() })
        }
        Action::Export => Overlay::Export(tui_input::Input::new(format!("npscope-{}.jsonl", model.view.noun()))),
        Action::Help => Overlay::Help(0),
        Action::Palette => Overlay::Palette(Palette::default()),
        _ => {
            let hand = model.findings_in_hand();
            let found = hand.first().and_then(|id| Some((*id, model.world.shown.finding(*id)?.rule)));
            let Some((finding, rule)) = found else {
                model.notice = Some("this row carries no finding; ] goes to the next one".to_owned());
                return Vec::new();
            };
            Overlay::Explain(Explain { rule, finding, scroll: 0 })
        }
    };
    model.overlays.push(overlay);
    Vec::new()
}

fn toggle_filter(model: &mut Model) -> Vec<Effect> {
    if !model.filter.is_set() {
        model.notice = Some("there is no filter; / sets one".to_owned());
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
pub(super) fn refilter(model: &mut Model, text: &str) -> Result<Vec<Effect>, (String, std::ops::Range<usize>)> {
    model.filter.set(text)?;
    let filtered = model.filter.is_set();
    model.lists.iter_mut().for_each(|list| list.refilter(filtered));
    if filtered { Ok(Vec::new()) } else { Ok(moved(model)) }
}

/// Looks at further rows for the filter. Returns whether rows are left, and what that led to.
pub fn search(model: &mut Model, read: &mut Dissect<'_>) -> (bool, Vec<Effect>) {
    let before = (model.list().selected(), model.list().rows.count());
    let more = filter::search(model, read);
    if before != (model.list().selected(), model.list().rows.count()) {
        model.dirty = true;
    }
    if !model.list_mut().take_fresh() {
        return (more, Vec::new());
    }
    model.dirty = true;
    (more, moved(model))
}

fn pause(model: &mut Model) -> Vec<Effect> {
    model.world.toggle_pause();
    if model.world.paused {
        model.notice = Some("paused: the picture is held, Space shows the newest".to_owned());
        return Vec::new();
    }
    let over = model.world.shown.finished;
    super::arrived(model, over)
}

fn switch(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::Follow => {
            model.follow = !model.follow;
            if model.follow {
                model.list_mut().step(isize::MAX);
                return moved(model);
            }
        }
        Action::Mark => model.list_mut().toggle_mark(),
        Action::TimeFormat => model.time = model.time.next(),
        Action::Theme => {
            model.next_theme();
            model.notice = crate::tui::theme::THEMES.get(model.theme).map(|theme| format!("theme: {}", theme.name));
        }
        _ => {
            model.mouse = !model.mouse;
            let state = if model.mouse { "on: click selects, the wheel scrolls" } else { "off: the terminal selects text" };
            model.notice = Some(format!("mouse {state}"));
            return vec![Effect::Mouse(model.mouse)];
        }
    }
    Vec::new()
}

fn copy(model: &mut Model) -> Vec<Effect> {
    let text = match (model.focus, &model.detail) {
        (Focus::Tree, Some(detail)) => detail.folds.selected().map(|field| field.text.clone()),
        (Focus::Hex, Some(detail)) => lit_octets(detail),
        _ => model.list().selected().map(|row| crate::tui::column::row_text(model, row)),
    };
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        model.notice = Some("nothing to copy here".to_owned());
        return Vec::new();
    };
    vec![Effect::Copy(text)]
}

fn lit_octets(detail: &Detail) -> Option<String> {
    let blocks: &Blocks = &detail.blocks;
    let (buffer, span) = blocks.lit()?;
    Some(crate::base::text::hex(span.of(blocks.of(buffer))))
}
