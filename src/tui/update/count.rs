//! Counts before a command: moves so many times, goes to the row of that number.

use crate::tui::command::Action;
use crate::tui::digits::Digits;
use crate::tui::layout::Focus;
use crate::tui::model::Model;
use crate::tui::msg::Effect;

use super::{act, goto, reveal, travel};

/// Greatest count.
const MOST: usize = 999_999_999;
/// Jumps made for one count.
const JUMPS: usize = 10_000;

/// Takes a digit of a count. Digits right before it that showed views belong to it, and what they hid comes back.
pub(super) fn digit(model: &mut Model, digit: u32, before: Option<Digits>) {
    let begun = before.map_or(0, |digits| {
        let number = digits.number;
        digits.restore(model);
        reveal(model);
        number
    });
    let count = model.count.unwrap_or(begun).saturating_mul(10).saturating_add(digit as usize).min(MOST);
    model.count = Some(count);
    model.notice = Some(format!("count {count}"));
}

/// Runs a command with a count. Commands that cannot be repeated run once.
pub(super) fn act_counted(model: &mut Model, action: Action, count: usize) -> Vec<Effect> {
    match action {
        Action::First | Action::Last if model.focus == Focus::List => goto::to(model, &count.to_string()).unwrap_or_else(|why| {
            model.notice = Some(why);
            Vec::new()
        }),
        Action::First | Action::Last => {
            act(model, Action::First);
            travel::travel(model, Action::Down, count.saturating_sub(1))
        }
        Action::Down
        | Action::Up
        | Action::HalfDown
        | Action::HalfUp
        | Action::PageDown
        | Action::PageUp
        | Action::Left
        | Action::Right => travel::travel(model, action, count),
        Action::NextMatch | Action::PreviousMatch | Action::NextFinding | Action::PreviousFinding | Action::NextMark => {
            repeated(model, action, count)
        }
        _ => act(model, action),
    }
}

/// Jumps until the count is used up or nothing more comes.
fn repeated(model: &mut Model, action: Action, count: usize) -> Vec<Effect> {
    let mut effects = Vec::new();
    for _ in 0..count.min(JUMPS) {
        let before = model.notice.take();
        effects = act(model, action);
        if model.notice.is_some() {
            break;
        }
        model.notice = before;
    }
    effects
}
