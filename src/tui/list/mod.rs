//! A list of rows: selection, scroll, marks. Selection and scroll name rows, not positions, so new rows move neither.

pub mod arranged;
pub mod fixed;
pub mod grouped;
pub mod rows;
pub mod sorted;
pub mod work;

use std::collections::BTreeSet;

use arranged::Arranged;
use grouped::HEADS;
use rows::{Gap, Rows};
use work::Work;

/// What one view remembers about its list.
#[derive(Clone, Debug, Default)]
pub struct List {
    /// Which rows it shows.
    pub rows: Rows,
    /// Marked rows.
    pub marks: BTreeSet<usize>,
    /// How far its rows are in their order.
    pub work: Option<Work>,
    selected: Option<usize>,
    /// The topmost row; `None` while the list was not scrolled: then its first row is the topmost, whatever its order.
    top: Option<usize>,
    fresh: bool,
}

impl List {
    /// Takes over the bounds of the log. With `follow`, a selection at the end stays at the end.
    pub fn sync(&mut self, first: usize, end: usize, follow: bool) {
        let at_end = self.is_at_end();
        self.rows.sync(first, end);
        if let Some(next) = self.work.as_mut().and_then(|work| work.next.as_mut()) {
            next.evict(first);
        }
        if follow && at_end {
            self.select_position(usize::MAX);
        }
    }

    /// Takes rows that match, see [`Rows::take`]; once all are seen, the selection rests on a shown row.
    pub fn take(&mut self, gap: Gap, scanned: usize, rows: &[u32], follow: bool) {
        let at_end = self.is_at_end() && self.rows.count() > 0;
        self.rows.take(gap, scanned, rows);
        if follow && at_end {
            self.select_position(usize::MAX);
        } else if self.rows.gap().is_none() && self.rows.arranged.is_none() {
            self.selected = self.selected();
        }
    }

    /// Shows its rows in another order, or as their log has them. The selection stays; with `follow`, one at the end stays there.
    pub fn rearrange(&mut self, arranged: Option<Arranged>, follow: bool) {
        let at_end = self.is_at_end();
        // A group that is named before there are groups stays named.
        if self.selected.is_some_and(|row| row & HEADS == 0 || self.rows.arranged.is_some()) {
            self.selected = self.selected().or(self.selected);
        }
        self.rows.arranged = arranged;
        if follow && at_end {
            self.select_position(usize::MAX);
        }
    }

    /// Starts a new filter, or none; the selection stays where it is, if it still shows.
    pub fn refilter(&mut self, filtered: bool) {
        self.selected = self.selected();
        self.rows.restart(filtered);
        self.fresh = true;
    }

    /// The rows that it names: the selected one, the topmost one, and those marked.
    pub fn named(&self) -> (Option<usize>, Option<usize>, Vec<usize>) {
        (self.selected(), self.top, self.marks.iter().copied().collect())
    }

    /// Takes over another log, in which the rows that it named stand elsewhere; searches for the filter's matches anew.
    pub fn move_over(&mut self, (first, end): (usize, usize), (selected, top, marks): (Option<usize>, Option<usize>, Vec<usize>)) {
        let show_all = self.rows.show_all;
        self.rows.sync(first, end);
        self.rows.restart(self.rows.matching().is_some());
        self.rows.show_all = show_all;
        (self.rows.arranged, self.work) = (None, None);
        (self.selected, self.top, self.marks) = (selected, top, marks.into_iter().collect());
    }

    /// Whether a new filter has just been through all rows; answers so once.
    pub fn take_fresh(&mut self) -> bool {
        self.rows.is_settled() && std::mem::take(&mut self.fresh)
    }

    /// The selected row: the one chosen, else the next shown one, else the last. `None` in an empty list.
    pub fn selected(&self) -> Option<usize> {
        let last = self.rows.count().checked_sub(1)?;
        let position = self.selected.map_or(0, |row| self.rows.position(row));
        self.rows.at(position.min(last))
    }

    /// The row that was chosen, kept or not.
    pub const fn chosen(&self) -> Option<usize> {
        self.selected
    }

    /// Whether no row was ever chosen: the first one is selected then.
    pub const fn is_untouched(&self) -> bool {
        self.selected.is_none()
    }

    /// Position of the selected row.
    pub fn position(&self) -> usize {
        self.selected().map_or(0, |row| self.rows.position(row))
    }

    /// Whether the last row is selected (an empty list counts).
    pub fn is_at_end(&self) -> bool {
        self.position() + 1 >= self.rows.count()
    }

    /// Selects a row.
    pub const fn select(&mut self, row: usize) {
        self.selected = Some(row);
    }

    /// Selects the row at a position; beyond the end, the last one.
    pub fn select_position(&mut self, position: usize) {
        if let Some(last) = self.rows.count().checked_sub(1) {
            self.selected = self.rows.at(position.min(last));
        }
    }

    /// Moves the selection by `delta` positions.
    pub fn step(&mut self, delta: isize) {
        self.select_position(self.position().saturating_add_signed(delta));
    }

    /// Position of the first visible row when `height` rows are visible.
    pub fn top(&self, height: usize) -> usize {
        self.top.map_or(0, |row| self.rows.position(row)).min(self.rows.count().saturating_sub(height))
    }

    /// Scrolls by `delta` rows; the selection stays.
    pub fn scroll(&mut self, delta: isize, height: usize) {
        let most = self.rows.count().saturating_sub(height);
        let position = self.top(height).saturating_add_signed(delta).min(most);
        self.top = self.rows.at(position);
    }

    /// Scrolls as little as needed to make the selected row visible.
    pub fn reveal(&mut self, height: usize) {
        let (position, top) = (self.position(), self.top(height));
        let wanted = top.min(position).max((position + 1).saturating_sub(height.max(1)));
        self.top = self.rows.at(wanted).filter(|_| wanted > 0 || self.rows.arranged.is_some());
    }

    /// Marks the selected row, or unmarks it.
    pub fn toggle_mark(&mut self) {
        if let Some(row) = self.selected()
            && !self.marks.remove(&row)
        {
            self.marks.insert(row);
        }
    }

    /// The next shown row after the selection that is marked or one of `further`; from the first one again at the end.
    pub fn next_mark(&self, further: &BTreeSet<usize>) -> Option<usize> {
        let all: BTreeSet<usize> = self.marks.union(further).copied().collect();
        let here = self.selected().map_or(0, |row| row + 1);
        all.range(here..).chain(all.range(..here)).copied().find(|row| self.rows.shows(*row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(end: usize) -> List {
        let mut list = List::default();
        list.sync(0, end, false);
        list
    }

    #[test]
    fn new_rows_move_neither_selection_nor_scroll() {
        let mut list = list(50);
        list.select_position(49);
        list.reveal(10);
        list.sync(0, 90, false);
        assert_eq!((list.selected(), list.top(10)), (Some(49), 40));
    }

    #[test]
    fn following_moves_only_a_selection_at_the_end() {
        let mut list = list(50);
        list.select_position(10);
        list.sync(0, 60, true);
        assert_eq!(list.selected(), Some(10));
        list.select_position(59);
        list.sync(0, 70, true);
        assert_eq!(list.selected(), Some(69));
    }

    #[test]
    fn eviction_moves_the_selection_to_the_oldest_row_that_is_left() {
        let mut list = list(50);
        list.sync(20, 60, false);
        assert_eq!((list.selected(), list.top(10)), (Some(20), 0));
    }

    #[test]
    fn a_filter_keeps_the_selection_if_it_matches_and_else_takes_the_next() {
        let mut list = list(50);
        list.select(21);
        list.refilter(true);
        let gap = list.rows.gap().unwrap();
        list.take(gap, 10, &[0], false);
        list.take(gap, 50, &[10, 20, 30, 40], false);
        assert_eq!(list.selected(), Some(30));
    }

    #[test]
    fn scrolling_leaves_the_selection_and_moving_reveals_it() {
        let mut list = list(50);
        list.scroll(30, 10);
        assert_eq!((list.selected(), list.top(10)), (Some(0), 30));
        list.step(1);
        list.reveal(10);
        assert_eq!((list.selected(), list.top(10)), (Some(1), 1));
    }
}
