//! How the user wants rows: sorted, grouped, of which association. What the rows then are is worked out in `update`.

use std::hash::{Hash as _, Hasher as _};

use rustc_hash::{FxHashSet, FxHasher};

use crate::base::id::{AssociationId, ExchangeId, FindingId};

use crate::store::finding::{Finding, Severity};

use super::command::View;
use super::list::grouped::{HEADS, MEMBER};
use super::sort::Sort;

/// What the rows of the findings are grouped by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Grouping {
    /// The rule.
    #[default]
    Rule,
    /// The association.
    Association,
    /// The method of the exchange.
    Method,
    /// Nothing: one list.
    None,
}

impl Grouping {
    /// The next one.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Rule => Self::Association,
            Self::Association => Self::Method,
            Self::Method => Self::None,
            Self::None => Self::Rule,
        }
    }

    /// The bits that tell it in the row of a group.
    pub const fn bits(self) -> usize {
        (self as usize) << 29
    }

    /// What names the group of a finding, and how bad the finding is.
    pub fn group_of(self, finding: &Finding) -> (u64, Severity) {
        let mut hasher = FxHasher::default();
        match self {
            Self::Rule => finding.rule.id.hash(&mut hasher),
            Self::Association => finding.association.hash(&mut hasher),
            Self::Method => finding.method.hash(&mut hasher),
            Self::None => {}
        }
        (hasher.finish(), finding.severity)
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Association => "association",
            Self::Method => "method",
            Self::None => "nothing",
        }
    }
}

/// What a row of the findings names when it names a group: by what it is grouped, and one of its members.
pub fn group_named(row: usize) -> Option<(Grouping, FindingId)> {
    let grouping = [Grouping::Rule, Grouping::Association, Grouping::Method].into_iter().find(|known| row >> 29 & 3 == known.bits() >> 29);
    grouping.filter(|_| row & HEADS != 0).map(|grouping| (grouping, FindingId::from_index(row & MEMBER)))
}

/// How the user wants rows.
#[derive(Clone, Debug, Default)]
pub struct Looks {
    /// The order of each view's rows, in the order of the views.
    pub sort: [Sort; View::ALL.len()],
    /// What findings are grouped by.
    pub grouping: Grouping,
    /// Groups of findings that show their members, by their keys.
    pub open: FxHashSet<u64>,
    /// The association whose channels show; `None` for all.
    pub lanes_of: Option<AssociationId>,
    /// The association whose diagram shows; `None` for the first.
    pub diagram_of: Option<AssociationId>,
    /// The only exchange that the diagram shows.
    pub only: Option<ExchangeId>,
    /// Exchanges whose stream events the diagram shows one by one.
    pub unfolded: FxHashSet<ExchangeId>,
}

impl Looks {
    /// Forgets what names rows: they have other numbers now.
    pub fn forget(&mut self) {
        self.only = None;
        self.unfolded.clear();
        self.open.clear();
    }
}
