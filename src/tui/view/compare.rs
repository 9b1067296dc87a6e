//! Two frames compared: side by side where there is room, else one above the other.

use ratatui::layout::Rect;

use crate::base::text::grouped;
use crate::tui::compare::{Comparison, Pair, Standing};
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::pen::{Pen, from, line};

/// From this width on, the frames stand side by side.
const SIDE_BY_SIDE: u16 = 100;

/// Draws the comparison over the whole screen but the last line.
pub fn draw(pen: &mut Pen<'_>, screen: Rect, comparison: &Comparison, model: &Model) {
    let area = Rect { height: screen.height.saturating_sub(1), ..screen };
    pen.fill(area, Role::Text);
    let head = line(area, 0);
    pen.fill(head, Role::Tab);
    let [one, other] = comparison.frames.map(|frame| grouped(frame.number()));
    pen.put(from(head, 1), &format!("frame {one} and frame {other}    d differences, n next, Esc closes"), Role::Tab);
    let Some(_) = &comparison.pairs else {
        pen.put(from(line(area, 1), 1), "the frames are being read", Role::Dim);
        return;
    };
    let differing = format!("{} fields differ; {}", grouped(comparison.differing() as u64), comparison.messages);
    pen.put(from(line(area, 1), 1), &differing, if comparison.differing() == 0 { Role::Good } else { Role::Warning });
    let body = Rect { y: area.y + 3, height: area.height.saturating_sub(3), ..area };
    if area.width >= SIDE_BY_SIDE {
        titles(pen, line(area, 2), comparison, model);
        side_by_side(pen, body, comparison);
    } else {
        one_above_the_other(pen, Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..area }, comparison);
    }
}

/// What a frame is, in a few words.
fn name(model: &Model, frame: crate::base::id::FrameId) -> String {
    let row = model.world.shown.frame(frame);
    let what = row.map_or_else(String::new, |row| {
        let arrow = model.glyphs().of_direction(model.world.shown.direction_of(row));
        format!("{arrow} {}", row.type_label())
    });
    format!("{} {what}", grouped(frame.number()))
}

fn titles(pen: &mut Pen<'_>, on: Rect, comparison: &Comparison, model: &Model) {
    for (at, frame) in comparison.frames.into_iter().enumerate() {
        let style = pen.style(Role::Head);
        pen.text(column(on, at), &name(model, frame), style);
    }
}

/// The part of a line that belongs to a frame: the label stands before both.
fn column(on: Rect, at: usize) -> Rect {
    let label = on.width / 4;
    let half = (on.width - label) / 2;
    let skip = label + half * u16::from(at > 0);
    Rect { width: half.saturating_sub(1), ..from(on, skip) }
}

fn sign(standing: Standing) -> (&'static str, Role) {
    match standing {
        Standing::Same => (" ", Role::Dim),
        Standing::Differs => ("!", Role::Warning),
        Standing::Spelled => ("~", Role::Note),
        Standing::First => ("-", Role::Client),
        Standing::Second => ("+", Role::Server),
    }
}

fn label(pair: &Pair) -> String {
    format!("{}{}", "  ".repeat(usize::from(pair.depth.min(12))), pair.label)
}

fn side_by_side(pen: &mut Pen<'_>, area: Rect, comparison: &Comparison) {
    for (at, pair) in comparison.shown().skip(comparison.scroll).take(usize::from(area.height)).enumerate() {
        let on = line(area, at);
        let (sign, role) = sign(pair.standing);
        pen.put(from(on, 1), sign, role);
        let room = Rect { width: (on.width / 4).saturating_sub(4), ..from(on, 3) };
        pen.put(room, &label(pair), if pair.standing == Standing::Same { Role::Dim } else { role });
        for (at, text) in pair.texts.iter().enumerate() {
            pen.put(column(on, at), text, if pair.standing == Standing::Same { Role::Dim } else { Role::Text });
        }
    }
}

fn one_above_the_other(pen: &mut Pen<'_>, area: Rect, comparison: &Comparison) {
    let mut at = 0;
    for pair in comparison.shown().skip(comparison.scroll) {
        if at >= usize::from(area.height) {
            return;
        }
        let parts: Vec<(&str, Role, &str)> = match pair.standing {
            Standing::Same => vec![(" ", Role::Dim, &pair.texts[0])],
            Standing::Spelled => vec![("~", Role::Note, &pair.texts[0])],
            Standing::First => vec![("-", Role::Client, &pair.texts[0])],
            Standing::Second => vec![("+", Role::Server, &pair.texts[1])],
            Standing::Differs => vec![("-", Role::Client, &pair.texts[0]), ("+", Role::Server, &pair.texts[1])],
        };
        let label = label(pair);
        for (sign, role, text) in parts {
            let on = line(area, at);
            let used = pen.put(on, sign, role) + 1;
            let used = used + pen.put(Rect { width: (on.width * 2 / 5).saturating_sub(1), ..from(on, used) }, &label, role) + 1;
            pen.put(from(on, used.max(on.width / 4)), text, if pair.standing == Standing::Same { Role::Dim } else { Role::Text });
            at += 1;
        }
    }
}
