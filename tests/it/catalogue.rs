//! The catalogue is what has a rule and what is said to have none, no row twice and none left over.

use std::collections::{BTreeMap, BTreeSet};

use npscope::rules::RULES;
use npscope::rules::catalogue::{Reason, unwritten};

use crate::observed::shared;

fn rules() -> BTreeSet<&'static str> {
    RULES.iter().map(|rule| rule.info.id).collect()
}

/// The ids in the first column of the tables of a document between two headings.
fn rows(text: &str, from: &str, to: &str) -> BTreeSet<String> {
    let start = text.find(from).unwrap_or_default();
    let end = text[start..].find(to).map_or(text.len(), |at| start + at);
    let named = |line: &str| {
        let cell = line.strip_prefix("| ")?.split(['|', ' ']).next()?;
        let (layer, name) = cell.split_once('/')?;
        let kebab = |part: &str| part.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        (kebab(layer) && kebab(name)).then(|| cell.to_owned())
    };
    text[start..end].lines().filter_map(named).filter(|id| id != "tools/call").collect()
}

#[test]
fn no_row_is_listed_twice_or_has_a_rule_all_the_same() {
    let rules = rules();
    let mut seen = BTreeMap::new();
    for (id, reason) in unwritten() {
        assert!(!rules.contains(id), "{id} has a rule, and is listed as unwritten");
        assert!(seen.insert(id, reason).is_none(), "{id} is listed twice");
    }
}

#[test]
fn what_another_rule_says_has_that_rule() {
    let rules = rules();
    let listed: BTreeSet<&str> = unwritten().map(|(id, _)| id).collect();
    for (id, reason) in unwritten() {
        if let Reason::SameAs(other) = reason {
            assert!(rules.contains(other) || listed.contains(other), "{id} is said by {other}, which is nothing");
        }
    }
}

#[test]
fn the_catalogue_is_the_rules_and_the_unwritten_rows() {
    let Some(folder) = shared("spec") else { return };
    let text = std::fs::read_to_string(folder.join("RULES.md")).unwrap();
    let generations = std::fs::read_to_string(folder.join("GENERATIONS.md")).unwrap();
    let mut catalogue = rows(&text, "## 1. ", "\u{0}");
    catalogue.extend(rows(&generations, "### 4.1 ", "### 4.8 "));
    let known: BTreeSet<String> = rules().into_iter().chain(unwritten().map(|(id, _)| id)).map(str::to_owned).collect();
    let missing: Vec<_> = catalogue.difference(&known).collect();
    let beyond: Vec<_> = known.difference(&catalogue).collect();
    assert!(missing.is_empty() && beyond.is_empty(), "rows without a word: {missing:?}; no rows: {beyond:?}");
}
