//! The carried message as text: JSON laid out, or the text of the wire.

use ratatui::layout::Rect;

use crate::base::text::grouped;
use crate::base::tree::Buffer;
use crate::tui::column::role_of;
use crate::tui::detail::Detail;
use crate::tui::detail::message::layout::{Line, indent};
use crate::tui::detail::message::piece::{Kind, pieces};
use crate::tui::detail::message::{Row, unit};
use crate::tui::theme::Role;

use super::pen::{Pen, from, line};

/// Columns in front of a line: the sign of a finding, and of a fold.
const GUTTER: u16 = 2;
/// Octets of a value that its line shows; the line is no wider than a screen.
const SHOWN: usize = 1024;

/// Draws the visible lines.
pub fn draw(pen: &mut Pen<'_>, area: Rect, detail: &Detail, has_focus: bool) {
    let height = usize::from(area.height);
    let top = detail.message.top(height);
    for at in 0..height {
        let Some(row) = detail.message.row(top + at) else { break };
        let on = line(area, at);
        let is_selected = top + at == detail.message.position();
        let ground = match (is_selected, has_focus) {
            (false, _) => pen.palette.base,
            (true, true) => pen.style(Role::Selected),
            (true, false) => pen.style(Role::Resting),
        };
        pen.buffer.set_style(on, ground);
        match row {
            Row::Line(shown, is_folded) => {
                signs(pen, on, detail, &shown, (is_folded, is_selected));
                text(pen, on, detail, &shown, (is_folded, is_selected));
            }
            Row::More(left) => {
                let next = size(detail.message.next_page() as u64);
                let words = format!("{} {} more: Enter shows the next {next}", pen.glyphs.cut, size(left as u64));
                let style = pen.palette.over(ground, Role::Key, is_selected);
                pen.text(from(on, GUTTER), &words, style);
            }
        }
    }
}

/// Octets as people say how many.
fn size(octets: u64) -> String {
    match octets {
        0..1024 => format!("{octets} octets"),
        1024..1_048_576 => format!("{} KiB", grouped(octets.div_ceil(1024))),
        _ => format!("{}.{} MiB", grouped(octets >> 20), ((octets % (1 << 20)) * 10) >> 20),
    }
}

fn signs(pen: &mut Pen<'_>, on: Rect, detail: &Detail, shown: &Line, (is_folded, is_selected): (bool, bool)) {
    let ground = pen.buffer.cell((on.x, on.y)).map(ratatui::buffer::Cell::style).unwrap_or_default();
    let start = detail.blocks.message_at();
    let range = start + shown.span.start as usize..start + shown.span.end as usize;
    if let Some(severity) = detail.evidence.begins_in(Buffer::Payload, &range) {
        let style = pen.palette.over(ground, role_of(severity), is_selected);
        let sign = pen.glyphs.of_severity(severity);
        pen.text(Rect { width: 1, ..on }, sign, style);
    }
    if shown.opens {
        let style = pen.palette.over(ground, Role::Border, is_selected);
        let sign = pen.glyphs.fold[usize::from(!is_folded)];
        pen.text(Rect { width: 1, ..from(on, 1) }, sign, style);
    }
}

fn text(pen: &mut Pen<'_>, on: Rect, detail: &Detail, shown: &Line, (is_folded, is_selected): (bool, bool)) {
    let ground = pen.buffer.cell((on.x, on.y)).map(ratatui::buffer::Cell::style).unwrap_or_default();
    let mut used = GUTTER + u16::try_from(indent(shown.depth)).unwrap_or(0);
    let room = usize::from(from(on, used).width);
    for (text, kind) in pieces(detail.blocks.message(), shown, detail.message.is_pretty(), room) {
        let style = pen.palette.over(ground, role(kind), is_selected);
        used += pen.text(from(on, used), &text, style);
    }
    if is_folded {
        let unit = if shown.count == 1 { "value" } else { "values" };
        let hidden = format!(" {} {} {unit}", pen.glyphs.cut, grouped(shown.count.into()));
        let style = pen.palette.over(ground, Role::Dim, is_selected);
        used += pen.text(from(on, used), &hidden, style);
    }
    if detail.is_repeated(shown) {
        let style = pen.palette.over(ground, Role::Warning, is_selected);
        let note = format!("  {} repeated name", pen.glyphs.severity[1]);
        pen.text(from(on, used), &note, style);
    }
}

const fn role(kind: Kind) -> Role {
    match kind {
        Kind::Mark => Role::Dim,
        Kind::Name => Role::Title,
        Kind::Text => Role::Text,
        Kind::Escape => Role::Key,
        Kind::Number => Role::Client,
        Kind::Word => Role::Server,
        Kind::Odd => Role::Error,
    }
}

/// Draws the selected value in one line: where it stands, which octets it is, and how it is spelled.
pub fn selected(pen: &mut Pen<'_>, area: Rect, detail: &Detail) {
    pen.fill(area, Role::Bar);
    let octets = detail.blocks.message();
    let Some(span) = detail.message.selected_span(octets) else { return };
    let at = detail.blocks.message_at() as u64;
    let path = detail.message.path(octets);
    let name = if path.is_empty() { "message" } else { &path };
    let range = format!("  octets {}\u{2013}{}  ", at + u64::from(span.start), (at + u64::from(span.end)).saturating_sub(1));
    let spelled = span.of(octets);
    let (text, _) = unit::text(spelled.get(..SHOWN.min(spelled.len())).unwrap_or_default(), false);
    pen.pieces(area, &[(" ", Role::Bar), (name, Role::Key), (&range, Role::Dim), (&text, Role::Text)]);
}
