//! Judgement: one file a rule. The list is the order of help and documentation.

#[macro_use]
mod declare;

pub mod rule;
pub mod select;

use rule::Rule;

/// Every rule.
pub static RULES: &[&Rule] = &[];

/// The rule of an id.
pub fn find(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.info.id == id)
}

/// Ids nearest to a name that is none, best first.
pub fn nearest(name: &str) -> Vec<&'static str> {
    let mut scored: Vec<(usize, &'static str)> = RULES.iter().map(|rule| (distance(name, rule.info.id), rule.info.id)).collect();
    scored.sort_unstable();
    scored.into_iter().take(3).filter(|(far, _)| *far <= name.len() / 2 + 1).map(|(_, id)| id).collect()
}

/// Edit distance, in octets.
fn distance(left: &str, right: &str) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, a) in left.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, b) in right.bytes().enumerate() {
            let cost = diagonal + usize::from(a != b);
            diagonal = row[column + 1];
            row[column + 1] = cost.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}
