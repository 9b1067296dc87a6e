//! Rows that stand out by a filter of the configuration. Only visible rows are asked about, each once for a picture.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::store::query::{Dissect, Matcher, Query};

use super::command::View;
use super::model::Model;
use super::theme::Role;

/// Frames read back in one turn.
const PER_TURN: usize = 48;

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
    rows: FxHashMap<(View, usize), Option<Role>>,
    stale: bool,
}

impl Tinted {
    /// The role of a row, when one of the rules selects it.
    pub fn of(&self, view: View, row: usize) -> Option<Role> {
        self.rows.get(&(view, row)).copied().flatten()
    }

    /// Rows may have changed: asks about all of them again, and shows the old answers meanwhile.
    pub const fn forget(&mut self) {
        self.stale = true;
    }
}

/// Asks about visible rows. Returns whether some are left for the next turn.
pub fn look(model: &mut Model, read: &mut Dissect<'_>) -> bool {
    if model.setup.tints.is_empty() {
        return false;
    }
    if std::mem::take(&mut model.tinted.stale) {
        model.tinted.rows.clear();
    }
    let (snapshot, view, tints) = (model.world.shown.clone(), model.view, model.setup.tints.clone());
    let rules: Vec<(Matcher<'_>, Role)> = tints.iter().map(|tint| (tint.when.on(&snapshot), tint.role)).collect();
    let mut reads = 0;
    for row in model.visible() {
        if model.tinted.rows.contains_key(&(view, row)) {
            continue;
        }
        if reads >= PER_TURN {
            return true;
        }
        let mut counted = |frame| {
            reads += 1;
            read(frame)
        };
        let found = rules.iter().find(|(rule, _)| selects(rule, view, row, &mut counted)).map(|(_, role)| *role);
        model.tinted.rows.insert((view, row), found);
    }
    false
}

fn selects(rule: &Matcher<'_>, view: View, row: usize, read: &mut Dissect<'_>) -> bool {
    match view {
        View::Exchanges => rule.exchange(ExchangeId::from_index(row), read),
        View::Frames => rule.frame(FrameId::from_index(row), read),
        View::Associations => rule.association(AssociationId::from_index(row), read),
        View::Findings => rule.finding(FindingId::from_index(row), read),
        _ => false,
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
        assert!(!look(&mut model, &mut |_| None));
        let roles: Vec<_> = (0..3).map(|row| model.tinted.of(View::Exchanges, row)).collect();
        assert_eq!(roles, [Some(Role::Good), Some(Role::Warning), None]);
    }
}
