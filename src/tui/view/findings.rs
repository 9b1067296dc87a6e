//! The finding in hand: what, why, by which clause, how sure.

use ratatui::layout::Rect;

use crate::base::text::{count_of, escape};
use crate::store::finding::Finding;
use crate::tui::column::role_of;
use crate::tui::command::{Action, View};
use crate::tui::detail::Detail;
use crate::tui::detail::finding;
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::pen::{Pen, columns, from, line, wrap};

/// Draws the worst finding of the selected row in one line, for a list whose detail is closed.
pub fn below_list(pen: &mut Pen<'_>, area: Rect, model: &Model) {
    if matches!(model.view, View::Associations | View::Conformance) {
        return;
    }
    let worst = model.findings_in_hand().first().copied();
    if let Some(finding) = worst.and_then(|id| model.world.shown.finding(id)) {
        let text = format!(" {} {}  {}", pen.glyphs.of_severity(finding.severity), finding.rule.id, escape(&finding.message));
        pen.put(area, &text, role_of(finding.severity));
    } else if model.view == View::Channels && model.world.study.lanes.left_out > 0 {
        let left_out = count_of(model.world.study.lanes.left_out, "frame", "frames");
        pen.put(area, &format!(" {left_out} of channels for which there is no lane"), Role::Warning);
    }
}

/// Draws the finding in hand of a detail.
pub fn draw(pen: &mut Pen<'_>, area: Rect, detail: &Detail, model: &Model) {
    let id = detail.findings.get(detail.finding);
    let Some(finding) = id.and_then(|id| model.world.shown.finding(*id)) else {
        pen.put(line(area, 0), " no finding about this row", Role::Dim);
        return;
    };
    let lines = lines(detail, finding, model, area.width.saturating_sub(3));
    let height = usize::from(area.height);
    let told = message(pen, area, height.saturating_sub(1).clamp(1, MESSAGE_LINES), finding);
    let room = height.saturating_sub(told);
    for (at, (label, text)) in lines.iter().take(room).enumerate() {
        let on = from(line(area, told + at), 3);
        let used = pen.put(on, label, Role::Key);
        let is_cut = at + 1 == room && lines.len() > room;
        let text = if is_cut { format!("{text} {}", pen.glyphs.cut) } else { text.clone() };
        pen.put(from(on, used), &text, Role::Dim);
    }
}

/// Lines that the message of a finding takes at most.
const MESSAGE_LINES: usize = 3;

/// What is told behind the message, line by line, each with what it is about.
fn lines(detail: &Detail, finding: &Finding, model: &Model, width: u16) -> Vec<(String, String)> {
    let mut out: Vec<(String, String)> =
        wrap(&context(detail, finding, model, width), width, 2).into_iter().map(|text| (String::new(), text)).collect();
    for (name, words) in finding::facts(&model.world.shown, finding) {
        if matches!(name, "clause" | "judged") {
            continue;
        }
        let label = match finding.peer.filter(|_| name == "other frame") {
            Some(peer) if detail.frame == Some(peer) => format!("{name}, shown: "),
            Some(_) if detail.frame == finding.frame => format!("{name}, {} goes there: ", model.hint(Action::OtherHalf)),
            _ => format!("{name}: "),
        };
        let first = width.saturating_sub(columns(&label));
        for (at, text) in wrap(&words, first, 4).into_iter().enumerate() {
            let label = if at == 0 { label.clone() } else { " ".repeat(label.len()) };
            out.push((label, text));
        }
    }
    out
}

/// Writes sign, rule and message into at most `lines` lines. Answers with how many it took.
fn message(pen: &mut Pen<'_>, area: Rect, lines: usize, finding: &Finding) -> usize {
    let role = role_of(finding.severity);
    let sign = pen.glyphs.of_severity(finding.severity);
    let head = line(area, 0);
    let used = pen.pieces(head, &[(" ", role), (sign, role), (" ", role), (finding.rule.id, role), ("  ", role)]);
    let text = escape(&finding.message);
    let first = wrap(&text, head.width.saturating_sub(used), usize::MAX).into_iter().next().unwrap_or_default();
    if lines <= 1 {
        pen.put(from(head, used), &text, Role::Text);
        return 1;
    }
    pen.put(from(head, used), &first, Role::Text);
    let rest = wrap(text.get(first.len()..).unwrap_or_default(), area.width.saturating_sub(4), lines - 1);
    let rest: Vec<String> = rest.into_iter().filter(|line| !line.is_empty()).collect();
    for (at, text) in rest.iter().enumerate() {
        pen.put(from(line(area, at + 1), 3), text, Role::Text);
    }
    1 + rest.len()
}

/// Which finding of how many this is, its clause, how sure it is, and who is at fault.
fn context(detail: &Detail, finding: &Finding, model: &Model, width: u16) -> String {
    let mut parts = Vec::new();
    if detail.findings.len() > 1 {
        parts.push(format!("{} of {} ({} next)", detail.finding + 1, detail.findings.len(), model.hint(Action::NextFinding)));
    }
    parts.push(finding.rule.clause.to_string());
    parts.push(finding.rule.certainty.name().to_owned());
    parts.push(format!("at fault: {}", finding::at_fault(&model.world.shown, finding)));
    let told = parts.join(" \u{b7} ");
    let whole = format!("{told} \u{b7} {} explains", model.hint(Action::Explain));
    if columns(&whole) <= width { whole } else { told }
}
