//! How far the rows of a list are brought into their order.

use std::sync::Arc;

use super::sorted::Sorted;
use crate::tui::sort::Ranks;

/// Names an order of rows: while it stays the same, the order does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan(pub u64);

/// What the order of a list was worked out for.
#[derive(Clone, Debug)]
pub struct Work {
    /// The order wanted.
    pub plan: Plan,
    /// What was there when it was worked out.
    pub stamp: [usize; 5],
    /// The order in the making, while another one serves.
    pub next: Option<Sorted>,
    /// How texts rank in it.
    pub ranks: Arc<Ranks>,
    /// Whether the user has just asked for this order, and it does not stand yet.
    pub is_awaited: bool,
}

impl Work {
    /// Nothing is left to do.
    pub fn done(plan: Plan, stamp: [usize; 5]) -> Self {
        Self { plan, stamp, next: None, ranks: Arc::default(), is_awaited: false }
    }
}
