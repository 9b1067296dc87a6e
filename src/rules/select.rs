//! Which rules run, and how severe their findings are.

use std::collections::BTreeMap;

use crate::store::finding::{RuleInfo, Severity};

/// The user's choice of rules. A name is a rule id or a whole layer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    /// Only these; empty for all.
    pub select: Vec<String>,
    /// Not these.
    pub ignore: Vec<String>,
    /// Severity of rules or whole layers.
    pub severity: BTreeMap<String, Severity>,
}

impl Selection {
    /// Whether a rule runs.
    pub fn includes(&self, rule: &RuleInfo) -> bool {
        let named = |names: &[String]| names.iter().any(|name| name == rule.id || name == rule.layer());
        (self.select.is_empty() || named(&self.select)) && !named(&self.ignore)
    }

    /// The severity of a finding of `rule` that would be `found`. A rule's own name counts before that of its layer. What a check
    /// lowered for want of evidence is never raised.
    pub fn severity(&self, rule: &RuleInfo, found: Severity) -> Severity {
        let Some(chosen) = self.severity.get(rule.id).or_else(|| self.severity.get(rule.layer())) else { return found };
        let least = rule.severity.min(rule.severity3.unwrap_or(rule.severity));
        if found < least { found.min(*chosen) } else { *chosen }
    }

    /// Every name that is neither a rule nor a layer.
    pub fn unknown(&self) -> Vec<&str> {
        let known = |name: &str| super::RULES.iter().any(|rule| rule.info.id == name || rule.info.layer() == name);
        let names = self.select.iter().chain(&self.ignore).chain(self.severity.keys());
        names.map(String::as_str).filter(|name| !known(name)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(id: &str) -> &'static RuleInfo {
        &crate::rules::find(id).expect("the rule exists").info
    }

    #[test]
    fn the_name_of_a_rule_counts_before_that_of_its_layer() {
        let severity = BTreeMap::from([("corr".to_owned(), Severity::Note), ("corr/id-mismatch".to_owned(), Severity::Warning)]);
        let selection = Selection { severity, ..Selection::default() };
        assert_eq!(selection.severity(rule("corr/id-mismatch"), Severity::Error), Severity::Warning);
        assert_eq!(selection.severity(rule("corr/swapped"), Severity::Error), Severity::Note);
        assert_eq!(selection.severity(rule("frame/bad-crc"), Severity::Error), Severity::Error);
    }

    #[test]
    fn what_the_evidence_lowered_is_not_raised() {
        let severity = BTreeMap::from([("exchange".to_owned(), Severity::Error)]);
        let selection = Selection { severity, ..Selection::default() };
        assert_eq!(selection.severity(rule("exchange/reply-without-request"), Severity::Note), Severity::Note);
        assert_eq!(selection.severity(rule("exchange/unanswered"), Severity::Note), Severity::Error);
    }
}
