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
    /// Severity of single rules.
    pub severity: BTreeMap<String, Severity>,
}

impl Selection {
    /// Whether a rule runs.
    pub fn includes(&self, rule: &RuleInfo) -> bool {
        let named = |names: &[String]| names.iter().any(|name| name == rule.id || name == rule.layer());
        (self.select.is_empty() || named(&self.select)) && !named(&self.ignore)
    }

    /// The severity of a finding of `rule` that would be `found`.
    pub fn severity(&self, rule: &RuleInfo, found: Severity) -> Severity {
        self.severity.get(rule.id).copied().unwrap_or(found)
    }

    /// Every name that is neither a rule nor a layer.
    pub fn unknown(&self) -> Vec<&str> {
        let known = |name: &str| super::RULES.iter().any(|rule| rule.info.id == name || rule.info.layer() == name);
        let names = self.select.iter().chain(&self.ignore);
        let mut out: Vec<&str> = names.map(String::as_str).filter(|name| !known(name)).collect();
        out.extend(self.severity.keys().map(String::as_str).filter(|name| super::find(name).is_none()));
        out
    }
}
