//! What a rule is made of.

use crate::scenario::Scenario;
use crate::store::finding::RuleInfo;

/// A rule: its declaration, its check, and traffic that proves both.
pub struct Rule {
    /// What is fixed about it.
    pub info: RuleInfo,
    /// Traffic that fires it, and traffic that comes near and does not.
    pub fixtures: &'static [Fixture],
}

/// Made traffic with what it must lead to.
pub struct Fixture {
    /// What it shows, in a few words.
    pub name: &'static str,
    /// How many findings of the rule it gives; 0 for a near miss.
    pub fires: usize,
    /// Other rules that it must also fire, at any severity.
    pub also: &'static [&'static str],
    /// Builds the traffic.
    pub build: fn(&mut Scenario),
}
