//! The display filter in force, and how far each list has been searched.

use std::ops::Range;
use std::sync::Arc;

use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::store::query::{Dissect, Query, field_names};
use crate::store::row::FrameRow;

use super::command::View;
use super::model::Model;

/// Work for one turn of the loop, in rows that need no octets.
const BUDGET: usize = 20_000;
/// What reading a frame back costs, in rows that need none.
const READ_COST: usize = 200;
/// Filters remembered.
const HISTORY: usize = 50;

/// The filter in force.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Its text; empty without a filter.
    pub text: String,
    /// Filters used before, newest last.
    pub history: Vec<String>,
    query: Option<Arc<Query>>,
}

impl Filter {
    /// The parsed filter in force.
    pub fn query(&self) -> Option<Arc<Query>> {
        self.query.clone()
    }

    /// Whether a filter is in force.
    pub const fn is_set(&self) -> bool {
        self.query.is_some()
    }

    /// Takes a new filter; an empty one lets everything through. A wrong one leaves the old in force.
    pub fn set(&mut self, text: &str) -> Result<(), (String, Range<usize>)> {
        let query = if text.trim().is_empty() { None } else { Some(Arc::new(parse(text)?)) };
        if query.is_some() {
            self.history.retain(|old| old != text);
            self.history.push(text.to_owned());
            let over = self.history.len().saturating_sub(HISTORY);
            self.history.drain(..over);
        }
        text.trim().clone_into(&mut self.text);
        self.query = query;
        Ok(())
    }
}

/// What is wrong with an expression, if anything.
pub fn check(text: &str) -> Option<(String, Range<usize>)> {
    if text.trim().is_empty() { None } else { parse(text).err() }
}

/// Searches the list in front for one turn of the loop. Returns whether rows are left.
pub fn search(model: &mut Model, read: &mut Dissect<'_>) -> bool {
    let Some(query) = model.filter.query.clone() else { return false };
    let (snapshot, view, follow) = (model.world.shown.clone(), model.view, model.follow);
    let matcher = query.on(&snapshot);
    let mut test = |row: usize| {
        let mut cost = 1;
        let mut read = |frame| {
            cost += READ_COST;
            read(frame)
        };
        let hit = match view {
            View::Exchanges => matcher.exchange(ExchangeId::from_index(row), &mut read),
            View::Frames => matcher.frame(FrameId::from_index(row), &mut read),
            View::Associations => matcher.association(AssociationId::from_index(row), &mut read),
            View::Findings => matcher.finding(FindingId::from_index(row), &mut read),
            View::Diagram => match snapshot.frame(FrameId::from_index(row)).and_then(FrameRow::exchange) {
                Some(exchange) => matcher.exchange(exchange, &mut read),
                None => matcher.frame(FrameId::from_index(row), &mut read),
            },
            View::Channels | View::Conformance => true,
        };
        (hit, cost)
    };
    model.list_mut().scan(BUDGET, follow, &mut test)
}

/// Names of fields that complete the word at the end of `text`, and that word's length. A name may follow the kind of row it
/// belongs to (`finding.severity`).
pub fn completions(text: &str) -> (usize, Vec<String>) {
    let word = text.rsplit(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '_'))).next().unwrap_or_default();
    if word.is_empty() {
        return (0, Vec::new());
    }
    let whole = field_names().filter(|name| name.starts_with(word)).map(str::to_owned);
    let of_kind = word.rsplit_once('.').map(|(kind, begun)| {
        let begun = field_names().filter(move |name| !name.contains('.') && name.starts_with(begun));
        begun.map(move |name| format!("{kind}.{name}")).filter(|name| Query::parse(name).is_ok())
    });
    let mut names: Vec<String> = whole.chain(of_kind.into_iter().flatten()).filter(|name| name != word).collect();
    names.sort_unstable();
    names.dedup();
    (word.len(), names)
}

fn parse(text: &str) -> Result<Query, (String, Range<usize>)> {
    Query::parse(text).map_err(|error| (error.message, error.span))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completes_the_last_word_with_field_names() {
        let (typed, names) = completions("seq > 3 && bridge.me");
        assert_eq!((typed, names.contains(&"bridge.method".to_owned())), (9, true));
        assert_eq!(completions("finding.sev").1, ["finding.severity"]);
        assert_eq!(completions("seq > ").1, [""; 0]);
    }

    #[test]
    fn a_wrong_filter_leaves_the_old_in_force() {
        let mut filter = Filter::default();
        filter.set("seq > 3").unwrap();
        assert!(filter.set("seq >").is_err());
        assert_eq!((filter.text.as_str(), filter.is_set()), ("seq > 3", true));
    }
}
