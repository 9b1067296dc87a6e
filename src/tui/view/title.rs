//! The first line: what is read, and how much was found in it.

use ratatui::layout::Rect;

use crate::base::text::{count_of, grouped};
use crate::store::finding::Severity;
use crate::tui::column::role_of;
use crate::tui::command::View;
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::pen::{Pen, columns, from};

/// Seconds that bars show.
const BARS: usize = 8;

/// Draws the line.
pub fn draw(pen: &mut Pen<'_>, area: Rect, model: &Model) {
    pen.fill(area, Role::Bar);
    let right = counts(pen, area, model);
    let room = Rect { width: area.width.saturating_sub(right + 2), ..area };
    let totals = totals(model, area.width >= 100);
    let mut used = pen.pieces(room, &[(" npscope", Role::Title), ("  ", Role::Bar)]);
    let wanted = columns(&totals) + 4;
    let name_room = if room.width > used + wanted + 12 { room.width - used - wanted } else { room.width.saturating_sub(used) };
    used += name(pen, Rect { width: name_room, ..from(room, used) }, model);
    if room.width >= used + wanted && !totals.is_empty() {
        used += 3 + pen.put(from(room, used + 3), &totals, Role::Dim);
    }
    if is_live(model) {
        let rate = throughput(pen, model);
        if room.width > used + columns(&rate) + 3 {
            pen.put(from(room, used + 3), &rate, Role::Dim);
        }
    }
}

/// What is read; in front of what is watched as it happens a sign, and the name of its recording.
fn name(pen: &mut Pen<'_>, room: Rect, model: &Model) -> u16 {
    let mut used = 0;
    if let Some(recording) = &model.setup.origin.recording {
        used += pen.pieces(room, &[(recording, Role::Text), (" ", Role::Bar)]);
    }
    if is_live(model) {
        used += pen.pieces(from(room, used), &[(pen.glyphs.live, Role::Good), (" ", Role::Bar)]);
    }
    used + pen.put(from(room, used), &model.setup.origin.title, Role::Text)
}

/// Whether traffic may still come.
fn is_live(model: &Model) -> bool {
    model.setup.origin.live && !model.world.latest.finished && model.failed.is_none()
}

/// Octets of frames in the last seconds.
fn throughput(pen: &Pen<'_>, model: &Model) -> String {
    let (rate, counts) = model.world.throughput(BARS);
    let most = counts.iter().copied().max().unwrap_or(0);
    format!("{} {}", pen.glyphs.spark(&counts, most), per_second(rate))
}

/// Octets a second in three digits.
fn per_second(rate: f64) -> String {
    let (unit, scaled) = match rate {
        ..1e3 => ("B/s", rate),
        ..1e6 => ("kB/s", rate / 1e3),
        ..1e9 => ("MB/s", rate / 1e6),
        _ => ("GB/s", rate / 1e9),
    };
    if rate < 1e3 || scaled >= 100.0 { format!("{scaled:.0} {unit}") } else { format!("{scaled:.1} {unit}") }
}

/// How much was read; where room is scarce, only of what is listed.
fn totals(model: &Model, all: bool) -> String {
    let shown = &model.world.shown;
    let totals = [
        (View::Associations, shown.associations.len(), "association", "associations"),
        (View::Frames, shown.frames.len(), "frame", "frames"),
        (View::Exchanges, shown.exchanges.len(), "exchange", "exchanges"),
    ];
    let wanted = totals.iter().filter(|(view, ..)| all || *view == model.view);
    wanted.map(|(_, count, one, many)| count_of(*count as u64, one, many)).collect::<Vec<_>>().join("  ")
}

/// Findings by severity in short, only those there are, the worst first.
fn brief(model: &Model) -> impl DoubleEndedIterator<Item = (String, Role)> {
    let counts = Severity::WORST_FIRST.map(|severity| (severity, model.world.sums().findings[severity.index()]));
    let sign = |severity| model.glyphs().of_severity(severity);
    counts
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(move |(severity, count)| (format!(" {}{count}", sign(severity)), role_of(severity)))
}

/// Columns that findings in short take.
pub fn brief_width(model: &Model) -> u16 {
    brief(model).map(|(text, _)| columns(&text)).sum()
}

/// Writes findings in short at the right edge. Returns the columns used.
pub fn brief_counts(pen: &mut Pen<'_>, area: Rect, model: &Model) -> u16 {
    let mut used = 0;
    for (text, role) in brief(model).rev() {
        let style = pen.palette.of(role);
        used += pen.text_right(Rect { width: area.width.saturating_sub(used), ..area }, &text, style);
    }
    used
}

/// Writes findings by severity at the right edge. Returns the columns used.
pub fn counts(pen: &mut Pen<'_>, area: Rect, model: &Model) -> u16 {
    let mut used = 1;
    for severity in Severity::WORST_FIRST.into_iter().rev() {
        let count = model.world.sums().findings.get(severity.index()).copied().unwrap_or_default();
        let text = format!("{} {}", pen.glyphs.of_severity(severity), grouped(count));
        let role = if count == 0 { Role::Dim } else { role_of(severity) };
        let style = pen.palette.of(role);
        used += pen.text_right(Rect { width: area.width.saturating_sub(used), ..area }, &text, style) + 2;
    }
    used.saturating_sub(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throughput_is_told_in_units_that_fit() {
        let told = [0.0, 999.4, 1_000.0, 412_300.0, 99_949_999.0, 2.5e9].map(per_second);
        assert_eq!(told, ["0 B/s", "999 B/s", "1.0 kB/s", "412 kB/s", "99.9 MB/s", "2.5 GB/s"]);
    }
}
