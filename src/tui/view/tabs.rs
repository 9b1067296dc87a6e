//! The views by their number keys, and at the right what holds for all of them.

use ratatui::layout::Rect;

use crate::base::text::grouped;
use crate::tui::command::{Action, View};
use crate::tui::looks::Grouping;
use crate::tui::model::Model;
use crate::tui::sort;
use crate::tui::theme::Role;
use crate::tui::world::Picture;

use super::pen::{Pen, columns, from};
use super::title;

/// Draws the line; with `counts`, findings too, for want of a title line.
pub fn draw(pen: &mut Pen<'_>, area: Rect, model: &Model, counts: bool) {
    let mut used = 0;
    for (label, view) in labels(model, area.width) {
        let role = if view == model.view { Role::Tab } else { Role::Dim };
        used += pen.put(from(area, used), &label, role);
    }
    let mut rest = from(area, used + 1);
    if counts {
        rest.width = rest.width.saturating_sub(title::brief_counts(pen, rest, model) + 1);
    }
    for (text, role) in fitting(states(model), rest.width).into_iter().rev() {
        let style = pen.style(role);
        rest.width = rest.width.saturating_sub(pen.text_right(rest, &text, style) + 2);
    }
}

/// What fits into a width, in its order: warnings come before what is good to know.
fn fitting(states: Vec<(String, Role)>, width: u16) -> Vec<(String, Role)> {
    let mut left = width;
    let mut fits: Vec<bool> = vec![false; states.len()];
    for wanted in [true, false] {
        for ((text, _), fits) in states.iter().zip(&mut fits).rev().filter(|((_, role), _)| (*role == Role::Warning) == wanted) {
            *fits = columns(text) + 2 <= left;
            left -= if *fits { columns(text) + 2 } else { 0 };
        }
    }
    states.into_iter().zip(fits).filter(|(_, fits)| *fits).map(|(state, _)| state).collect()
}

/// The view whose tab covers a column.
pub fn at(model: &Model, area: Rect, column: u16) -> Option<View> {
    let mut end = area.x;
    let found = labels(model, model.size.0).into_iter().find(|(label, _)| {
        end += columns(label);
        column < end
    });
    found.map(|(_, view)| view)
}

fn labels(model: &Model, width: u16) -> Vec<(String, View)> {
    let named = |form: &dyn Fn(&str, View) -> String| -> Vec<(String, View)> {
        let labels = View::ALL.into_iter().map(|view| {
            let key = model.hint(Action::Show(view));
            let number = if columns(&key) == 1 { key } else { view.number().to_string() };
            (form(&number, view), view)
        });
        labels.collect()
    };
    let whole = named(&|number, view| format!(" {number} {}  ", view.title()));
    let short = named(&|number, view| format!(" {number} {} ", view.short()));
    // What is so gives no way to the long names of views.
    let states = states(model).into_iter().map(|(text, _)| columns(&text) + 2);
    let counts = model.areas().filter(|areas| areas.title.is_none()).map(|_| title::brief_width(model) + 2);
    let beside: u16 = states.chain(counts).sum();
    let fits = |labels: &[(String, View)]| labels.iter().map(|(label, _)| columns(label)).sum::<u16>() + beside <= width;
    match width {
        0..=59 => named(&|number, view| if view == model.view { format!("{number}{} ", view.short()) } else { format!("{number} ") }),
        _ if fits(&whole) => whole,
        _ if fits(&short) => short,
        _ => named(&|number, view| format!(" {number}{}", view.short())),
    }
}

fn states(model: &Model) -> Vec<(String, Role)> {
    let mut out = Vec::new();
    let facts = &model.world.facts;
    let sealed = facts.sealed_total();
    if sealed > 0 {
        let role = if facts.opened == 0 { Role::Warning } else { Role::Dim };
        out.push((format!("opened {} of {}", grouped(facts.opened), grouped(facts.opened + sealed)), role));
    } else if facts.opened > 0 {
        out.push(("all opened".to_owned(), Role::Dim));
    }
    let (first, _) = model.world.bounds(model.view);
    if first > 0 && model.view != View::Conformance {
        out.push((format!("1\u{2013}{} let go", grouped(first as u64)), Role::Warning));
    }
    let (sign, later) = (model.glyphs().pause, grouped(model.world.held_back(model.view) as u64));
    let state = match model.world.picture {
        Picture::Newest => None,
        _ if model.size.0 < 60 => Some(""),
        Picture::Held => Some(" paused"),
        Picture::Earlier => Some(" earlier"),
    };
    out.extend(state.map(|state| (format!("{sign}{state} +{later}"), Role::Warning)));
    out.extend(order(model).map(|text| (text, Role::Dim)));
    if model.follow {
        let follows = model.list().is_at_end() && model.world.picture == Picture::Newest;
        let role = if follows { Role::Good } else { Role::Dim };
        out.push((format!("{} follow", model.glyphs().follow), role));
    }
    out
}

/// How rows stand, where that is not as the view begins; which association shows.
fn order(model: &Model) -> Option<String> {
    let looks = &model.looks;
    let grouped = model.view == View::Findings && looks.grouping != Grouping::None;
    let keys = sort::keys(model.view, grouped);
    let order = looks.sort[model.view as usize];
    let way = model.glyphs().sorted[usize::from(order.is_descending(keys))];
    let sorted = (!order.is_default() && !keys.is_empty()).then(|| format!("{way} {}", order.by(keys).name()));
    let of = match model.view {
        View::Findings => Some(if grouped { format!("by {}", looks.grouping.name()) } else { "one list".to_owned() }),
        View::Channels => {
            Some(looks.lanes_of.map_or_else(|| "all associations".to_owned(), |id| format!("association {}", model.world.number(id))))
        }
        // Where there is room the head of the ladder tells it.
        View::Diagram if model.size.0 < 66 => {
            Some(format!("as {} of {}", model.world.number(model.diagram_of()), model.world.associations().len()))
        }
        _ => None,
    };
    let parts: Vec<String> = of.into_iter().chain(sorted).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}
