//! What a conformance section is made of.

use crate::spec::clause::Document;
use crate::store::finding::RuleInfo;
use crate::store::tally::{Deed, Party};

/// The conformance section of a document.
#[derive(Debug)]
pub struct Book {
    /// The document.
    pub document: Document,
    /// The section, as printed.
    pub section: &'static str,
    /// Whose traffic it is about.
    pub party: Party,
    /// Its clauses, numbered from 1.
    pub items: &'static [Item],
    /// The recorded exchanges that it asks of a test suite.
    pub recorded: &'static [Recorded],
}

/// One clause.
#[derive(Debug)]
pub struct Item {
    /// What it demands, in a few words.
    pub title: &'static str,
    /// What exercises it.
    pub exercised_by: &'static [Deed],
    /// Sections whose rules speak for it; `*` for every section of a document.
    pub sections: &'static [(Document, &'static str)],
    /// Rules that speak for it although they cite another section.
    pub also: &'static [&'static str],
    /// Rules that cite one of its sections and speak for another clause.
    pub except: &'static [&'static str],
    /// Whether one side of the wire cannot show all of it: what an intermediary does to a message, whether a receiver acts.
    pub one_sided: bool,
}

impl Item {
    /// Whether findings of a rule speak for the clause.
    pub fn is_judged_by(&self, rule: &RuleInfo) -> bool {
        if self.except.contains(&rule.id) {
            return false;
        }
        let cited = |(document, section): &(Document, &str)| *document == rule.clause.document && cites(rule.clause.section, section);
        self.also.contains(&rule.id) || self.sections.iter().any(cited)
    }
}

/// An exchange that a test suite is asked to record.
#[derive(Debug)]
pub struct Recorded {
    /// Its name.
    pub name: &'static str,
    /// What shows it.
    pub shown_by: Deed,
}

/// Whether the section of a rule's clause is the one wanted: `4`, `4 (A-34)`, `4 to 7` and `4, 8` cite `4`; `4.1` does not.
fn cites(section: &str, wanted: &str) -> bool {
    if wanted == "*" {
        return true;
    }
    let plain = section.split(" (").next().unwrap_or(section);
    plain.split(", ").any(|part| match part.split_once(" to ") {
        Some((from, to)) => match (from.parse::<u32>(), to.parse::<u32>(), wanted.parse()) {
            (Ok(from), Ok(to), Ok(wanted)) => (from..=to).contains(&wanted),
            _ => false,
        },
        None => part == wanted,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_cited_alone_in_lists_in_ranges_and_with_a_doubt() {
        assert!(["4", "4 (A-34)", "4 to 7", "3, 4"].iter().all(|section| cites(section, "4")));
        assert!(["4.1", "14", "5 to 7", "", "40"].iter().all(|section| !cites(section, "4")));
        assert!(cites("anything", "*"));
    }
}
