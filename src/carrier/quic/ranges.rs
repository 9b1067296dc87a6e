//! A bounded set of numbers that come in runs.

/// Inclusive ranges in order, without touching one another. When there are too many the lowest two become one: what lies between them
/// counts as contained.
#[derive(Clone, Debug)]
pub(super) struct RangeSet {
    ranges: Vec<(u64, u64)>,
    most: usize,
}

impl RangeSet {
    /// An empty set of at most `most` ranges.
    pub(super) const fn new(most: usize) -> Self {
        Self { ranges: Vec::new(), most }
    }

    /// Whether `number` is contained.
    pub(super) fn contains(&self, number: u64) -> bool {
        self.covers(number, number)
    }

    /// Whether every number of `low..=high` is contained.
    pub(super) fn covers(&self, low: u64, high: u64) -> bool {
        let at = self.ranges.partition_point(|range| range.1 < low);
        self.ranges.get(at).is_some_and(|range| range.0 <= low && high <= range.1)
    }

    /// The first run of numbers of `low..=high` that are not contained.
    pub(super) fn first_hole(&self, low: u64, high: u64) -> Option<(u64, u64)> {
        let at = self.ranges.partition_point(|range| range.1 < low);
        let (first, next) = match self.ranges.get(at) {
            Some(range) if range.0 <= low => (range.1.checked_add(1)?, self.ranges.get(at.saturating_add(1))),
            next => (low, next),
        };
        let last = next.map_or(high, |next| high.min(next.0.saturating_sub(1)));
        (first <= high).then_some((first, last))
    }

    /// The first number of `low..=high` that is contained.
    pub(super) fn first_of(&self, low: u64, high: u64) -> Option<u64> {
        let at = self.ranges.partition_point(|range| range.1 < low);
        self.ranges.get(at).map(|range| range.0.max(low)).filter(|first| *first <= high)
    }

    /// The lowest number contained.
    pub(super) fn lowest(&self) -> Option<u64> {
        self.ranges.first().map(|range| range.0)
    }

    /// Adds `low..=high`.
    pub(super) fn insert(&mut self, low: u64, high: u64) {
        if let Some(last) = self.ranges.last_mut()
            && last.0 <= low
            && last.1.saturating_add(1) >= low
        {
            last.1 = last.1.max(high);
            return;
        }
        let first = self.ranges.partition_point(|range| range.1.saturating_add(1) < low);
        let end = self.ranges.partition_point(|range| range.0 <= high.saturating_add(1));
        let merged = match (self.ranges.get(first), end.checked_sub(1).and_then(|last| self.ranges.get(last))) {
            (Some(one), Some(last)) if first < end => (one.0.min(low), last.1.max(high)),
            _ => (low, high),
        };
        self.ranges.splice(first..end.max(first), [merged]);
        if self.ranges.len() > self.most.max(1) {
            let lowest = self.ranges.remove(0);
            if let Some(next) = self.ranges.first_mut() {
                next.0 = lowest.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_touch_become_one() {
        let mut set = RangeSet::new(8);
        for (low, high) in [(5, 6), (1, 1), (9, 9), (7, 7), (2, 4), (20, 30), (8, 22)] {
            set.insert(low, high);
        }
        assert_eq!(set.ranges, [(1, 30)]);
        assert!(set.covers(1, 30) && !set.contains(0) && !set.contains(31));
        assert_eq!(set.lowest(), Some(1));
        assert_eq!((set.first_hole(0, 3), set.first_hole(4, 33), set.first_hole(4, 30)), (Some((0, 0)), Some((31, 33)), None));
        assert_eq!((set.first_of(0, 9), set.first_of(30, 40), set.first_of(31, 40)), (Some(1), Some(30), None));
    }

    #[test]
    fn the_bound_closes_the_lowest_hole() {
        let mut set = RangeSet::new(3);
        for number in [2, 4, 8, 10] {
            set.insert(number, number);
        }
        assert_eq!(set.ranges, [(2, 4), (8, 8), (10, 10)]);
    }
}
