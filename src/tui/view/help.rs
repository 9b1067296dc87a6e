//! What is special to the view in front, then all keys: the table of commands, printed.

use ratatui::layout::Rect;

use crate::tui::command::COMMANDS;
use crate::tui::guide;
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::pen::{Pen, from, line, wrap};

/// Columns of the panel.
const WIDTH: u16 = 88;
/// Where names of commands stand, and what commands do; without room for names, what they do.
const NAME_AT: u16 = 15;
const DOC_AT: u16 = 34;
const NARROW_AT: u16 = 12;

/// A line of the help: keys, name of the command, what it does, and the column where that stands.
struct Line {
    keys: String,
    name: &'static str,
    text: String,
    at: u16,
    role: Role,
}

/// How counts are typed.
const COUNTS: &str = "A number before a command repeats it or says which row: 10j, 20k, 18G. A digit that has no view (0, 8, 9) right \
behind digits of views makes all of them a count, and what was in front comes back. Otherwise a 0 in front begins a count: \
03G, 05].";

/// Draws the help.
pub fn draw(pen: &mut Pen<'_>, screen: Rect, scroll: usize, model: &Model) {
    let lines = lines(model, WIDTH.min(screen.width).saturating_sub(2));
    let height = u16::try_from(lines.len() + 1).unwrap_or(u16::MAX).min(screen.height.saturating_sub(2));
    let title = format!("view {}, {}    Esc closes", model.view.number(), model.view.title());
    let inner = super::panel(pen, screen, WIDTH, height, &title);
    let room = usize::from(inner.height);
    let top = scroll.min(lines.len().saturating_sub(room));
    for (at, told) in lines.iter().skip(top).take(room).enumerate() {
        let on = line(inner, at);
        pen.put(Rect { width: told.at.saturating_sub(1).min(14), ..on }, &told.keys, Role::Key);
        if told.at > NAME_AT {
            pen.put(Rect { width: 18, ..from(on, NAME_AT) }, told.name, Role::Dim);
        }
        pen.put(from(on, told.at), &told.text, told.role);
    }
}

/// Lines that may be scrolled down until the last one shows.
pub fn last_top(model: &Model) -> usize {
    lines(model, WIDTH.min(model.size.0).saturating_sub(2)).len().saturating_sub(usize::from(model.size.1.saturating_sub(3)))
}

fn lines(model: &Model, width: u16) -> Vec<Line> {
    let (about, special) = guide::of(model.view);
    let mut out = Vec::new();
    let is_wide = width >= 70;
    let (special_at, doc_at) = if is_wide { (NAME_AT, DOC_AT) } else { (NARROW_AT, NARROW_AT) };
    tell(&mut out, (about, Role::Title), width, 0, (String::new(), ""));
    for (action, text) in special {
        match action {
            Some(action) => tell(&mut out, (text, Role::Text), width, special_at, (model.hint(*action), "")),
            None => tell(&mut out, (text, Role::Dim), width, 0, (String::new(), "")),
        }
    }
    heading(&mut out, "all keys");
    for command in COMMANDS {
        tell(&mut out, (command.doc, Role::Text), width, doc_at, (model.setup.keys.labels(command), command.name));
    }
    heading(&mut out, "counts");
    tell(&mut out, (COUNTS, Role::Dim), width, 0, (String::new(), ""));
    out
}

fn heading(out: &mut Vec<Line>, text: &str) {
    let line = |text: &str, role| Line { keys: String::new(), name: "", text: text.to_owned(), at: 0, role };
    out.extend([line("", Role::Text), line(text, Role::Title)]);
}

/// Adds a text from a column on, in as many lines as it takes; keys and name stand before the first.
fn tell(out: &mut Vec<Line>, (text, role): (&str, Role), width: u16, at: u16, (keys, name): (String, &'static str)) {
    let mut before = Some((keys, name));
    for text in wrap(text, width.saturating_sub(at), usize::MAX) {
        let (keys, name) = before.take().unwrap_or_default();
        out.push(Line { keys, name, text, at, role });
    }
}
