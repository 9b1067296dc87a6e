//! A finding in words: the rule, who is at fault, how sure it is, what supports it, what else it could be, what would be right.

use std::fmt::Write as _;

use crate::base::text::{escape, grouped};
use crate::store::finding::{Certainty, Finding};

use super::facts::evidence_text;

/// What there is to say about a finding beside its message: what it is called, and the words.
pub fn facts(finding: &Finding) -> Vec<(&'static str, String)> {
    let rule = finding.rule;
    let clause = format!("{} ({}), {}", rule.clause, rule.clause.level.name(), rule.clause.document.title);
    let mut facts = vec![("clause", clause)];
    facts.push(("judged", format!("{}; at fault: {}", rule.certainty.name(), finding.at_fault.name())));
    let evidence: Vec<String> = finding.evidence.iter().map(|(key, value)| format!("{key} = {}", evidence_text(value))).collect();
    if !evidence.is_empty() {
        facts.push(("evidence", evidence.join("; ")));
    }
    if let Some(peer) = finding.peer {
        facts.push(("other frame", grouped(peer.number())));
    }
    if let Some(excuse) = rule.alternative.filter(|_| rule.certainty == Certainty::Heuristic) {
        facts.push(("innocent if", excuse.to_owned()));
    }
    let right = rule.section("What to do");
    if !right.is_empty() {
        facts.push(("right", right));
    }
    facts
}

/// The finding as a text of several lines.
pub fn text(finding: &Finding) -> String {
    let mut out = format!("{} {}: {}\n", finding.severity.name(), finding.rule.id, escape(&finding.message));
    if let Some(frame) = finding.frame {
        let _ = writeln!(out, "  frame: {}", frame.number());
    }
    for (name, words) in facts(finding) {
        let _ = writeln!(out, "  {name}: {words}");
    }
    out
}
