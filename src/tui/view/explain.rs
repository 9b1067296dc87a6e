//! A rule explained: the finding, what is checked, why it matters, what a right frame would look like.

use ratatui::layout::Rect;

use crate::base::text::escape;
use crate::tui::column::role_of;
use crate::tui::command::Action;
use crate::tui::detail::facts::evidence_text;
use crate::tui::detail::finding::{self, frame_words};
use crate::tui::glyph::Glyphs;
use crate::tui::model::Model;
use crate::tui::overlay::Explain;
use crate::tui::theme::Role;

use super::pen::{Pen, wrap};
use super::text::{self, Lines};

/// Draws the explanation.
pub fn draw(pen: &mut Pen<'_>, screen: Rect, explain: &Explain, model: &Model) {
    let width = width(screen.width);
    let lines = lines(pen.glyphs, explain, model, width);
    let names_other = model.world.shown.finding(explain.finding).is_some_and(|finding| finding.peer.is_some());
    let goes = if names_other { format!("  {} other frame", model.hint(Action::OtherHalf)) } else { String::new() };
    text::draw(pen, screen, width, &format!("{}    Esc closes{goes}", explain.rule.id), &lines, explain.scroll);
}

/// Columns of the panel.
fn width(screen: u16) -> u16 {
    screen.saturating_sub(4).min(92)
}

/// Lines that may be scrolled down until the last one shows.
pub fn last_top(model: &Model, explain: &Explain) -> usize {
    text::last_top(&lines(model.glyphs(), explain, model, width(model.size.0)), model.size.1)
}

fn lines(glyphs: &Glyphs, explain: &Explain, model: &Model, width: u16) -> Lines {
    let (shown, width) = (&model.world.shown, width.saturating_sub(2));
    let (rule, finding) = (explain.rule, shown.finding(explain.finding));
    let mut out = Lines::new();
    let mut say = |title: &str, text: String, role: Role| {
        if !text.is_empty() {
            out.push((title.to_owned(), Role::Title));
            out.extend(wrap(&text, width.saturating_sub(2), 40).into_iter().map(|line| (line, role)));
        }
    };
    if let Some(finding) = finding {
        let sign = glyphs.of_severity(finding.severity);
        say("This finding", format!("{sign} {}: {}", finding.severity.name(), escape(&finding.message)), role_of(finding.severity));
        let evidence: Vec<String> = finding.evidence.iter().map(|(key, value)| format!("{key} = {}", evidence_text(value))).collect();
        say("Evidence", evidence.join("; "), Role::Text);
        let other = finding.peer.map(|peer| format!("{}; {} goes there", frame_words(shown, peer), model.hint(Action::OtherHalf)));
        say("Other frame", other.unwrap_or_default(), Role::Text);
    }
    for heading in ["What it checks", "Why it matters", "What to do"] {
        say(heading, rule.section(heading), Role::Text);
    }
    say("Innocent explanation", rule.alternative.unwrap_or_default().to_owned(), Role::Text);
    let fault = finding.map_or_else(|| rule.fault.name().to_owned(), |finding| finding::at_fault(shown, finding));
    let clause = rule.clause;
    let title = format!("{clause} ({}), {}", clause.level.name(), clause.document.title);
    say("Clause", title, Role::Text);
    say("Certainty and fault", format!("{}; at fault: {}", rule.certainty.name(), fault), Role::Text);
    out
}
