//! What an expression looks for in texts: a reader wants to see it there.

use std::ops::Range;

use regex_lite::Regex;

use super::grammar::Node;
use super::literal::Literal;
use super::test::Test;

/// Occurrences that are lit in one text.
const MOST: usize = 64;

/// The texts and patterns that speak for a row.
#[derive(Clone, Debug, Default)]
pub struct Light {
    exact: Vec<String>,
    any_case: Vec<String>,
    patterns: Vec<Regex>,
}

impl Light {
    pub(super) fn of(root: &Node) -> Self {
        let mut light = Self::default();
        root.speakers(&mut |node| match node {
            Node::Search(text, _) => light.any_case.push(text.clone()),
            Node::Test(_, test, _) => light.take(test),
            _ => {}
        });
        light.exact.retain(|text| !text.is_empty());
        light.any_case.retain(|text| !text.is_empty());
        light
    }

    /// A text alone, whatever its case.
    pub fn text(text: &str) -> Self {
        Self { any_case: if text.is_empty() { Vec::new() } else { vec![text.to_owned()] }, ..Self::default() }
    }

    fn take(&mut self, test: &Test) {
        match test {
            Test::Equal(literals) => self.exact.extend(literals.iter().filter_map(|literal| match literal {
                Literal::Text(text) | Literal::Any(text, None) => Some(text.clone()),
                _ => None,
            })),
            Test::Contains(needle) if !needle.is_hex => self.exact.push(String::from_utf8_lossy(&needle.octets).into_owned()),
            Test::ContainsAnyCase(text) => self.any_case.push(text.clone()),
            Test::Matches(regex) => self.patterns.push(regex.clone()),
            _ => {}
        }
    }

    /// Whether nothing is ever lit.
    pub const fn is_dark(&self) -> bool {
        self.exact.is_empty() && self.any_case.is_empty() && self.patterns.is_empty()
    }

    /// The parts of a text that are lit, in order; they do not overlap.
    pub fn on(&self, text: &str) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for needle in &self.exact {
            found.extend(text.match_indices(needle.as_str()).take(MOST).map(|(at, part)| at..at + part.len()));
        }
        if !self.any_case.is_empty() {
            let low = text.to_ascii_lowercase();
            for needle in &self.any_case {
                found.extend(low.match_indices(&needle.to_ascii_lowercase()).take(MOST).map(|(at, part)| at..at + part.len()));
            }
        }
        for pattern in &self.patterns {
            found.extend(pattern.find_iter(text).take(MOST).map(|part| part.range()).filter(|part| !part.is_empty()));
        }
        found.sort_unstable_by_key(|part| (part.start, part.end));
        found.dedup_by(|next, before| {
            let joined = next.start <= before.end;
            if joined {
                before.end = before.end.max(next.end);
            }
            joined
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::Query;

    #[test]
    fn lights_what_is_looked_for_and_not_what_is_excluded() {
        let on = |source: &str, text: &str| Query::parse(source).unwrap().light().on(text);
        assert_eq!(on("call", "tools/CALL call"), [6..10, 11..15]);
        assert_eq!(on("method matches \"^to+\" && method contains \"ol\"", "tools/call").first(), Some(&(0..4)));
        assert!(on("!call && seq > 3", "tools/call").is_empty());
        assert_eq!(on("method == \"é\"", "aéb").first(), Some(&(1..3)));
    }
}
