//! The display filter in force, and how far each list has been searched.

use std::ops::Range;
use std::sync::Arc;

use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::base::tree::Tree;
use crate::store::snapshot::Snapshot;

use super::command::View;
use super::detail::{Subject, findings_of};
use super::model::Model;

/// Work for one turn of the loop, in rows that need no octets.
const BUDGET: usize = 20_000;
/// What reading a frame back costs, in rows that need none.
const READ_COST: usize = 200;
/// Filters remembered.
const HISTORY: usize = 50;

/// Reads a frame back and dissects it.
pub type Reader<'a> = dyn FnMut(FrameId) -> Option<Tree> + 'a;

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
pub fn search(model: &mut Model, read: &mut Reader<'_>) -> bool {
    let Some(query) = model.filter.query.clone() else { return false };
    let (snapshot, view, follow) = (model.world.shown.clone(), model.view, model.follow);
    let mut test = |row: usize| {
        let mut cost = 1;
        let hit = query.row(&snapshot, Subject { view, row }, &mut |frame| {
            cost += READ_COST;
            read(frame)
        });
        (hit, cost)
    };
    model.list_mut().scan(BUDGET, follow, &mut test)
}

/// Text search over what a row shows.
#[derive(Debug)]
struct Query {
    text: String,
}

fn parse(text: &str) -> Result<Query, (String, Range<usize>)> {
    match text.find('(') {
        Some(at) if !text.contains(')') => Err(("this parenthesis is never closed".to_owned(), at..at + 1)),
        _ => Ok(Query { text: text.trim().trim_matches('"').to_lowercase() }),
    }
}

impl Query {
    fn row(&self, snapshot: &Snapshot, subject: Subject, _read: &mut Reader<'_>) -> bool {
        let named = match subject.view {
            View::Exchanges => snapshot
                .exchange(ExchangeId::from_index(subject.row))
                .map(|row| format!("{} {}", snapshot.text(row.method), row.state.name())),
            View::Frames => {
                snapshot.frame(FrameId::from_index(subject.row)).map(|row| format!("{} {}", row.channel.label(), row.type_label()))
            }
            View::Associations => {
                snapshot.association(AssociationId::from_index(subject.row)).map(|row| format!("{} {}", row.client, row.server))
            }
            View::Findings => snapshot.finding(FindingId::from_index(subject.row)).map(|row| format!("{} {}", row.rule.id, row.message)),
        };
        let has = |text: &str| text.to_lowercase().contains(&self.text);
        named.is_some_and(|text| has(&text))
            || findings_of(snapshot, subject).iter().filter_map(|id| snapshot.finding(*id)).any(|finding| has(finding.rule.id))
    }
}
