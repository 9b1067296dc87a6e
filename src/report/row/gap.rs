//! The object of a gap in the evidence.

use serde::Serialize;

use crate::base::direction::Direction;
use crate::report::Context;
use crate::report::summary;

/// A gap, as JSON.
#[derive(Serialize, Debug)]
pub(in crate::report) struct Gap {
    kind: &'static str,
    association: Option<u64>,
    direction: Option<&'static str>,
    channel: Option<u16>,
    count: u64,
    octets: Option<u64>,
    detail: String,
}

impl Gap {
    /// The object of a gap.
    pub(in crate::report) fn of(context: &Context<'_>, gap: summary::Gap) -> Self {
        Self {
            kind: gap.kind.name(),
            association: gap.association.map(|id| context.number(id)),
            direction: gap.direction.map(Direction::name),
            channel: gap.channel.map(|channel| channel.0),
            count: gap.count,
            octets: gap.octets,
            detail: gap.detail,
        }
    }
}
