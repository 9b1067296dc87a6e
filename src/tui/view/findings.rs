//! The finding in hand: what, why, by which clause, how sure.

use ratatui::layout::Rect;

use crate::base::text::{count_of, escape};
use crate::store::finding::{Certainty, Finding};
use crate::tui::column::role_of;
use crate::tui::command::{Action, View};
use crate::tui::detail::Detail;
use crate::tui::detail::facts::evidence_text;
use crate::tui::model::Model;
use crate::tui::theme::Role;

use super::pen::{Pen, from, line, wrap};

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
    let height = usize::from(area.height);
    let about = usize::from(height >= 2);
    let excuse = finding.rule.alternative.filter(|_| height >= 3 && finding.rule.certainty == Certainty::Heuristic);
    let lines = height - about - usize::from(excuse.is_some());
    message(pen, area, lines, finding);
    let mut at = lines;
    if let Some(excuse) = excuse {
        pen.put(from(line(area, at), 3), &format!("innocent if: {excuse}"), Role::Dim);
        at += 1;
    }
    if about > 0 {
        pen.put(from(line(area, at), 3), &context(detail, finding, model), Role::Dim);
    }
}

fn message(pen: &mut Pen<'_>, area: Rect, lines: usize, finding: &Finding) {
    let role = role_of(finding.severity);
    let sign = pen.glyphs.of_severity(finding.severity);
    let head = line(area, 0);
    let used = pen.pieces(head, &[(" ", role), (sign, role), (" ", role), (finding.rule.id, role), ("  ", role)]);
    let text = escape(&finding.message);
    let first = wrap(&text, head.width.saturating_sub(used), usize::MAX).into_iter().next().unwrap_or_default();
    if lines <= 1 {
        pen.put(from(head, used), &text, Role::Text);
        return;
    }
    pen.put(from(head, used), &first, Role::Text);
    let rest = text.get(first.len()..).unwrap_or_default();
    for (at, text) in wrap(rest, area.width.saturating_sub(4), lines - 1).iter().enumerate() {
        pen.put(from(line(area, at + 1), 3), text, Role::Text);
    }
}

/// Clause, certainty, fault, evidence, and which finding of how many this is.
fn context(detail: &Detail, finding: &Finding, model: &Model) -> String {
    let mut parts = Vec::new();
    if detail.findings.len() > 1 {
        parts.push(format!("{} of {} ({} next)", detail.finding + 1, detail.findings.len(), model.hint(Action::NextFinding)));
    }
    parts.push(finding.rule.clause.to_string());
    parts.push(finding.rule.certainty.name().to_owned());
    parts.push(format!("at fault: {}", finding.at_fault.name()));
    parts.push(format!("{} explains", model.hint(Action::Explain)));
    parts.extend(finding.evidence.iter().map(|(key, value)| format!("{key} {}", evidence_text(value))));
    parts.join("  ")
}
