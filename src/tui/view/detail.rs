//! The detail: a title, the tree beside the octets, the selected field in one line, the finding in hand.

use ratatui::layout::Rect;

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, ExchangeId, FrameId};
use crate::base::text::{escape, grouped};
use crate::base::tree::Field;
use crate::tui::column;
use crate::tui::command::{Action, View};
use crate::tui::detail::memory::Reading;
use crate::tui::detail::{Detail, group};
use crate::tui::layout::{DetailAreas, Focus};
use crate::tui::looks::group_named;
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::pen::{Pen, columns, from, line};
use super::{ends, findings, hex, message, tree};

/// Draws the detail.
pub fn draw<'a>(pen: &mut Pen<'a>, areas: &DetailAreas, detail: &Detail, model: &'a Model) {
    title(pen, areas.title, detail, model);
    let light = pen.light;
    if let Some(find) = &model.find {
        pen.light = (&find.light, pen.palette.of(Role::Lit));
    }
    if let Some(area) = areas.tree {
        match detail.reading {
            Reading::Fields => tree::draw(pen, area, detail, model.focus == Focus::Tree),
            Reading::Pretty | Reading::Raw => message::draw(pen, area, detail, model.focus == Focus::Tree),
        }
    }
    pen.light = light;
    if let Some(area) = areas.hex {
        hex::draw(pen, area, detail, model);
    }
    wall(pen, areas);
    match (areas.field, detail.folds.selected()) {
        (Some(area), _) if detail.reading != Reading::Fields => message::selected(pen, area, detail),
        (Some(area), Some(field)) => {
            let used = selected(pen, area, field);
            if detail.is_at_rest() {
                pen.put(from(area, used), &format!("; {} reads on in the message", model.hint(Action::Open)), Role::Key);
            }
        }
        _ => {}
    }
    if let Some(area) = areas.findings {
        findings::draw(pen, area, detail, model);
    }
}

fn title(pen: &mut Pen<'_>, area: Rect, detail: &Detail, model: &Model) {
    let line = pen.glyphs.rule.repeat(usize::from(area.width));
    pen.put(area, &line, Role::Border);
    let right = format!(" {} ", frames(detail, model));
    let used = if columns(&right) > 2 && columns(&right) + 24 < area.width {
        let style = pen.style(Role::Dim);
        pen.text_right(Rect { width: area.width - 1, ..area }, &right, style) + 2
    } else {
        0
    };
    let room = Rect { width: area.width.saturating_sub(used + 3), ..from(area, 1) };
    let worst = detail.findings.iter().filter_map(|id| model.world.shown.finding(*id)).map(|finding| finding.severity).max();
    let sign = worst.map_or_else(String::new, |severity| format!("{} ", pen.glyphs.of_severity(severity)));
    let role = worst.map_or(Role::Title, column::role_of);
    let (subject, peers) = subject(detail, model);
    let left = room.width.saturating_sub(columns(&sign) + columns(&pen.drawn(&subject)) + 2);
    let ends = peers.map_or_else(String::new, |(id, direction)| ends::within(model, id, direction, left));
    pen.pieces(room, &[(" ", Role::Title), (&sign, role), (&subject, Role::Title), (&ends, Role::Title), (" ", Role::Title)]);
}

/// What the detail is about, and the association with the direction in which what is shown went.
fn subject(detail: &Detail, model: &Model) -> (String, Option<(AssociationId, Direction)>) {
    let snapshot = &model.world.shown;
    let row = detail.subject.row;
    let cell = |what| column::cell(&column::Context::new(model), detail.subject.view, row, what).text.into_owned();
    match detail.subject.view {
        View::Exchanges => {
            let id = ExchangeId::from_index(row);
            let Some(exchange) = snapshot.exchange(id) else { return (evicted(model), None) };
            let method = snapshot.text(exchange.method);
            let method = if method.is_empty() { "exchange" } else { method };
            let subject = format!("{} {}: {}", id.number(), escape(method), cell(column::What::Outcome));
            (subject, Some((exchange.association, exchange.initiator)))
        }
        View::Frames | View::Diagram => {
            let id = FrameId::from_index(row);
            let Some(frame) = snapshot.frame(id) else { return (evicted(model), None) };
            let subject = format!("{} {}", grouped(id.number()), frame.type_label());
            (subject, Some((snapshot.association_of(frame), snapshot.direction_of(frame))))
        }
        View::Associations => {
            let id = AssociationId::from_index(row);
            (format!("association {}", model.world.number(id)), Some((id, Direction::C2s)))
        }
        View::Conformance => (cell(column::What::Name), None),
        View::Channels => (String::new(), None),
        View::Findings if group_named(row).is_some() => (group::title(&model.world, row), None),
        View::Findings => snapshot.findings.get(row).map_or_else(
            || (evicted(model), None),
            |finding| {
                let frame = finding.frame.and_then(|frame| snapshot.frame(frame));
                let direction = frame.map_or(Direction::C2s, |frame| snapshot.direction_of(frame));
                (finding.rule.id.to_owned(), finding.association.map(|id| (id, direction)))
            },
        ),
    }
}

fn evicted(model: &Model) -> String {
    format!("this row was let go; {} reads it back", model.hint(Action::Earlier))
}

/// Which frame is shown, and which others there are.
fn frames(detail: &Detail, model: &Model) -> String {
    let snapshot = &model.world.shown;
    let Some(shown) = detail.frame else { return String::new() };
    let exchange = snapshot.frame(shown).and_then(|frame| snapshot.exchange(frame.exchange()?));
    let Some(exchange) = exchange else { return format!("frame {}", grouped(shown.number())) };
    let half = |name: &str, frame: Option<FrameId>| {
        frame.map(|frame| {
            let (open, close) = if frame == shown { ("[", "]") } else { ("", "") };
            format!("{open}{name} {}{close}", grouped(frame.number()))
        })
    };
    let known = [half("request", exchange.request), half("reply", exchange.reply)];
    let mut parts: Vec<String> = known.into_iter().flatten().collect();
    if Some(shown) != exchange.request && Some(shown) != exchange.reply {
        parts.push(format!("[frame {}]", grouped(shown.number())));
    }
    parts.join(" \u{b7} ")
}

/// The selected field whole: its filter path, its value, its remark.
/// Returns the columns used.
fn selected(pen: &mut Pen<'_>, area: Rect, field: &Field) -> u16 {
    pen.fill(area, Role::Bar);
    let name = if field.path.is_empty() { &field.label } else { field.path };
    let range = if field.span.is_empty() { String::new() } else { format!("  octets {}\u{2013}{}", field.span.start, field.span.end - 1) };
    let mut used =
        pen.pieces(area, &[(" ", Role::Bar), (name, Role::Key), (&range, Role::Dim), ("  ", Role::Bar), (&field.text, Role::Text)]);
    if let Some((mark, note)) = &field.note {
        used += pen.put(from(area, used), "  ", Role::Bar);
        used += pen.put(from(area, used), note, tree::role_of_mark(*mark));
    }
    used
}

/// The line between tree and octets that stand side by side.
fn wall(pen: &mut Pen<'_>, areas: &DetailAreas) {
    let (Some(tree), Some(hex)) = (areas.tree, areas.hex) else { return };
    if hex.x <= tree.x {
        return;
    }
    let wall = pen.glyphs.wall;
    let between = Rect { x: tree.right(), width: 1, ..tree };
    for at in 0..usize::from(between.height) {
        pen.put(line(between, at), wall, Role::Border);
    }
}
