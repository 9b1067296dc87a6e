//! What is special to the view in front, then all keys: the table of commands, printed.

use ratatui::layout::Rect;

use crate::tui::command::COMMANDS;
use crate::tui::guide;
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::pen::{Pen, from, line, wrap};

/// Columns of the panel.
const WIDTH: u16 = 88;

/// A line of the help: keys, name of the command, what it does.
struct Line {
    keys: String,
    name: &'static str,
    text: String,
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
        if told.keys.is_empty() && told.name.is_empty() {
            pen.put(on, &told.text, told.role);
            continue;
        }
        let (name_at, doc_at) = if inner.width >= 70 { (15, 34) } else { (12, 12) };
        pen.put(Rect { width: 14.min(on.width), ..on }, &told.keys, Role::Key);
        if doc_at > name_at {
            pen.put(Rect { width: 18, ..from(on, name_at) }, told.name, Role::Dim);
        }
        pen.put(from(on, if told.name.is_empty() { name_at } else { doc_at }), &told.text, told.role);
    }
}

/// Lines that may be scrolled down until the last one shows.
pub fn last_top(model: &Model) -> usize {
    lines(model, WIDTH.min(model.size.0).saturating_sub(2)).len().saturating_sub(usize::from(model.size.1.saturating_sub(3)))
}

fn lines(model: &Model, width: u16) -> Vec<Line> {
    let (about, special) = guide::of(model.view);
    let prose = |text: String, role: Role| Line { keys: String::new(), name: "", text, role };
    let mut out: Vec<Line> = wrap(about, width, 4).into_iter().map(|text| prose(text, Role::Title)).collect();
    for (action, text) in special {
        match action {
            Some(action) => out.push(Line { keys: model.hint(*action), name: "", text: (*text).to_owned(), role: Role::Text }),
            None => out.extend(wrap(text, width, 4).into_iter().map(|text| prose(text, Role::Dim))),
        }
    }
    out.push(prose(String::new(), Role::Text));
    out.push(prose("all keys".to_owned(), Role::Title));
    out.extend(COMMANDS.iter().map(|command| Line {
        keys: model.setup.keys.labels(command),
        name: command.name,
        text: command.doc.to_owned(),
        role: Role::Text,
    }));
    out.push(prose(String::new(), Role::Text));
    out.push(prose("counts".to_owned(), Role::Title));
    out.extend(wrap(COUNTS, width, 6).into_iter().map(|text| prose(text, Role::Dim)));
    out
}
