//! Rows that stand out by a filter of the configuration. Only visible rows are asked about, each once for a picture.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::id::FrameId;
use crate::base::tree::Tree;
use crate::store::octets::Octets;
use crate::store::query::{Matcher, Query};
use crate::store::snapshot::Snapshot;

use super::command::View;
use super::filter::hunt::matches;
use super::model::Model;
use super::theme::Role;

/// Answers remembered; then those about earlier pictures are forgotten.
const KEPT: usize = 4096;

/// Rows that a filter selects are drawn in a role of the theme.
#[derive(Clone, Debug)]
pub struct Tint {
    when: Arc<Query>,
    role: Role,
}

impl Tint {
    /// Rows that `when` selects are drawn in `role`.
    pub fn new(when: Query, role: Role) -> Self {
        Self { when: Arc::new(when), role }
    }
}

/// What is known of the rows of a picture.
#[derive(Clone, Debug, Default)]
pub struct Tinted {
    rows: FxHashMap<(View, usize), Known>,
    picture: u32,
    reading: u32,
}

/// An answer about a row, and in which picture it was found.
#[derive(Clone, Copy, Debug)]
struct Known {
    picture: u32,
    role: Option<Role>,
}

impl Tinted {
    /// The role of a row, when one of the rules selects it.
    pub fn of(&self, view: View, row: usize) -> Option<Role> {
        self.rows.get(&(view, row)).and_then(|known| known.role)
    }

    /// Rows may have changed: all are to be asked about again. The old answers show meanwhile.
    pub const fn forget(&mut self) {
        self.picture = self.picture.wrapping_add(1);
    }

    /// Takes an answer. Returns whether the row is drawn otherwise now.
    pub fn take(&mut self, answer: &Answer) -> bool {
        if answer.reading != self.reading {
            return false;
        }
        if self.rows.len() >= KEPT {
            let picture = self.picture;
            self.rows.retain(|_, known| known.picture == picture);
        }
        let known = Known { picture: answer.picture, role: answer.role };
        self.rows.insert((answer.view, answer.row), known).and_then(|before| before.role) != answer.role
    }
}

/// What the rules say of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    view: View,
    row: usize,
    picture: u32,
    reading: u32,
    role: Option<Role>,
}

/// Visible rows that are to be asked about.
#[derive(Clone)]
pub struct Question {
    snapshot: Arc<Snapshot>,
    tints: Vec<Tint>,
    view: View,
    picture: u32,
    rows: Vec<usize>,
}

impl Question {
    /// What is to be asked; `None` when everything visible is known. Rows that were never asked about come first.
    pub fn wanted(model: &mut Model) -> Option<Self> {
        if model.setup.tints.is_empty() || matches!(model.view, View::Channels | View::Conformance) {
            return None;
        }
        let reading = model.world.shown.reading;
        if model.tinted.reading != reading {
            model.tinted.rows.clear();
            model.tinted.reading = reading;
        }
        let (view, tinted) = (model.view, &model.tinted);
        let age = |row: usize| tinted.rows.get(&(view, row)).map(|known| tinted.picture.wrapping_sub(known.picture));
        let mut rows: Vec<usize> = model.visible().into_iter().filter(|row| age(*row) != Some(0)).collect();
        rows.sort_by_key(|row| std::cmp::Reverse(age(*row).unwrap_or(u32::MAX)));
        let question = Self { snapshot: model.world.shown.clone(), tints: model.setup.tints.clone(), view, picture: tinted.picture, rows };
        (!question.rows.is_empty()).then_some(question)
    }

    /// Whether rows alone answer it, so that it may be asked between two drawings.
    pub fn is_short(&self) -> bool {
        self.tints.iter().all(|tint| !tint.when.needs_octets())
    }

    /// Whether another question asks nothing that this one does not.
    pub fn covers(&self, other: &Self) -> bool {
        (self.view, self.picture, self.snapshot.reading) == (other.view, other.picture, other.snapshot.reading)
            && other.rows.iter().all(|row| self.rows.contains(row))
    }

    /// The picture whose rows are asked about.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// Asks, and tells row by row until `tell` answers that it has enough.
    pub fn ask(&self, octets: Option<&Octets>, dissect: &dyn Fn(FrameId) -> Option<Tree>, tell: &mut dyn FnMut(Answer) -> bool) {
        let rules: Vec<(Matcher<'_>, Role)> =
            self.tints.iter().map(|tint| (tint.when.reading_on(&self.snapshot, octets), tint.role)).collect();
        for row in self.rows.iter().copied() {
            let mut read = |frame| dissect(frame);
            let found = rules.iter().find(|(rule, _)| matches(rule, &self.snapshot, self.view, row, &mut read));
            let role = found.map(|(_, role)| *role);
            let answer = Answer { view: self.view, row, picture: self.picture, reading: self.snapshot.reading, role };
            if !tell(answer) {
                return;
            }
        }
    }
}

/// Asks about visible rows at once.
pub fn ask_now(model: &mut Model, question: &Question) {
    let mut answers = Vec::new();
    question.ask(None, &|_| None, &mut |answer| {
        answers.push(answer);
        true
    });
    for answer in &answers {
        model.tinted.take(answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::fixture::{model, sample};

    #[test]
    fn the_first_rule_that_selects_a_visible_row_colours_it() {
        let mut model = model(sample(), 120, 40);
        let rule = |text: &str, role| Tint::new(Query::parse(text).unwrap(), role);
        model.setup.tints = vec![rule("exchange == 1", Role::Good), rule("exchange < 3", Role::Warning)];
        let question = Question::wanted(&mut model).unwrap();
        assert!(question.is_short());
        ask_now(&mut model, &question);
        let roles: Vec<_> = (0..3).map(|row| model.tinted.of(View::Exchanges, row)).collect();
        assert_eq!(roles, [Some(Role::Good), Some(Role::Warning), None]);
        assert!(Question::wanted(&mut model).is_none());
        model.tinted.forget();
        assert!(Question::wanted(&mut model).is_some());
        assert_eq!(model.tinted.of(View::Exchanges, 0), Some(Role::Good), "the old answer shows until the new one comes");
    }
}
