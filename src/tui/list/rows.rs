//! Which rows of a log a list shows. A position counts shown rows; a row is an index of the log and never changes.

use super::arranged::Arranged;

/// The rows of a log, all of them or those that a filter let through.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    first: usize,
    end: usize,
    matches: Option<Matches>,
    /// Whether rows that do not match show too.
    pub show_all: bool,
    /// The rows in another order, once there is one.
    pub arranged: Option<Arranged>,
    /// Grows whenever other rows match than before.
    pub turn: u32,
}

/// Rows that the filter let through so far, ascending.
#[derive(Clone, Debug, Default)]
struct Matches {
    found: Vec<u32>,
    scanned: usize,
    again: Option<(Vec<u32>, usize)>,
}

impl Rows {
    /// Takes over the bounds of the log: the oldest row that is there, and the index the next one gets.
    pub fn sync(&mut self, first: usize, end: usize) {
        if first > self.first
            && let Some(arranged) = &mut self.arranged
        {
            arranged.evict(first);
        }
        (self.first, self.end) = (first, end);
    }

    /// Forgets the filter's matches; with `filtered`, searches for new ones from the start.
    pub fn restart(&mut self, filtered: bool) {
        self.matches = filtered.then(Matches::default);
        self.show_all = false;
        self.turn = self.turn.wrapping_add(1);
    }

    /// Searches anew while the old matches stay: rows may have changed since they were looked at.
    pub fn rescan(&mut self) {
        if let Some(matches) = &mut self.matches {
            matches.again = Some((Vec::new(), 0));
        }
    }

    /// Offers up to `budget` worth of rows to `test`, which answers whether a row matches and what looking cost.
    /// Returns whether rows are left to look at.
    pub fn scan(&mut self, mut budget: usize, test: &mut dyn FnMut(usize) -> (bool, usize)) -> bool {
        let (first, end) = (self.first, self.end);
        let Some(matches) = &mut self.matches else { return false };
        let mut search = |found: &mut Vec<u32>, scanned: &mut usize| {
            *scanned = (*scanned).max(first);
            while *scanned < end && budget > 0 {
                let (hit, cost) = test(*scanned);
                if hit {
                    found.push(u32::try_from(*scanned).unwrap_or(u32::MAX));
                }
                budget = budget.saturating_sub(cost.max(1));
                *scanned += 1;
            }
            *scanned >= end
        };
        if !search(&mut matches.found, &mut matches.scanned) {
            return true;
        }
        let Some((mut found, mut scanned)) = matches.again.take() else { return false };
        if search(&mut found, &mut scanned) {
            (matches.found, matches.scanned) = (found, scanned);
            self.turn = self.turn.wrapping_add(1);
            return false;
        }
        matches.again = Some((found, scanned));
        true
    }

    /// Whether every row has been looked at.
    pub fn is_settled(&self) -> bool {
        self.matches.as_ref().is_none_or(|matches| matches.scanned >= self.end)
    }

    /// Share of rows looked at, in percent.
    pub fn percent(&self) -> usize {
        let total = self.end.saturating_sub(self.first).max(1);
        let left = self.matches.as_ref().map_or(0, |matches| self.end.saturating_sub(matches.scanned.max(self.first)));
        100 - (left * 100 / total).min(100)
    }

    /// Rows shown.
    pub fn count(&self) -> usize {
        self.arranged.as_ref().map_or_else(|| self.selected_count(), Arranged::count)
    }

    /// Rows that the filter lets through, in whatever order.
    pub fn selected_count(&self) -> usize {
        self.shown().map_or_else(|| self.total(), <[u32]>::len)
    }

    /// The first row from `from` on that the filter lets through.
    pub fn next_selected(&self, from: usize) -> Option<usize> {
        match self.shown() {
            Some(found) => found.get(found.partition_point(|known| (*known as usize) < from)).map(|row| *row as usize),
            None => Some(from.max(self.first)).filter(|row| *row < self.end),
        }
    }

    /// Whether the filter lets a row through.
    pub fn selects(&self, row: usize) -> bool {
        self.show_all || self.matches.is_none() || self.is_match(row)
    }

    /// Rows there are, shown or not.
    pub const fn total(&self) -> usize {
        self.end.saturating_sub(self.first)
    }

    /// Rows that match; `None` without a filter.
    pub fn matching(&self) -> Option<usize> {
        self.matches.as_ref().map(|_| self.hits().len())
    }

    /// The row at a position.
    pub fn at(&self, position: usize) -> Option<usize> {
        if let Some(arranged) = &self.arranged {
            return arranged.at(position);
        }
        match self.shown() {
            Some(found) => found.get(position).map(|row| *row as usize),
            None => Some(self.first + position).filter(|row| *row < self.end),
        }
    }

    /// The position of a row, or of the next shown one after it.
    pub fn position(&self, row: usize) -> usize {
        if let Some(arranged) = &self.arranged {
            return arranged.position(row);
        }
        match self.shown() {
            Some(found) => found.partition_point(|known| (*known as usize) < row),
            None => row.saturating_sub(self.first).min(self.count()),
        }
    }

    /// Whether a row is shown.
    pub fn shows(&self, row: usize) -> bool {
        self.at(self.position(row)) == Some(row)
    }

    /// Whether a row is one of the matches of a filter.
    pub fn is_match(&self, row: usize) -> bool {
        u32::try_from(row).is_ok_and(|row| self.hits().binary_search(&row).is_ok())
    }

    /// The nearest match after `row`, or before it.
    pub fn match_beside(&self, row: usize, forward: bool) -> Option<usize> {
        let hits = self.hits();
        let at = hits.partition_point(|known| (*known as usize) < row);
        let beside = if forward { at + usize::from(hits.get(at).is_some_and(|known| *known as usize == row)) } else { at.checked_sub(1)? };
        hits.get(beside).map(|row| *row as usize)
    }

    fn shown(&self) -> Option<&[u32]> {
        if self.show_all { None } else { self.matches.as_ref().map(|_| self.hits()) }
    }

    /// Matches that were not evicted.
    fn hits(&self) -> &[u32] {
        let found = self.matches.as_ref().map_or(&[][..], |matches| &matches.found);
        let gone = found.partition_point(|row| (*row as usize) < self.first);
        found.get(gone..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn even(row: usize) -> (bool, usize) {
        (row.is_multiple_of(2), 1)
    }

    #[test]
    fn a_filter_lets_rows_through_in_slices() {
        let mut rows = Rows::default();
        rows.sync(0, 10);
        rows.restart(true);
        assert!(rows.scan(4, &mut even));
        assert_eq!((rows.count(), rows.is_settled(), rows.percent()), (2, false, 40));
        assert!(!rows.scan(100, &mut even));
        assert_eq!((rows.count(), rows.at(4), rows.position(5), rows.shows(5)), (5, Some(8), 3, false));
        assert_eq!((rows.match_beside(4, true), rows.match_beside(4, false), rows.match_beside(8, true)), (Some(6), Some(2), None));
    }

    #[test]
    fn eviction_hides_matches_and_new_rows_are_looked_at() {
        let mut rows = Rows::default();
        rows.sync(0, 6);
        rows.restart(true);
        rows.scan(100, &mut even);
        rows.sync(3, 9);
        rows.scan(100, &mut even);
        assert_eq!((0..rows.count()).filter_map(|at| rows.at(at)).collect::<Vec<_>>(), [4, 6, 8]);
    }

    #[test]
    fn a_rescan_keeps_the_old_matches_until_it_is_done() {
        let mut rows = Rows::default();
        rows.sync(0, 6);
        rows.restart(true);
        rows.scan(100, &mut even);
        rows.rescan();
        assert!(rows.scan(3, &mut |_| (true, 1)));
        assert_eq!(rows.count(), 3);
        assert!(!rows.scan(100, &mut |_| (true, 1)));
        assert_eq!(rows.count(), 6);
    }
}
