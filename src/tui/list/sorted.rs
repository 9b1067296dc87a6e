//! Rows sorted by a key, a slice of the work at a time: runs are sorted, then merged in pairs. What was sorted before serves until the
//! newer order is whole.

/// Rows of a run that is sorted at once.
const RUN: usize = 8192;

/// Rows in the order of their keys; equal keys by row.
#[derive(Clone, Debug, Default)]
pub struct Sorted {
    /// The order in force.
    rows: Vec<u32>,
    /// Keys by row, from `base` on.
    keys: Vec<u64>,
    base: usize,
    /// Rows below this one were taken.
    taken: usize,
    /// Sorted runs that are not in the order in force yet.
    runs: Vec<Vec<u32>>,
    merge: Option<Merge>,
    is_whole: bool,
}

#[derive(Clone, Debug)]
struct Merge {
    from: [Vec<u32>; 2],
    at: [usize; 2],
    into: Vec<u32>,
    /// Whether the order in force is one of the two.
    is_last: bool,
}

impl Sorted {
    /// Works on for up to `budget` rows. `next` tells the rows to be sorted, ascending, from a row on; `key` tells their keys.
    /// Returns whether work is left.
    pub fn work(&mut self, next: &dyn Fn(usize) -> Option<usize>, key: &dyn Fn(usize) -> u64, budget: usize) -> bool {
        let taken = self.take(next, key, budget.min(RUN));
        if taken > 0 {
            return true;
        }
        if self.merge.is_none() && self.runs.is_empty() {
            self.is_whole = true;
            return false;
        }
        self.merge_on(budget.saturating_mul(4));
        true
    }

    /// Whether every row that was there had its turn at least once.
    pub const fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Forgets rows before `first`: they were evicted.
    pub fn evict(&mut self, first: usize) {
        if first <= self.base {
            return;
        }
        let keep = |row: &u32| *row as usize >= first;
        self.rows.retain(keep);
        self.runs.iter_mut().for_each(|run| run.retain(keep));
        if let Some(merge) = self.merge.take() {
            let again = if merge.is_last { &merge.from[1..] } else { &merge.from[..] };
            self.runs.extend(again.iter().map(|run| run.iter().copied().filter(keep).collect()));
        }
        self.keys.drain(..(first - self.base).min(self.keys.len()));
        self.base = first;
    }

    /// How many rows are in order.
    pub const fn count(&self) -> usize {
        self.rows.len()
    }

    /// The row at a position.
    pub fn at(&self, position: usize) -> Option<usize> {
        self.rows.get(position).map(|row| *row as usize)
    }

    /// The position of a row.
    pub fn position(&self, row: usize) -> usize {
        let wanted = (self.key(row), row);
        self.rows.partition_point(|known| (self.key(*known as usize), *known as usize) < wanted)
    }

    fn key(&self, row: usize) -> u64 {
        row.checked_sub(self.base).and_then(|at| self.keys.get(at)).copied().unwrap_or_default()
    }

    fn take(&mut self, next: &dyn Fn(usize) -> Option<usize>, key: &dyn Fn(usize) -> u64, budget: usize) -> usize {
        let mut run = Vec::new();
        while run.len() < budget
            && let Some(row) = next(self.taken)
        {
            if self.keys.is_empty() {
                self.base = row;
            }
            self.keys.resize(row - self.base, 0);
            self.keys.push(key(row));
            run.push(u32::try_from(row).unwrap_or(u32::MAX));
            self.taken = row + 1;
        }
        run.sort_unstable_by_key(|row| (self.key(*row as usize), *row));
        let taken = run.len();
        if taken > 0 {
            self.runs.push(run);
        }
        taken
    }

    fn merge_on(&mut self, budget: usize) {
        let Some(mut merge) = self.merge.take().or_else(|| self.next_merge()) else { return };
        if merge.turn(budget, |row| (self.key(row as usize), row)) {
            self.merge = Some(merge);
        } else if merge.is_last {
            self.rows = merge.into;
        } else {
            self.runs.push(merge.into);
        }
    }

    /// The shortest two runs first: then no row is moved more often than needed. The last one goes into the order in force.
    fn next_merge(&mut self) -> Option<Merge> {
        self.runs.sort_by_key(|run| std::cmp::Reverse(run.len()));
        let last = self.runs.pop()?;
        let (other, is_last) = self.runs.pop().map_or_else(|| (self.rows.clone(), true), |other| (other, false));
        let into = Vec::with_capacity(last.len() + other.len());
        Some(Merge { from: [other, last], at: [0, 0], into, is_last })
    }
}

impl Merge {
    /// Moves up to `budget` rows. Returns whether some are left.
    fn turn(&mut self, budget: usize, key: impl Fn(u32) -> (u64, u32)) -> bool {
        for _ in 0..budget {
            let heads = [0, 1].map(|side: usize| self.from[side].get(self.at[side]).map(|row| key(*row)));
            let side = match heads {
                [None, None] => return false,
                [Some(_), None] => 0,
                [None, Some(_)] => 1,
                [Some(left), Some(right)] => usize::from(right < left),
            };
            self.into.extend(self.from[side].get(self.at[side]));
            self.at[side] += 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(sorted: &mut Sorted, end: usize, key: &dyn Fn(usize) -> u64) -> usize {
        let mut turns = 0;
        while sorted.work(&|from| Some(from).filter(|row| *row < end), key, 1000) {
            turns += 1;
        }
        turns
    }

    fn rows(sorted: &Sorted) -> Vec<usize> {
        (0..sorted.count()).filter_map(|at| sorted.at(at)).collect()
    }

    /// Numbers without any order.
    fn scattered(row: usize) -> u64 {
        (row as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40
    }

    #[test]
    fn sorts_in_slices_as_a_sort_at_once_does() {
        let mut sorted = Sorted::default();
        assert!(work(&mut sorted, 20_000, &scattered) > 20);
        let mut expected: Vec<usize> = (0..20_000).collect();
        expected.sort_by_key(|row| (scattered(*row), *row));
        assert_eq!(rows(&sorted), expected);
        assert!(expected.iter().enumerate().all(|(at, row)| sorted.position(*row) == at));
    }

    #[test]
    fn the_order_in_force_serves_while_new_rows_are_sorted_in() {
        let mut sorted = Sorted::default();
        work(&mut sorted, 3000, &scattered);
        assert!(sorted.work(&|from| Some(from).filter(|row| *row < 4000), &scattered, 100));
        assert_eq!(sorted.count(), 3000);
        work(&mut sorted, 4000, &scattered);
        assert_eq!(sorted.count(), 4000);
    }

    #[test]
    fn evicted_rows_leave_the_order_and_equal_keys_stay_in_the_order_of_rows() {
        let mut sorted = Sorted::default();
        work(&mut sorted, 10, &|row| (row % 2) as u64);
        assert_eq!(rows(&sorted), [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]);
        sorted.evict(5);
        assert_eq!(rows(&sorted), [6, 8, 5, 7, 9]);
        assert_eq!(sorted.position(7), 3);
    }
}
