//! The field tree: label, value, remark.

use ratatui::layout::Rect;

use crate::base::tree::{Field, Mark};
use crate::tui::column::role_of;
use crate::tui::detail::Detail;
use crate::tui::detail::fold::{DEEPEST, Folds, Line};
use crate::tui::theme::Role;

use super::pen::{Pen, columns, from, line};

/// Values begin at this column, where labels leave room.
const VALUE_AT: u16 = 20;

/// Draws the visible lines.
pub fn draw(pen: &mut Pen<'_>, area: Rect, detail: &Detail, has_focus: bool) {
    let folds = &detail.folds;
    if folds.lines().is_empty() {
        let why = detail.failure.as_deref().unwrap_or(if detail.waits { "octets are being read" } else { "no field" });
        pen.put(from(line(area, 0), 1), why, Role::Dim);
        return;
    }
    let top = folds.top(usize::from(area.height));
    for (at, shown) in folds.lines().iter().enumerate().skip(top).take(usize::from(area.height)) {
        let on = line(area, at - top);
        let is_selected = at == folds.position();
        let ground = match (is_selected, has_focus) {
            (false, _) => pen.palette.base,
            (true, true) => pen.style(Role::Selected),
            (true, false) => pen.style(Role::Resting),
        };
        pen.buffer.set_style(on, ground);
        field(pen, on, folds, shown, is_selected);
        let next = folds.lines().get(at + 1).map_or_else(|| folds.tree().fields.len(), |next| next.field);
        if let Some(severity) = detail.evidence.of_fields(&(shown.field..next)) {
            let style = pen.palette.over(ground, role_of(severity), is_selected);
            let sign = pen.glyphs.of_severity(severity);
            pen.text(Rect { width: 1, ..on }, sign, style);
        }
    }
}

/// The role of a remark.
pub const fn role_of_mark(mark: Mark) -> Role {
    match mark {
        Mark::Plain => Role::Dim,
        Mark::Warn => Role::Warning,
        Mark::Bad => Role::Error,
    }
}

fn field(pen: &mut Pen<'_>, on: Rect, folds: &Folds, shown: &Line, is_selected: bool) {
    let Some(field) = folds.tree().fields.get(shown.field) else { return };
    let ground = pen.buffer.cell((on.x, on.y)).map(ratatui::buffer::Cell::style).unwrap_or_default();
    let (label, value, branch) =
        (pen.palette.over(ground, label_role(field), is_selected), ground, pen.palette.over(ground, Role::Border, is_selected));
    let mut used = 1 + pen.text(from(on, 1), &prefix(pen, field.depth.min(DEEPEST), shown), branch);
    used += pen.said(from(on, used), &field.label, label) + 1;
    used = used.max(VALUE_AT.min(on.width / 2));
    let Some((mark, note)) = &field.note else {
        pen.said(from(on, used), &field.text, value);
        return;
    };
    let note = format!("{}{note}", sign(pen, *mark));
    let room = from(on, used);
    if !field.text.is_empty() {
        let least = if *mark == Mark::Plain { room.width } else { room.width / 3 };
        let kept = room.width.saturating_sub(columns(&note) + 2).max(least);
        used += pen.said(Rect { width: kept, ..room }, &field.text, value) + 2;
    }
    let style = pen.palette.over(ground, role_of_mark(*mark), is_selected);
    pen.said(from(on, used), &note, style);
}

fn label_role(field: &Field) -> Role {
    if field.depth == 0 { Role::Title } else { Role::Dim }
}

/// The sign before a remark, so that colour is not the only one.
fn sign(pen: &Pen<'_>, mark: Mark) -> String {
    match mark {
        Mark::Plain => String::new(),
        Mark::Warn => format!("{} ", pen.glyphs.severity[1]),
        Mark::Bad => format!("{} ", pen.glyphs.severity[0]),
    }
}

/// Lines of the ancestors, the field's own branch, and whether it can be unfolded.
fn prefix(pen: &Pen<'_>, depth: u8, shown: &Line) -> String {
    let [more, last, on, nothing] = pen.glyphs.branch;
    let mut out = String::new();
    for level in 1..depth {
        out.push_str(if shown.goes_on & (1 << level) == 0 { nothing } else { on });
    }
    if depth > 0 {
        out.push_str(if shown.goes_on & (1 << depth) == 0 { last } else { more });
    }
    match (shown.is_group, shown.is_folded) {
        (true, folded) => out.push_str(pen.glyphs.fold[usize::from(!folded)]),
        (false, _) => out.push(' '),
    }
    out
}
