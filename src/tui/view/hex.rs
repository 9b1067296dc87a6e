//! The octets: offset, hexadecimal, text. The selected field's are lit.

use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use crate::base::id::FrameId;
use crate::base::text::{count_of, grouped};
use crate::base::tree::Buffer;
use crate::store::row::Protection;
use crate::tui::column::role_of;
use crate::tui::detail::Detail;
use crate::tui::detail::hex::{Block, Blocks, Line};
use crate::tui::layout::{Focus, octets_per_line};
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::pen::{Pen, columns, from, line};

/// Columns of the offset with the space behind it: the offset of an octet in a frame beyond 16 MiB has a digit more.
fn gutter(blocks: &Blocks) -> u16 {
    let most = [Buffer::Header, Buffer::Payload].into_iter().map(|buffer| blocks.of(buffer).len()).max().unwrap_or(0);
    if most > 1 << 24 { 8 } else { 7 }
}

/// Draws the visible lines.
pub fn draw(pen: &mut Pen<'_>, area: Rect, detail: &Detail, model: &Model) {
    let blocks = &detail.blocks;
    if blocks.is_empty() {
        pen.put(from(line(area, 0), 1), detail.failure.as_deref().unwrap_or("octets are being read"), Role::Dim);
        return;
    }
    let per_line = octets_per_line(area.width);
    let top = blocks.top(usize::from(area.height), per_line);
    for at in 0..usize::from(area.height) {
        match blocks.line(top + at, per_line) {
            None => break,
            Some(Line::Title(block)) => title(pen, line(area, at), blocks, block, protection(detail.frame, model)),
            Some(Line::Octets(buffer, offset, count)) => {
                octets(pen, line(area, at), detail, (buffer, offset, count), model.focus == Focus::Hex);
            }
        }
    }
}

/// The octet that is drawn at a position.
pub fn octet_at(blocks: &Blocks, area: Rect, at: Position) -> Option<(Buffer, usize)> {
    let per_line = octets_per_line(area.width);
    let top = blocks.top(usize::from(area.height), per_line);
    let Line::Octets(buffer, offset, count) = blocks.line(top + usize::from(at.y.checked_sub(area.y)?), per_line)? else { return None };
    let (column, gutter) = (at.x.checked_sub(area.x)?, gutter(blocks));
    (0..count)
        .find(|octet| {
            let hex = gutter + hex_at(*octet);
            (hex..hex + 3).contains(&column) || column == gutter + hex_at(per_line) + to_u16(*octet)
        })
        .map(|octet| (buffer, offset + octet))
}

fn protection(frame: Option<FrameId>, model: &Model) -> Option<Protection> {
    frame.and_then(|id| model.world.shown.frame(id)).map(|row| row.protection)
}

fn title(pen: &mut Pen<'_>, on: Rect, blocks: &Blocks, block: Block, protection: Option<Protection>) {
    let what = match (block, protection) {
        (Block::Header, _) => "header".to_owned(),
        (Block::Foreign, _) => "foreign message".to_owned(),
        (Block::Payload, Some(Protection::Sealed(reason))) => format!("payload, sealed: {}", reason.name()),
        (Block::Payload, Some(Protection::Opened)) => "payload, opened".to_owned(),
        (Block::Payload, _) => "payload".to_owned(),
    };
    let (start, end) = blocks.block(block);
    let whole = blocks.of(block.buffer()).len();
    let count = if block == Block::Payload && end < whole {
        format!("{} of {}", grouped(end as u64), count_of(whole as u64, "octet", "octets"))
    } else {
        count_of((end - start) as u64, "octet", "octets")
    };
    let text = format!("{what}, {count} ");
    let used = pen.put(from(on, 1), &text, Role::Head) + 1;
    let rule = pen.glyphs.rule.repeat(usize::from(from(on, used).width));
    pen.put(from(on, used), &rule, Role::Border);
}

fn octets(pen: &mut Pen<'_>, on: Rect, detail: &Detail, (buffer, offset, count): (Buffer, usize, usize), has_focus: bool) {
    let blocks = &detail.blocks;
    let per_line = octets_per_line(on.width);
    let all = blocks.of(buffer);
    let here = all.get(offset..offset + count).unwrap_or_default();
    let (place, gutter) = (format!("{offset:04x}"), gutter(blocks));
    pen.put(from(on, u16::from(place.len() < 6)), &place, Role::Dim);
    for (at, octet) in here.iter().enumerate() {
        let style = style(pen, detail, (buffer, offset + at), has_focus);
        let place = Rect { width: 2, ..from(on, gutter + hex_at(at)) };
        put(pen, place, HEX[usize::from(*octet)], style);
        let runs_on = at + 1 < here.len() && is_lit(blocks, buffer, offset + at) && is_lit(blocks, buffer, offset + at + 1);
        if runs_on {
            let lit = pen.style(Role::Lit);
            let gap = hex_at(at + 1) - hex_at(at) - 2;
            pen.buffer.set_style(Rect { width: gap, ..from(on, gutter + hex_at(at) + 2) }.intersection(on), lit);
        }
        let place = Rect { width: 1, ..from(on, gutter + hex_at(per_line) + to_u16(at)) };
        put(pen, place, printable(*octet), style);
    }
}

fn put(pen: &mut Pen<'_>, place: Rect, text: &str, style: Style) {
    if columns(text) <= place.width && place.right() <= pen.buffer.area.right() {
        pen.buffer.set_string(place.x, place.y, text, style);
    }
}

fn style(pen: &Pen<'_>, detail: &Detail, at: (Buffer, usize), has_focus: bool) -> Style {
    let blocks = &detail.blocks;
    if has_focus && blocks.cursor() == Some(at) {
        return pen.style(Role::Cursor);
    }
    let evidence = detail.evidence.at(at.0, at.1).map(|severity| pen.palette.of(role_of(severity)).add_modifier(Modifier::UNDERLINED));
    let ground = pen.style(if is_lit(blocks, at.0, at.1) { Role::Lit } else { Role::Text });
    match evidence {
        Some(style) if ground.bg == pen.palette.base.bg => ground.patch(style),
        Some(_) => ground.add_modifier(Modifier::UNDERLINED),
        None => ground,
    }
}

fn is_lit(blocks: &Blocks, buffer: Buffer, offset: usize) -> bool {
    blocks.lit().is_some_and(|(lit, span)| lit == buffer && span.range().contains(&offset))
}

/// Column of an octet behind the offset: a gap stands after every eight. The text begins where a further octet would.
fn hex_at(octet: usize) -> u16 {
    to_u16(octet * 3 + octet / 8)
}

fn to_u16(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// An octet as text: itself when ASCII can print it, else a dot.
fn printable(octet: u8) -> &'static str {
    const PRINTABLE: &str = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
    usize::from(octet).checked_sub(0x20).and_then(|at| PRINTABLE.get(at..=at)).unwrap_or(".")
}

/// Every octet in hexadecimal.
static HEX: [&str; 256] = {
    const DIGITS: &str = include_str!("hex.txt");
    let mut table = [""; 256];
    let mut at = 0;
    while at < 256 {
        let (_, from) = DIGITS.split_at(at * 2);
        table[at] = from.split_at(2).0;
        at += 1;
    }
    table
};
