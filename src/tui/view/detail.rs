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
use super::{findings, hex, message, tree};

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
        (Some(area), Some(field)) => selected(pen, area, field),
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
    pen.pieces(room, &[(" ", Role::Title), (&sign, role), (&subject(detail, model), Role::Title), (" ", Role::Title)]);
}

/// What the detail is about.
fn subject(detail: &Detail, model: &Model) -> String {
    let snapshot = &model.world.shown;
    let row = detail.subject.row;
    match detail.subject.view {
        View::Exchanges => {
            let id = ExchangeId::from_index(row);
            let Some(exchange) = snapshot.exchange(id) else { return evicted(model) };
            let method = snapshot.text(exchange.method);
            let method = if method.is_empty() { "exchange" } else { method };
            let outcome = column::cell(&column::Context::new(model), View::Exchanges, row, column::What::Outcome).text;
            format!("{} {}: {outcome}{}", id.number(), escape(method), peers(model, exchange.association, exchange.initiator))
        }
        View::Frames | View::Diagram => {
            let id = FrameId::from_index(row);
            let Some(frame) = snapshot.frame(id) else { return evicted(model) };
            format!(
                "{} {}{}",
                grouped(id.number()),
                frame.type_label(),
                peers(model, snapshot.association_of(frame), snapshot.direction_of(frame))
            )
        }
        View::Associations => peers(model, AssociationId::from_index(row), Direction::C2s).trim_start_matches([' ', '\u{b7}']).to_owned(),
        View::Conformance => column::cell(&column::Context::new(model), View::Conformance, row, column::What::Name).text.into_owned(),
        View::Channels => String::new(),
        View::Findings if group_named(row).is_some() => group::title(&model.world, row),
        View::Findings => snapshot.findings.get(row).map_or_else(
            || evicted(model),
            |finding| {
                let peers = finding.association.map_or_else(String::new, |id| {
                    let frame = finding.frame.and_then(|frame| snapshot.frame(frame));
                    peers(model, id, frame.map_or(Direction::C2s, |frame| snapshot.direction_of(frame)))
                });
                format!("{}{peers}", finding.rule.id)
            },
        ),
    }
}

fn evicted(model: &Model) -> String {
    format!("this row was let go; {} reads it back", model.hint(Action::Earlier))
}

/// The association, and its peers in the order in which what is shown went.
fn peers(model: &Model, id: AssociationId, direction: Direction) -> String {
    let Some(row) = model.world.shown.association(id) else { return String::new() };
    let (from, to) = if direction == Direction::C2s { (row.client, row.server) } else { (row.server, row.client) };
    format!(" \u{b7} association {} \u{b7} {from} {} {to}", model.world.number(id), model.glyphs().direction[0])
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
fn selected(pen: &mut Pen<'_>, area: Rect, field: &Field) {
    pen.fill(area, Role::Bar);
    let name = if field.path.is_empty() { &field.label } else { field.path };
    let range = if field.span.is_empty() { String::new() } else { format!("  octets {}\u{2013}{}", field.span.start, field.span.end - 1) };
    let mut used =
        pen.pieces(area, &[(" ", Role::Bar), (name, Role::Key), (&range, Role::Dim), ("  ", Role::Bar), (&field.text, Role::Text)]);
    if let Some((mark, note)) = &field.note {
        used += pen.put(from(area, used), "  ", Role::Bar);
        pen.put(from(area, used), note, tree::role_of_mark(*mark));
    }
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
