//! Which rows of a log a list shows. A position counts shown rows; a row is an index of the log and never changes.

use super::arranged::Arranged;
use super::grouped::{HEADS, MEMBER};

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
    /// Grows whenever other rows are searched for.
    pub turn: u32,
    /// Grows whenever rows that were looked at once more match or match no longer.
    pub changes: u32,
    searches: u32,
}

/// Rows that the filter let through so far, ascending.
#[derive(Clone, Debug, Default)]
struct Matches {
    found: Vec<u32>,
    scanned: usize,
    again: Option<(Vec<u32>, usize)>,
    /// The end of the log when the search began.
    goal: usize,
    /// Which search it is.
    search: u32,
}

/// Rows that the filter has not been asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Gap {
    /// The first of them.
    pub from: usize,
    /// The first row after them.
    pub end: usize,
    search: u32,
    again: bool,
}

impl Gap {
    /// Whether both are of the same search through the rows.
    pub const fn is_of(&self, other: &Self) -> bool {
        self.search == other.search && self.again == other.again
    }
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
        self.searches = self.searches.wrapping_add(1);
        let (goal, search) = (self.end, self.searches);
        self.matches = filtered.then(|| Matches { goal, search, ..Matches::default() });
        self.show_all = false;
        self.turn = self.turn.wrapping_add(1);
    }

    /// Searches anew while the old matches stay: rows may have changed since they were looked at.
    pub fn rescan(&mut self) {
        if let Some(matches) = &mut self.matches {
            matches.again = Some((Vec::new(), 0));
            self.searches = self.searches.wrapping_add(1);
            matches.search = self.searches;
        }
    }

    /// The rows that are to be looked at next; `None` when all were.
    pub fn gap(&self) -> Option<Gap> {
        let matches = self.matches.as_ref()?;
        let gap = |scanned: usize, again| Gap { from: scanned.max(self.first), end: self.end, search: matches.search, again };
        let first = gap(matches.scanned, false);
        if first.from < first.end {
            return Some(first);
        }
        matches.again.as_ref().map(|(_, scanned)| gap(*scanned, true)).filter(|again| again.from < again.end)
    }

    /// Takes rows that match, of those of a gap before `scanned`. What is not of the present search is left aside.
    pub fn take(&mut self, gap: Gap, scanned: usize, rows: &[u32]) {
        let end = self.end;
        let Some(matches) = self.matches.as_mut().filter(|matches| matches.search == gap.search) else { return };
        let fresh = |from: usize| rows.get(rows.partition_point(|row| (*row as usize) < from)..).unwrap_or_default();
        if !gap.again {
            matches.found.extend_from_slice(fresh(matches.scanned));
            matches.scanned = matches.scanned.max(scanned);
            return;
        }
        let Some((found, at)) = &mut matches.again else { return };
        found.extend_from_slice(fresh(*at));
        *at = (*at).max(scanned);
        if *at >= end
            && let Some((found, at)) = matches.again.take()
        {
            self.changes = self.changes.wrapping_add(u32::from(matches.found != found));
            (matches.found, matches.scanned) = (found, at);
        }
    }

    /// Whether the rows that were there when the filter was set are still being looked at.
    pub fn is_searching(&self) -> bool {
        self.matches.as_ref().is_some_and(|matches| matches.scanned.max(self.first) < matches.goal)
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
        // A group stands where its member does as long as there are no groups.
        let row = if row & HEADS == 0 { row } else { row & MEMBER };
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

    /// Looks at up to `most` rows.
    fn scan(rows: &mut Rows, most: usize, hit: impl Fn(usize) -> bool) -> bool {
        let Some(gap) = rows.gap() else { return false };
        let end = gap.end.min(gap.from + most);
        let found: Vec<u32> = (gap.from..end).filter(|row| hit(*row)).map(|row| u32::try_from(row).unwrap()).collect();
        rows.take(gap, end, &found);
        rows.gap().is_some()
    }

    fn even(row: usize) -> bool {
        row.is_multiple_of(2)
    }

    #[test]
    fn a_filter_lets_rows_through_in_slices() {
        let mut rows = Rows::default();
        rows.sync(0, 10);
        rows.restart(true);
        assert!(scan(&mut rows, 4, even));
        assert_eq!((rows.count(), rows.is_settled(), rows.percent()), (2, false, 40));
        assert!(!scan(&mut rows, 100, even));
        assert_eq!((rows.count(), rows.at(4), rows.position(5), rows.shows(5)), (5, Some(8), 3, false));
        assert_eq!((rows.match_beside(4, true), rows.match_beside(4, false), rows.match_beside(8, true)), (Some(6), Some(2), None));
    }

    #[test]
    fn eviction_hides_matches_and_new_rows_are_looked_at() {
        let mut rows = Rows::default();
        rows.sync(0, 6);
        rows.restart(true);
        scan(&mut rows, 100, even);
        rows.sync(3, 9);
        scan(&mut rows, 100, even);
        assert_eq!((0..rows.count()).filter_map(|at| rows.at(at)).collect::<Vec<_>>(), [4, 6, 8]);
    }

    #[test]
    fn a_rescan_keeps_the_old_matches_until_it_is_done() {
        let mut rows = Rows::default();
        rows.sync(0, 6);
        rows.restart(true);
        scan(&mut rows, 100, even);
        rows.rescan();
        assert!(scan(&mut rows, 3, |_| true));
        assert_eq!(rows.count(), 3);
        assert!(!scan(&mut rows, 100, |_| true));
        assert_eq!(rows.count(), 6);
    }

    #[test]
    fn what_an_older_search_found_is_left_aside() {
        let mut rows = Rows::default();
        rows.sync(0, 6);
        rows.restart(true);
        let old = rows.gap().unwrap();
        rows.restart(true);
        rows.take(old, 6, &[0, 2, 4]);
        assert_eq!((rows.count(), rows.is_searching()), (0, true));
        scan(&mut rows, 100, even);
        assert_eq!((rows.count(), rows.is_searching()), (3, false));
    }
}
