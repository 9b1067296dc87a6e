//! The views by their number keys, and at the right what holds for all of them.

use ratatui::layout::Rect;

use crate::base::text::grouped;
use crate::tui::command::{Action, View};
use crate::tui::looks::Grouping;
use crate::tui::model::Model;
use crate::tui::sort;
use crate::tui::theme::Role;

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
    for (text, role) in states(model).into_iter().rev() {
        if columns(&text) + 2 <= rest.width {
            let style = pen.style(role);
            rest.width = rest.width.saturating_sub(pen.text_right(rest, &text, style) + 2);
        }
    }
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
    View::ALL
        .into_iter()
        .map(|view| {
            let key = model.hint(Action::Show(view));
            let number = if columns(&key) == 1 { key } else { view.number().to_string() };
            let label = match width {
                0..=59 if view == model.view => format!("{number}{} ", view.short()),
                0..=59 => format!("{number} "),
                60..=109 => format!(" {number} {} ", view.short()),
                _ => format!(" {number} {}  ", view.title()),
            };
            (label, view)
        })
        .collect()
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
    if model.world.paused {
        let held = model.world.held_back(model.view) as u64;
        out.push((format!("{} paused +{}", model.glyphs().pause, grouped(held)), Role::Warning));
    }
    out.extend(order(model).map(|text| (text, Role::Dim)));
    if model.follow {
        let role = if model.list().is_at_end() { Role::Good } else { Role::Dim };
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
