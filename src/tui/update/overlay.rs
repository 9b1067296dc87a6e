//! Keys: the topmost overlay gets them first; without one they are commands.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use crate::tui::command::{self, Action};
use crate::tui::digits::Digits;
use crate::tui::keymap::{Key, Keymap};
use crate::tui::layout::Focus;
use crate::tui::model::Model;
use crate::tui::msg::Effect;
use crate::tui::overlay::{Evidence, Explain, Overlay, PASTED, Palette, edit, paste as insert};
use crate::tui::view;

use super::act::act;
use super::{argument, bookmark, compare, copy, count, export, filter_line, find, goto, jump, value};

/// Takes a key.
pub(super) fn key(model: &mut Model, key: Key) -> Vec<Effect> {
    let is_interrupt = key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c' | 'z' | 'l'));
    match model.overlays.pop() {
        None => command(model, key),
        Some(overlay) if is_interrupt => {
            if key.code != KeyCode::Char('c') {
                model.overlays.push(overlay);
                return command(model, key);
            }
            Vec::new()
        }
        Some(Overlay::Filter(line)) => filter_line::key(model, line, key),
        Some(Overlay::Palette(palette)) => palette_line(model, palette, key),
        Some(Overlay::Goto(input)) => goto::key(model, input, key),
        Some(Overlay::Comment(comment)) => bookmark::comment_key(model, comment, key),
        Some(Overlay::Marks(marks)) => bookmark::marks_key(model, marks, key),
        Some(Overlay::Find(input)) => find::key(model, input, key),
        Some(Overlay::Value(by_value)) => value::key(model, by_value, key),
        Some(Overlay::Export(dialog)) => export::key(model, dialog, key),
        Some(Overlay::Copy(menu)) => copy::key(model, menu, key),
        Some(Overlay::Compare(comparison)) => compare::key(model, comparison, key),
        Some(Overlay::Help(scroll)) => help(model, scroll, key),
        Some(Overlay::Explain(explain)) => explained(model, explain, key),
        Some(Overlay::Evidence(evidence)) => evidence_key(model, evidence, key),
    }
}

/// Takes pasted text: only a line of text wants it.
pub(super) fn paste(model: &mut Model, text: &str) -> Vec<Effect> {
    if text.len() > PASTED && text.chars().nth(PASTED).is_some() {
        model.notice = Some(format!("only the first {PASTED} characters were taken"));
    }
    match model.overlays.last_mut() {
        Some(Overlay::Filter(_)) => filter_line::paste(model, text),
        Some(Overlay::Palette(palette)) => insert(&mut palette.input, text),
        Some(Overlay::Comment(comment)) => insert(&mut comment.input, text),
        Some(Overlay::Goto(name) | Overlay::Find(name)) => insert(name, text),
        Some(Overlay::Export(dialog)) => {
            insert(&mut dialog.name, text);
            dialog.renamed();
        }
        _ => {}
    }
    Vec::new()
}

fn command(model: &mut Model, key: Key) -> Vec<Effect> {
    let in_detail = model.focus != Focus::List;
    let digits = model.digits.take();
    if let Some(digit) = model.setup.keys.digit(key, model.count.is_some(), in_detail) {
        count::digit(model, digit, digits);
        return Vec::new();
    }
    let count = model.count.take();
    if count.is_some() && key.code == KeyCode::Esc {
        return Vec::new();
    }
    if key == Key::control('c')
        && let Some(effects) = super::filtering::give_up(model)
    {
        return effects;
    }
    let Some(action) = model.setup.keys.lookup(key, in_detail) else { return Vec::new() };
    if let (Action::Show(_), KeyCode::Char(letter)) = (action, key.code)
        && let Some(digit) = letter.to_digit(10)
    {
        let mut digits = digits.unwrap_or_else(|| Digits::before(model));
        digits.push(digit);
        model.digits = Some(digits);
    }
    match count {
        Some(count @ 1..) => count::act_counted(model, action, count),
        _ => act(model, action),
    }
}

fn palette_line(model: &mut Model, mut palette: Palette, key: Key) -> Vec<Effect> {
    let last = palette.found().len().saturating_sub(1);
    match (key.code, key.modifiers.contains(KeyModifiers::CONTROL)) {
        (KeyCode::Esc, _) => return Vec::new(),
        (KeyCode::Enter, _) => {
            let Some(command) = palette.found().get(palette.chosen).copied() else { return Vec::new() };
            let text = command::invoked(palette.input.value()).map_or("", |(_, argument)| argument).to_owned();
            match argument::run(model, command, &text) {
                Ok(effects) => return effects,
                Err(fault) => palette.fault = Some(fault),
            }
        }
        (KeyCode::Up, _) | (KeyCode::Char('p'), true) => palette.chosen = palette.chosen.saturating_sub(1),
        (KeyCode::Tab, _) => complete_command(model, &mut palette),
        (KeyCode::Down, _) | (KeyCode::Char('n'), true) => palette.chosen = (palette.chosen + 1).min(last),
        _ => {
            if edit(&mut palette.input, key) {
                (palette.chosen, palette.fault) = (0, None);
            }
        }
    }
    model.overlays.push(Overlay::Palette(palette));
    Vec::new()
}

/// Completes the chosen command's name, or what stands behind it.
fn complete_command(model: &Model, palette: &mut Palette) {
    let text = palette.input.value();
    let completed = match command::invoked(text) {
        Some((command, begun)) => argument::completion(model, command, begun).map(|word| format!("{} {word}", command.name)),
        None => {
            palette.found().get(palette.chosen).map(|command| format!("{}{}", command.name, if command.takes.is_some() { " " } else { "" }))
        }
    };
    if let Some(text) = completed {
        (palette.input, palette.chosen, palette.fault) = (tui_input::Input::new(text), 0, None);
    }
}

fn help(model: &mut Model, scroll: usize, key: Key) -> Vec<Effect> {
    if let Some(scroll) = scrolled(&model.setup.keys, scroll, key, model.size.1) {
        model.overlays.push(Overlay::Help(scroll.min(view::help::last_top(model))));
    }
    Vec::new()
}

fn explained(model: &mut Model, mut explain: Explain, key: Key) -> Vec<Effect> {
    let step = model.setup.keys.lookup(key, false).filter(|action| matches!(action, Action::NextFinding | Action::PreviousFinding));
    if let Some(action) = step {
        let effects = act(model, action);
        let hand = model.findings_in_hand();
        if let Some((id, found)) = hand.first().and_then(|id| Some((*id, model.world.shown.finding(*id)?))) {
            explain = Explain { rule: found.rule, finding: id, scroll: 0 };
        }
        model.overlays.push(Overlay::Explain(explain));
        return effects;
    }
    if model.setup.keys.lookup(key, false) == Some(Action::OtherHalf) {
        if let Some(peer) = model.world.shown.finding(explain.finding).and_then(|finding| finding.peer) {
            return jump::peer(model, explain.finding, peer);
        }
        model.notice = Some("this finding is about one frame alone".to_owned());
    }
    if let Some(scroll) = scrolled(&model.setup.keys, explain.scroll, key, model.size.1) {
        explain.scroll = scroll.min(view::explain::last_top(model, &explain));
        model.overlays.push(Overlay::Explain(explain));
    }
    Vec::new()
}

fn evidence_key(model: &mut Model, mut evidence: Evidence, key: Key) -> Vec<Effect> {
    if let Some(scroll) = scrolled(&model.setup.keys, evidence.scroll, key, model.size.1) {
        evidence.scroll = scroll.min(view::evidence::last_top(model, &evidence));
        model.overlays.push(Overlay::Evidence(evidence));
    }
    Vec::new()
}

/// Where a key scrolls a text; `None` when it closes it.
pub(super) fn scrolled(keys: &Keymap, scroll: usize, key: Key, height: u16) -> Option<usize> {
    let page = usize::from(height / 2).max(1);
    match keys.lookup(key, false) {
        Some(Action::Down) => Some(scroll + 1),
        Some(Action::Up) => Some(scroll.saturating_sub(1)),
        Some(Action::HalfDown | Action::PageDown) => Some(scroll + page),
        Some(Action::HalfUp | Action::PageUp) => Some(scroll.saturating_sub(page)),
        Some(Action::First) => Some(0),
        Some(Action::Last) => Some(usize::MAX / 2),
        Some(Action::Close | Action::Quit | Action::Help | Action::Explain | Action::Evidence | Action::Open) => None,
        _ => Some(scroll),
    }
}
