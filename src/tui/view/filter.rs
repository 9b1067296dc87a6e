//! The filter in force, and the line in which one is typed.

use ratatui::layout::{Position, Rect};

use crate::base::text::grouped;
use crate::store::query::Offer;
use crate::tui::command::Action;
use crate::tui::filter::line::FilterLine;
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::pen::{Pen, columns, from, wrap};

const PROMPT: &str = " filter  ";
/// Offers that show at once.
const OFFERS: u16 = 9;
/// Columns of the list of offers.
const LEAST: u16 = 52;
/// Lines that a fault takes which does not fit beside its caret.
const FAULT_LINES: usize = 3;

/// Draws the filter in force with how many rows it lets through.
pub fn draw(pen: &mut Pen<'_>, area: Rect, model: &Model) {
    pen.fill(area, Role::Bar);
    let rows = &model.list().rows;
    let found = grouped(rows.matching().unwrap_or_default() as u64);
    let total = grouped(rows.total() as u64);
    let verb = if rows.show_all { "only matches" } else { "show all" };
    let how = if rows.is_settled() {
        format!("{found} of {total}   {} {verb} ", model.hint(Action::ToggleFilter))
    } else {
        format!("{found} of {total}, {} % searched ", rows.percent())
    };
    let style = pen.style(Role::Bar).patch(pen.palette.of(Role::Dim));
    let right = pen.text_right(area, &how, style);
    let room = Rect { width: area.width.saturating_sub(right + 1), ..area };
    let used = pen.put(room, PROMPT, Role::Key);
    pen.put(from(room, used), &model.filter.text, Role::Text);
}

/// Draws the line being typed, with a caret under its fault and what may come next. Answers with the place of the text cursor.
pub fn draw_line(pen: &mut Pen<'_>, area: Rect, typed: &FilterLine) -> Option<Position> {
    pen.fill(area, Role::Bar);
    let used = pen.put(area, PROMPT, Role::Key);
    let room = from(area, used);
    let scroll = super::typed::scroll(pen, room, &typed.input);
    let cursor = super::typed::draw(pen, room, &typed.input);
    let column = |pen: &Pen<'_>, at: usize| super::typed::column(pen, &typed.input, at).saturating_sub(scroll);
    let mut below = 1;
    if let Some((message, span)) = &typed.fault {
        let role = if typed.refused { Role::Error } else { Role::Warning };
        let on = Rect { y: area.y + 1, ..area }.intersection(pen.buffer.area);
        let at = used + column(pen, span.start);
        below += caret(pen, on, at, message, role);
    }
    let at = used + column(pen, typed.completion.start);
    offers(pen, Rect { y: area.y + below, ..area }, at, typed);
    Some(cursor)
}

/// What may stand at the cursor, under the word that it would replace: text, kind, meaning.
fn offers(pen: &mut Pen<'_>, top: Rect, at: u16, typed: &FilterLine) {
    let offers = &typed.completion.offers;
    let room = pen.buffer.area.bottom().saturating_sub(top.y + 1);
    let height = u16::try_from(offers.len()).unwrap_or(u16::MAX).min(OFFERS).min(room.saturating_sub(1));
    if height == 0 {
        return;
    }
    let first = typed.chosen.unwrap_or(0).saturating_sub(usize::from(height) - 1);
    let shown = || offers.iter().enumerate().skip(first).take(usize::from(height));
    let widest = |of: fn(&Offer) -> &str| shown().map(|(_, offer)| columns(of(offer))).max().unwrap_or(0);
    let (text, kind) = (widest(|offer| &offer.text).min(top.width / 2), widest(|offer| offer.kind));
    let width = (text + kind + widest(|offer| &offer.doc) + 6).max(LEAST).min(top.width);
    let left = top.x + at.saturating_sub(1).min(top.width - width);
    for (line, (index, offer)) in shown().enumerate() {
        let on = Rect { x: left, y: top.y + u16::try_from(line).unwrap_or(0), width, height: 1 };
        let role = if typed.chosen == Some(index) { Role::Selected } else { Role::Bar };
        pen.fill(on, role);
        let (plain, dim) = (pen.style(role), pen.palette.over(pen.style(role), Role::Dim, typed.chosen == Some(index)));
        pen.text(Rect { width: text, ..from(on, 1) }, &offer.text, plain);
        pen.text(Rect { width: kind.min(from(on, text + 3).width), ..from(on, text + 3) }, offer.kind, dim);
        pen.text(from(on, text + kind + 5), &offer.doc, dim);
    }
    let foot = Rect { x: left, y: top.y + height, width, height: 1 };
    pen.fill(foot, Role::Bar);
    let more = offers.len().saturating_sub(usize::from(height));
    let more = if more > 0 { format!("{more} more  ") } else { String::new() };
    pen.pieces(
        from(foot, 1),
        &[
            ("Tab", Role::Key),
            (" completes  ", Role::Dim),
            (&more, Role::Dim),
            ("Up", Role::Key),
            (" history  ", Role::Dim),
            ("Enter", Role::Key),
            (" applies", Role::Dim),
        ],
    );
}

/// The caret under the fault, its message beside it where there is room, else below. Answers with how many lines that took.
fn caret(pen: &mut Pen<'_>, on: Rect, at: u16, message: &str, role: Role) -> u16 {
    pen.fill(on, Role::Bar);
    let sign = pen.glyphs.caret;
    let at = at.min(on.width.saturating_sub(1));
    pen.put(from(on, at), sign, role);
    let wide = columns(message);
    let style = pen.style(Role::Bar).patch(pen.palette.of(role));
    if at + 2 + wide <= on.width {
        pen.text(from(on, at + 2), message, style);
        return 1;
    }
    if wide < at {
        pen.text_right(Rect { width: at - 1, ..on }, message, style);
        return 1;
    }
    let told = wrap(message, on.width.saturating_sub(2), FAULT_LINES);
    for (below, text) in told.iter().enumerate() {
        let on = Rect { y: on.y.saturating_add(u16::try_from(below).unwrap_or(0) + 1), ..on }.intersection(pen.buffer.area);
        pen.fill(on, Role::Bar);
        pen.text(from(on, 1), text, style);
    }
    1 + u16::try_from(told.len()).unwrap_or(0)
}
