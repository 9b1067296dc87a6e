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

    /// Whether some number of `low..=high` is contained.
    pub(super) fn touches(&self, low: u64, high: u64) -> bool {
        let at = self.ranges.partition_point(|range| range.1 < low);
        self.ranges.get(at).is_some_and(|range| range.0 <= high)
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

    /// The runs of numbers below `end` that are missing, from the lowest contained number on.
    pub(super) fn holes(&self, end: u64) -> impl Iterator<Item = (u64, u64)> {
        let pairs = self.ranges.iter().zip(self.ranges.iter().skip(1));
        pairs.map(|(one, next)| (one.1.saturating_add(1), next.0.saturating_sub(1))).take_while(move |hole| hole.0 < end)
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
        assert!(set.touches(30, 40) && !set.touches(31, 40));
        assert_eq!(set.lowest(), Some(1));
    }

    #[test]
    fn holes_lie_between_ranges_and_the_bound_closes_the_lowest() {
        let mut set = RangeSet::new(3);
        for number in [2, 4, 8] {
            set.insert(number, number);
        }
        assert_eq!(set.holes(8).collect::<Vec<_>>(), [(3, 3), (5, 7)]);
        assert_eq!(set.holes(5).collect::<Vec<_>>(), [(3, 3)]);
        set.insert(10, 10);
        assert_eq!(set.ranges, [(2, 4), (8, 8), (10, 10)]);
    }
}
