//! The display filter in force, those before it, and what it looks for.

pub mod hunt;
pub mod line;
pub mod value;

use std::ops::Range;
use std::sync::Arc;

use crate::store::query::{Light, Names, Query};
use crate::store::snapshot::Snapshot;

/// Filters remembered.
const HISTORY: usize = 50;

/// What is wrong with an expression: a sentence, and the octets at fault.
pub type Fault = (String, Range<usize>);

/// The filter in force.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Its text; empty without a filter.
    pub text: String,
    /// Filters used before, newest last.
    pub history: Vec<String>,
    /// What it looks for in texts.
    pub light: Light,
    query: Option<Arc<Query>>,
    age: Age,
    before: Vec<String>,
    undone: Vec<String>,
}

/// How old what was found is.
#[derive(Clone, Copy, Debug, Default)]
struct Age {
    /// Pictures shown since the rows were looked at.
    pictures: u32,
    /// Packets that had come then, and what had been found.
    known: (u64, usize),
}

/// Pictures, about twenty a second, after which rows are asked once more: a row changes with its reply, its end, its findings.
const STALE: u32 = 20;
/// The same where octets must be read for the answer.
const STALE_OCTETS: u32 = 400;

impl Filter {
    /// A newer picture is shown. Answers whether it is time to ask rows once more that were asked before.
    pub fn ages(&mut self, shown: &Snapshot) -> bool {
        let Some(query) = &self.query else { return false };
        self.age.pictures = self.age.pictures.saturating_add(1);
        let most = if query.needs_octets() { STALE_OCTETS } else { STALE };
        let known = (shown.packets, shown.findings.len());
        let is_stale = self.age.pictures >= most && self.age.known != known;
        if is_stale {
            self.age = Age { pictures: 0, known };
        }
        is_stale
    }

    /// The parsed filter in force.
    pub fn query(&self) -> Option<Arc<Query>> {
        self.query.clone()
    }

    /// Whether a filter is in force.
    pub const fn is_set(&self) -> bool {
        self.query.is_some()
    }

    /// Takes a new filter; an empty one lets everything through. A wrong one leaves the old in force.
    pub fn set(&mut self, text: &str, names: Names<'_>) -> Result<(), Fault> {
        let old = self.text.clone();
        self.put(text, names)?;
        if self.query.is_some() {
            self.history.retain(|known| known != text);
            self.history.push(text.to_owned());
            let over = self.history.len().saturating_sub(HISTORY);
            self.history.drain(..over);
        }
        if old != self.text {
            self.before.push(old);
            let over = self.before.len().saturating_sub(HISTORY);
            self.before.drain(..over);
            self.undone.clear();
        }
        Ok(())
    }

    /// Puts the filter in force that was before the last one. Returns whether there was one.
    pub fn undo(&mut self, names: Names<'_>) -> bool {
        let Some(text) = self.before.pop() else { return false };
        self.undone.push(self.text.clone());
        self.put(&text, names).is_ok()
    }

    /// Takes back an [`undo`](Self::undo). Returns whether there was one.
    pub fn redo(&mut self, names: Names<'_>) -> bool {
        let Some(text) = self.undone.pop() else { return false };
        self.before.push(self.text.clone());
        self.put(&text, names).is_ok()
    }

    fn put(&mut self, text: &str, names: Names<'_>) -> Result<(), Fault> {
        let query = if text.trim().is_empty() { None } else { Some(parse(text, names)?) };
        self.light = query.as_ref().map_or_else(Light::default, Query::light);
        self.query = query.map(Arc::new);
        self.age = Age::default();
        text.trim().clone_into(&mut self.text);
        Ok(())
    }
}

/// What is wrong with an expression, if anything.
pub fn check(text: &str, names: Names<'_>) -> Option<Fault> {
    if text.trim().is_empty() { None } else { parse(text, names).err() }
}

fn parse(text: &str, names: Names<'_>) -> Result<Query, Fault> {
    Query::parse_with(text, names).map_err(|error| (error.message, error.span))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_filter_leaves_the_old_in_force() {
        let mut filter = Filter::default();
        filter.set("seq > 3", &[]).unwrap();
        assert!(filter.set("seq >", &[]).is_err());
        assert_eq!((filter.text.as_str(), filter.is_set()), ("seq > 3", true));
    }

    #[test]
    fn filters_are_undone_one_by_one_and_done_again() {
        let mut filter = Filter::default();
        for text in ["seq > 3", "seq > 4", "seq > 4", ""] {
            filter.set(text, &[]).unwrap();
        }
        let mut walk = Vec::new();
        while filter.undo(&[]) {
            walk.push(filter.text.clone());
        }
        while filter.redo(&[]) {
            walk.push(filter.text.clone());
        }
        assert_eq!(walk, ["seq > 4", "seq > 3", "", "seq > 3", "seq > 4", ""]);
    }
}
