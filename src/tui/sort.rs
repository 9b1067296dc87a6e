//! By what the rows of each view can be sorted.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use crate::base::symbol::Sym;
use crate::store::finding::Severity;
use crate::store::snapshot::Snapshot;

use super::command::View;
use super::world::World;
use super::world::lanes::Lane;

/// By what rows are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum By {
    /// As they came: their numbers.
    Number,
    /// Time from request to reply.
    Latency,
    /// The worst finding.
    Worst,
    /// The method.
    Method,
    /// The association.
    Association,
    /// Octets.
    Length,
    /// Frames.
    Frames,
    /// Exchanges.
    Exchanges,
    /// Findings.
    Findings,
    /// Time.
    Time,
    /// Rule.
    Rule,
    /// The channel.
    Channel,
    /// Frames a second.
    Rate,
    /// Members of a group.
    Count,
}

impl By {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Latency => "latency",
            Self::Worst => "severity",
            Self::Method => "method",
            Self::Association => "association",
            Self::Length => "octets",
            Self::Frames => "frames",
            Self::Exchanges => "exchanges",
            Self::Findings => "findings",
            Self::Time => "time",
            Self::Rule => "rule",
            Self::Channel => "channel",
            Self::Rate => "rate",
            Self::Count => "count",
        }
    }

    /// Whether the greatest stands first unless it is reversed.
    const fn is_descending(self) -> bool {
        matches!(
            self,
            Self::Latency | Self::Worst | Self::Length | Self::Frames | Self::Exchanges | Self::Findings | Self::Rate | Self::Count
        )
    }
}

/// The order of a view: which of its keys, and whether it is reversed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sort {
    at: usize,
    reversed: bool,
}

impl Sort {
    /// The next key of a view, the way it is best read.
    #[must_use]
    pub fn next(self, keys: &[By]) -> Self {
        Self { at: (self.at + 1) % keys.len().max(1), reversed: false }
    }

    /// The other way round.
    #[must_use]
    pub const fn reverse(self) -> Self {
        Self { reversed: !self.reversed, ..self }
    }

    /// The key.
    pub fn by(self, keys: &[By]) -> By {
        keys.get(self.at).or_else(|| keys.first()).copied().unwrap_or(By::Number)
    }

    /// Whether the greatest stands first.
    pub fn is_descending(self, keys: &[By]) -> bool {
        self.by(keys).is_descending() != self.reversed
    }

    /// Whether it is the one that a view begins with.
    pub const fn is_default(self) -> bool {
        self.at == 0 && !self.reversed
    }
}

/// By what the rows of a view can be sorted; the first is what it begins with. `grouped` findings are sorted by group.
pub const fn keys(view: View, grouped: bool) -> &'static [By] {
    match view {
        View::Exchanges => &[By::Number, By::Latency, By::Worst, By::Method, By::Association],
        View::Frames => &[By::Number, By::Length, By::Worst, By::Channel, By::Association],
        View::Associations => &[By::Number, By::Frames, By::Exchanges, By::Findings],
        View::Findings if grouped => &[By::Worst, By::Count, By::Time],
        View::Findings => &[By::Number, By::Time, By::Worst, By::Rule],
        View::Channels => &[By::Channel, By::Rate, By::Frames, By::Findings],
        View::Diagram | View::Conformance => &[],
    }
}

/// Tells the sorting key of rows.
pub struct Keys<'a> {
    world: &'a World,
    by: By,
    descending: bool,
    ranks: &'a Ranks,
}

/// The places of texts in their alphabetical order, where rows are sorted by a text.
#[derive(Clone, Debug, Default)]
pub struct Ranks {
    methods: FxHashMap<Sym, u64>,
    rules: FxHashMap<&'static str, u64>,
}

impl<'a> Keys<'a> {
    /// Keys of the rows of a view. What has none stands last whichever way.
    pub const fn new(world: &'a World, by: By, descending: bool, ranks: &'a Ranks) -> Self {
        Self { world, by, descending, ranks }
    }

    /// The key of a row of a view.
    pub fn of(&self, view: View, row: usize) -> u64 {
        let key = match view {
            View::Exchanges => self.exchange(ExchangeId::from_index(row)),
            View::Frames => self.frame(FrameId::from_index(row)),
            View::Associations => self.association(AssociationId::from_index(row)),
            View::Findings => self.finding(FindingId::from_index(row)),
            View::Channels | View::Diagram | View::Conformance => None,
        };
        // The last key is left to rows without one.
        key.map_or(u64::MAX, |key| if self.descending { u64::MAX - 1 - key.min(u64::MAX - 1) } else { key.min(u64::MAX - 1) })
    }

    fn exchange(&self, id: ExchangeId) -> Option<u64> {
        let snapshot = &self.world.shown;
        let row = snapshot.exchange(id)?;
        match self.by {
            By::Latency => snapshot.latency(row).map(ascending),
            By::Worst => row.worst.map(severity),
            By::Method => self.ranks.methods.get(&row.method).copied(),
            By::Association => Some(self.world.number(row.association)),
            _ => Some(id.number()),
        }
    }

    fn frame(&self, id: FrameId) -> Option<u64> {
        let snapshot = &self.world.shown;
        let row = snapshot.frame(id)?;
        match self.by {
            By::Length => Some(row.length.into()),
            By::Worst => row.worst.map(severity),
            By::Channel => Some(row.channel.0.into()),
            By::Association => Some(self.world.number(snapshot.association_of(row))),
            _ => Some(id.number()),
        }
    }

    fn association(&self, id: AssociationId) -> Option<u64> {
        let row = self.world.shown.association(id)?;
        match self.by {
            By::Frames => Some(row.frames.iter().sum()),
            By::Exchanges => Some(row.exchanges),
            By::Findings => Some(weighed(row.findings)),
            _ => Some(self.world.number(id)),
        }
    }

    fn finding(&self, id: FindingId) -> Option<u64> {
        let row = self.world.shown.finding(id)?;
        match self.by {
            By::Time => Some(ascending(row.time.0)),
            By::Worst => Some(severity(row.severity)),
            By::Rule => self.ranks.rules.get(row.rule.id).copied(),
            _ => Some(id.number()),
        }
    }
}

impl Ranks {
    /// The ranks that sorting by a key needs.
    pub fn of(snapshot: &Snapshot, by: By) -> Self {
        match by {
            By::Method => Self { methods: methods(snapshot), ..Self::default() },
            By::Rule => Self { rules: rules(snapshot), ..Self::default() },
            _ => Self::default(),
        }
    }
}

/// Lanes of the channels view in order.
pub fn lanes(world: &World, lanes: &mut Vec<&Lane>, by: By, descending: bool) {
    let rate = |lane: &Lane| Direction::BOTH.into_iter().map(|direction| lane.per_second(direction, world)).sum::<f64>();
    let key = |lane: &Lane| match by {
        // A thousandth of a frame a second is the least that tells two rates apart.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rate is neither negative nor near 2^53")]
        By::Rate => (rate(lane) * 1000.0) as u64,
        By::Frames => lane.frames(),
        By::Findings => weighed(lane.findings),
        _ => lane.channel.0.into(),
    };
    let place = |lane: &Lane| (world.number(lane.association), lane.channel);
    match by {
        By::Channel if !descending => lanes.sort_by_cached_key(|lane| place(lane)),
        By::Channel => lanes.sort_by_cached_key(|lane| Reverse(place(lane))),
        _ if descending => lanes.sort_by_cached_key(|lane| (Reverse(key(lane)), place(lane))),
        _ => lanes.sort_by_cached_key(|lane| (key(lane), place(lane))),
    }
}

const fn severity(severity: Severity) -> u64 {
    2 - severity.index() as u64
}

/// Errors before warnings before notes: one of the worse outweighs as many of the milder as there can be.
fn weighed(counts: [u64; 3]) -> u64 {
    counts.into_iter().fold(0, |sum, count| sum << 21 | count.min((1 << 21) - 1))
}

/// A signed number in the order of unsigned ones.
const fn ascending(value: i64) -> u64 {
    value.cast_unsigned() ^ (1 << 63)
}

fn methods(snapshot: &Snapshot) -> FxHashMap<Sym, u64> {
    let symbols = (2..u32::try_from(snapshot.symbols.len()).unwrap_or(u32::MAX)).map(Sym);
    let mut named: Vec<(&str, Sym)> = symbols.map(|symbol| (snapshot.text(symbol), symbol)).collect();
    named.sort_unstable();
    named.into_iter().zip(0..).map(|((_, symbol), rank)| (symbol, rank)).collect()
}

fn rules(snapshot: &Snapshot) -> FxHashMap<&'static str, u64> {
    let mut ids: Vec<&'static str> = snapshot.findings.iter().map(|(_, finding)| finding.rule.id).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.into_iter().zip(0..).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_a_view_come_in_turn_and_can_be_reversed() {
        let keys = keys(View::Exchanges, false);
        let sort = Sort::default();
        assert!(sort.is_default() && !sort.is_descending(keys));
        assert_eq!((sort.next(keys).by(keys), sort.next(keys).is_descending(keys)), (By::Latency, true));
        assert!(!sort.next(keys).reverse().is_descending(keys));
        let around = keys.iter().fold(sort, |sort, _| sort.next(keys));
        assert!(around.is_default());
    }

    #[test]
    fn signed_numbers_keep_their_order_and_worse_outweighs_more() {
        assert!(ascending(-5) < ascending(0) && ascending(0) < ascending(7));
        assert!(weighed([1, 0, 0]) > weighed([0, 900, 900]));
    }
}
