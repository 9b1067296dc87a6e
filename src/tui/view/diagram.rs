//! The diagram: an arrow for every frame of an association, from the client at the left to the server at the right and back.

use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::base::text::escape;
use crate::tui::column::{self, role_of};
use crate::tui::diagram::{Arrow, Moment, Stroke, arrow, duration, waiting};
use crate::tui::model::{Model, TimeFormat};
use crate::tui::theme::Role;

use super::pen::{Pen, columns, from, line};

/// Columns of time; of none where room is scarce.
const TIME: u16 = 12;

/// Where the parts of a line stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Parts {
    time: Option<Rect>,
    sign: Option<Rect>,
    left: Rect,
    shaft: Rect,
    right: Rect,
    foreign: Option<Rect>,
    transport: Option<Rect>,
    findings: Option<Rect>,
}

impl Parts {
    /// The parts of a line, behind the gutter.
    fn of(on: Rect) -> Self {
        let mut rest = on;
        let mut take = |width: u16| {
            let part = Rect { width: width.min(rest.width), ..rest };
            rest = from(rest, width + 1);
            part
        };
        let time = (on.width >= 64).then(|| take(TIME));
        let sign = time.is_none().then(|| take(1));
        let ladder = |codes: u16| rest_share(on.width, codes);
        let (foreign_width, transport_width, ladder_width) = match on.width {
            0..=63 => (0, 0, on.width.saturating_sub(2)),
            64..=99 => (7, 5, ladder(14)),
            _ => (9, 14, ladder(25)),
        };
        let ladder = take(ladder_width);
        let with_codes = foreign_width > 0;
        let foreign = with_codes.then(|| take(foreign_width));
        let transport = with_codes.then(|| take(transport_width));
        let findings = with_codes.then_some(rest);
        Self {
            time,
            sign,
            left: Rect { width: 1.min(ladder.width), ..ladder },
            shaft: Rect { x: ladder.x + 1.min(ladder.width), width: ladder.width.saturating_sub(2), ..ladder },
            right: from(ladder, ladder.width.saturating_sub(1)),
            foreign,
            transport,
            findings,
        }
    }
}

/// Columns of the ladder: two thirds of what time and codes leave; findings have the rest.
const fn rest_share(width: u16, codes: u16) -> u16 {
    width.saturating_sub(TIME + codes + 3) * 66 / 100
}

/// Draws the head of the ladder: the association and its ends.
pub fn head(pen: &mut Pen<'_>, area: Rect, model: &Model) {
    let style = pen.style(Role::Head);
    let parts = Parts::of(from(area, super::list::GUTTER));
    let id = model.diagram_of();
    let number = model.world.number(id);
    let whole = format!("as {number} of {}", model.world.associations().len());
    let number = if columns(&whole) <= TIME { whole } else { format!("as {number}") };
    let row = model.world.shown.association(id);
    if let Some(time) = parts.time {
        let title = model.looks.only.map_or(number, |only| format!("exchange {}", only.number()));
        pen.text(time, &title, style);
    }
    let whole = Rect { x: parts.left.x, width: parts.right.right().saturating_sub(parts.left.x), ..area };
    let [client, server] = row.map_or_else(<[String; 2]>::default, |row| [row.client.to_string(), row.server.to_string()]);
    let is_wide = whole.width >= 44;
    let used = pen.text(whole, &if is_wide { format!("client {client}") } else { client }, style);
    pen.text_right(from(whole, used + 1), &if is_wide { format!("server {server}") } else { server }, style);
    for (part, title) in [(parts.foreign, "foreign"), (parts.transport, "transport"), (parts.findings, "finding")] {
        if let Some(part) = part {
            pen.text(part, if part.width < 6 { "trans" } else { title }, style);
        }
    }
}

/// Draws the line of a frame.
pub fn draw(pen: &mut Pen<'_>, on: Rect, (ground, is_selected): (Style, bool), model: &Model, (row, above): (usize, Option<usize>)) {
    let parts = Parts::of(on);
    let wall = pen.glyphs.wall;
    let border = pen.palette.over(ground, Role::Border, is_selected);
    pen.text(parts.left, wall, border);
    pen.text(parts.right, wall, border);
    let Some(arrow) = arrow(model, FrameId::from_index(row)) else { return };
    let line = Line { ground, is_selected };
    if let Some(area) = parts.time {
        let text = moment(model, &arrow, above);
        line.right(pen, area, &text, Role::Dim);
    }
    line.arrow(pen, parts.shaft, &arrow, parts.foreign.is_none());
    if let (Some(area), Some(code)) = (parts.foreign, &arrow.foreign) {
        line.left(pen, area, code, Role::Warning);
    }
    if let (Some(area), Some(code)) = (parts.transport, arrow.transport) {
        let text = if area.width < 6 { code.0.to_string() } else { format!("{} {code}", code.0) };
        line.left(pen, area, &text, Role::Warning);
    }
    line.findings(pen, &parts, &arrow, model);
}

/// Draws what still waits for an end, below the ladder.
pub fn foot(pen: &mut Pen<'_>, area: Rect, model: &Model) {
    if let Some(text) = waiting(model, model.diagram_of()) {
        let text = format!(" {} {text}", pen.glyphs.pending);
        pen.put(line(area, 0), &text, Role::Warning);
    }
}

fn moment(model: &Model, arrow: &Arrow, above: Option<usize>) -> String {
    let Moment::At(at) = arrow.moment else {
        let Moment::After(nanos) = arrow.moment else { return String::new() };
        return format!("+{}", duration(nanos));
    };
    match model.time {
        TimeFormat::Clock => at.clock(),
        TimeFormat::Relative => column::seconds(at.since(model.world.origin())),
        TimeFormat::Delta => {
            let above = above.and_then(|row| model.world.shown.frame(FrameId::from_index(row)));
            above.map_or_else(String::new, |row| format!("+{}", duration(at.since(row.time))))
        }
    }
}

/// How a line is laid over what lies under it.
#[derive(Clone, Copy)]
struct Line {
    ground: Style,
    is_selected: bool,
}

impl Line {
    fn style(self, pen: &Pen<'_>, role: Role) -> Style {
        pen.palette.over(self.ground, role, self.is_selected)
    }

    fn left(self, pen: &mut Pen<'_>, area: Rect, text: &str, role: Role) -> u16 {
        let style = self.style(pen, role);
        pen.text(area, text, style)
    }

    fn right(self, pen: &mut Pen<'_>, area: Rect, text: &str, role: Role) -> u16 {
        let style = self.style(pen, role);
        pen.text_right(area, text, style)
    }

    /// Shaft, tip, what is written on it near its sender, and at its other end what became of it.
    fn arrow(self, pen: &mut Pen<'_>, area: Rect, arrow: &Arrow, with_codes: bool) {
        let role = match arrow.stroke {
            Stroke::Thin => Role::Dim,
            _ => column::role_of_direction(arrow.direction),
        };
        let sign = pen.glyphs.shaft[arrow.stroke as usize];
        self.left(pen, area, &sign.repeat(area.width.into()), role);
        let end = self.tip(pen, area, arrow, role);
        let lead = if area.width >= 40 { 6 } else { 2 };
        let room = Rect { width: area.width.saturating_sub(end + lead + 1), ..area };
        let code = if with_codes { column::codes(arrow) } else { String::new() };
        let mut pieces: Vec<(&str, Role)> = vec![(" ", role)];
        for (text, role) in &arrow.label {
            pieces.extend([(text.as_str(), *role), (" ", *role)]);
        }
        if !code.is_empty() {
            pieces.extend([(code.as_str(), Role::Warning), (" ", role)]);
        }
        let wanted = pieces.iter().map(|(text, _)| columns(text)).sum::<u16>().min(room.width);
        let x = match arrow.direction {
            Direction::C2s => area.x + lead.min(area.width),
            Direction::S2c => area.right().saturating_sub(wanted + lead).max(area.x + end),
        };
        let mut at = Rect { x, width: wanted, ..room };
        for (text, role) in pieces {
            at = from(at, self.left(pen, at, text, role));
        }
    }

    /// Draws the far end of an arrow. Returns the columns it takes.
    fn tip(self, pen: &mut Pen<'_>, area: Rect, arrow: &Arrow, role: Role) -> u16 {
        let is_thin = arrow.stroke == Stroke::Thin;
        let heads = if is_thin { pen.glyphs.direction } else { pen.glyphs.heads };
        let Some((text, warns)) = &arrow.end else {
            let head = heads[arrow.direction.index()];
            return match arrow.direction {
                Direction::C2s => self.right(pen, area, head, role),
                Direction::S2c => self.left(pen, area, head, role),
            };
        };
        let text = format!(" {text} ");
        let far = Rect { width: area.width / 2, ..area };
        match arrow.direction {
            Direction::C2s => self.right(pen, Rect { x: area.right().saturating_sub(far.width), ..far }, &text, *warns),
            Direction::S2c => self.left(pen, far, &text, *warns),
        }
    }

    fn findings(self, pen: &mut Pen<'_>, parts: &Parts, arrow: &Arrow, model: &Model) {
        let found = arrow.findings.iter().filter_map(|id| model.world.shown.finding(*id));
        let Some(worst) = found.max_by_key(|finding| finding.severity) else { return };
        let sign = pen.glyphs.of_severity(worst.severity);
        if let Some(area) = parts.sign {
            self.left(pen, area, sign, role_of(worst.severity));
        }
        if let Some(area) = parts.findings {
            let more = if arrow.findings.len() > 1 { format!(" (+{})", arrow.findings.len() - 1) } else { String::new() };
            self.left(pen, area, &format!("{sign} {}{more}", escape(&worst.message)), role_of(worst.severity));
        }
    }
}
