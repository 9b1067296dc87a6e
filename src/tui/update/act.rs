//! What each command does.

use crate::tui::command::{Action, View};
use crate::tui::detail::Detail;
use crate::tui::earlier::Order;
use crate::tui::evidence;
use crate::tui::layout::Focus;
use crate::tui::model::Model;
use crate::tui::msg::Effect;
use crate::tui::overlay::{Evidence, Explain, Marks, Overlay, Palette};
use crate::tui::world::Picture;

use super::{
    bookmark, close, compare, copy, earlier, export, filter_line, filtering, find, jump, moved, open, order, reading, reveal_detail,
    travel, value,
};

/// Runs a command.
pub fn act(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::Quit => vec![Effect::Quit],
        Action::Suspend => vec![Effect::Suspend],
        Action::Redraw => vec![Effect::Redraw],
        Action::Show(view) => show(model, view),
        Action::Open => enter(model),
        Action::Close => leave(model),
        Action::NextPane => travel::next_pane(model, true),
        Action::PreviousPane => travel::next_pane(model, false),
        Action::Sort | Action::Reverse => order::reorder(model, action),
        Action::Group => order::regroup(model),
        Action::NextAssociation => order::step_association(model, true),
        Action::PreviousAssociation => order::step_association(model, false),
        Action::Narrow => order::narrow(model),
        Action::OtherHalf => jump::other_half(model),
        Action::Reading => reading::next(model),
        Action::Compare => compare::open(model),
        Action::NextFinding => jump::finding(model, true),
        Action::PreviousFinding => jump::finding(model, false),
        Action::NextMatch | Action::PreviousMatch if find::is_on(model) => {
            find::step(model, action == Action::NextMatch);
            Vec::new()
        }
        Action::NextMatch => jump::to_match(model, true),
        Action::PreviousMatch => jump::to_match(model, false),
        Action::NextMark => jump::mark(model),
        Action::Filter | Action::Help | Action::Palette | Action::Explain | Action::Evidence | Action::Goto | Action::Marks => {
            lay_over(model, action)
        }
        Action::Bookmark => bookmark::begin(model),
        Action::ToggleFilter => filtering::toggle_filter(model),
        Action::ByValue => {
            value::open(model);
            Vec::new()
        }
        Action::UndoFilter => filtering::undo(model),
        Action::RedoFilter => filtering::redo(model),
        Action::Pause => pause(model),
        Action::Earlier => earlier::begin(model),
        Action::Halt => halt(model),
        Action::Copy => copy::open(model),
        Action::Export => export::open(model),
        Action::Follow | Action::Mark | Action::TimeFormat | Action::Theme | Action::Mouse => switch(model, action),
        _ => travel::travel(model, action, 1),
    }
}

fn show(model: &mut Model, view: View) -> Vec<Effect> {
    if model.view == view {
        return Vec::new();
    }
    order::lead(model, view);
    model.view = view;
    let left = model.detail.take();
    let had_detail = left.is_some();
    if let Some(digits) = &mut model.digits {
        digits.keep(left);
    }
    model.focus = Focus::List;
    let stays_open = had_detail && model.areas().is_some_and(|areas| areas.list.is_some()) && model.size.1 >= 30;
    let effects = if stays_open { open(model) } else { Vec::new() };
    super::reveal_list(model);
    effects
}

fn enter(model: &mut Model) -> Vec<Effect> {
    match model.focus {
        Focus::List => {
            if let Some(effects) = order::open_row(model) {
                return effects;
            }
            open_detail(model)
        }
        Focus::Tree if model.detail.as_ref().is_some_and(Detail::is_at_rest) => reading::next(model),
        Focus::Tree => {
            if let Some(detail) = &mut model.detail {
                detail.toggle(&mut model.memory);
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

/// Opens the detail of the selected row and gives it the focus.
pub(super) fn open_detail(model: &mut Model) -> Vec<Effect> {
    let effects = open(model);
    if model.detail.is_some() {
        model.focus = Focus::Tree;
    }
    super::reveal(model);
    effects
}

fn leave(model: &mut Model) -> Vec<Effect> {
    if let Some(effects) = filtering::give_up(model).or_else(|| earlier::give_up(model)) {
        return effects;
    }
    if model.detail.is_some() {
        close(model);
        Vec::new()
    } else if model.filter.is_set() && !model.list().rows.show_all {
        filtering::toggle_filter(model)
    } else {
        Vec::new()
    }
}

fn lay_over(model: &mut Model, action: Action) -> Vec<Effect> {
    let overlay = match action {
        Action::Filter if model.detail.is_some() && model.focus != Focus::List => {
            find::open(model);
            return Vec::new();
        }
        Action::Filter => {
            filter_line::open(model, &model.filter.text.clone());
            return Vec::new();
        }
        Action::Goto => Overlay::Goto(tui_input::Input::default()),
        Action::Marks => Overlay::Marks(Marks::default()),
        Action::Help => Overlay::Help(0),
        Action::Evidence => Overlay::Evidence(Evidence { told: evidence::told(&model.world), scroll: 0 }),
        Action::Palette => Overlay::Palette(Palette::default()),
        _ => {
            let hand = model.findings_in_hand();
            let found = hand.first().and_then(|id| Some((*id, model.world.shown.finding(*id)?.rule)));
            let Some((finding, rule)) = found else {
                model.notice = Some(format!("this row carries no finding; {} goes to the next one", model.hint(Action::NextFinding)));
                return Vec::new();
            };
            Overlay::Explain(Explain { rule, finding, scroll: 0 })
        }
    };
    model.overlays.push(overlay);
    Vec::new()
}

fn pause(model: &mut Model) -> Vec<Effect> {
    let before = model.world.shown.clone();
    model.world.toggle_pause();
    if model.world.picture == Picture::Held {
        model.notice = Some(format!("paused: the picture is held, {} shows the newest", model.hint(Action::Pause)));
        return Vec::new();
    }
    let over = model.world.shown.finished;
    let mut effects = super::settle(model, &before, over);
    earlier::come_home(model, &before);
    effects.extend(moved(model));
    effects
}

/// Stops reading a file, or reads on. What is known stays as it is: a capture that was not read whole has not ended.
fn halt(model: &mut Model) -> Vec<Effect> {
    if !model.progress.halted && !model.is_loading() {
        model.notice = Some(if model.world.latest.finished {
            "the capture was read to its end".to_owned()
        } else {
            format!("what is captured live is not stopped; {} holds the picture", model.hint(Action::Pause))
        });
        return Vec::new();
    }
    model.progress.halted = !model.progress.halted;
    vec![Effect::Order(Order::Halt(model.progress.halted))]
}

/// Marks the selected row or takes its mark away, and says so: the row may lie below the detail.
fn mark(model: &mut Model) {
    let Some(row) = model.list().selected() else { return };
    model.list_mut().toggle_mark();
    let (next, all) = (model.hint(Action::NextMark), model.hint(Action::Marks));
    let is_marked = model.list().marks.contains(&row);
    model.notice =
        Some(if is_marked { format!("marked; {next} goes to the next mark, {all} lists all") } else { "no longer marked".to_owned() });
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
        Action::Mark => mark(model),
        Action::TimeFormat => {
            model.time = model.time.next();
            model.notice = Some(format!("time: {}", model.time.name()));
        }
        Action::Theme => model.next_theme(),
        _ => {
            model.mouse = !model.mouse;
            let state = if model.mouse { "on: click selects, the wheel scrolls" } else { "off: the terminal selects text" };
            model.notice = Some(format!("mouse {state}"));
            return vec![Effect::Mouse(model.mouse)];
        }
    }
    Vec::new()
}
