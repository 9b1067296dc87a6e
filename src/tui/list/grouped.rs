//! Rows in groups, worst group first. A group is a row of its own, named by one of its members; folded, it hides them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::store::finding::Severity;

/// Rows from this one on name groups. Below this bit stand two bits that the owner of the groups may use, and the row of a member.
pub const HEADS: usize = 1 << 31;
/// The bits of a row that tell a member.
pub const MEMBER: usize = (1 << 29) - 1;

/// In which order groups stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GroupOrder {
    /// Worst first, then by count.
    #[default]
    Worst,
    /// Worst first, then as their first members came: counts that grow move nothing under the eye.
    Calm,
    /// Most members first.
    Count,
    /// As their first members came.
    First,
}

/// One group.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its members, ascending.
    pub members: Vec<u32>,
    /// Members by severity: errors, warnings, notes.
    pub counts: [u64; 3],
    key: u64,
}

impl Group {
    /// The worst severity among its members.
    pub fn worst(&self) -> Option<Severity> {
        Severity::WORST_FIRST.into_iter().find(|severity| self.counts[severity.index()] > 0)
    }
}

/// Rows in groups.
#[derive(Clone, Debug, Default)]
pub struct Grouped {
    groups: Vec<Group>,
    by_key: FxHashMap<u64, u32>,
    /// The group of every row, from `base` on.
    group_of: Vec<u32>,
    base: usize,
    taken: usize,
    /// Groups in the order shown, and the position at which each begins.
    shown: Vec<(u32, usize)>,
    /// Where each group stands in `shown`.
    place: Vec<u32>,
    count: usize,
    head: usize,
}

const NO_GROUP: u32 = u32::MAX;

impl Grouped {
    /// No groups yet; `head` are the bits that their rows will have.
    pub fn new(head: usize) -> Self {
        Self { head: HEADS | head, ..Self::default() }
    }

    /// Takes up to `budget` further rows; `next` tells which are to come, `key` their groups. Returns whether some are left.
    pub fn work(&mut self, next: &dyn Fn(usize) -> Option<usize>, key: &dyn Fn(usize) -> Option<(u64, Severity)>, budget: usize) -> bool {
        for _ in 0..budget {
            let Some(row) = next(self.taken) else { return false };
            if self.group_of.is_empty() {
                self.base = row;
            }
            self.taken = row + 1;
            if let Some((key, severity)) = key(row) {
                let group = self.group(key);
                self.group_of.resize(row - self.base, NO_GROUP);
                self.group_of.push(group);
                if let Some(group) = self.groups.get_mut(group as usize) {
                    group.members.push(u32::try_from(row).unwrap_or(u32::MAX));
                    group.counts[severity.index()] += 1;
                }
            }
        }
        true
    }

    fn group(&mut self, key: u64) -> u32 {
        let next = u32::try_from(self.groups.len()).unwrap_or(NO_GROUP);
        *self.by_key.entry(key).or_insert_with(|| {
            self.groups.push(Group { members: Vec::new(), counts: [0; 3], key });
            next
        })
    }

    /// Puts groups in order, and rows in their places; `open` names the groups that show their members.
    pub fn arrange(&mut self, order: GroupOrder, open: &FxHashSet<u64>) {
        let mut by: Vec<u32> = (0..u32::try_from(self.groups.len()).unwrap_or(NO_GROUP)).collect();
        let rank = |at: &u32| {
            let group = &self.groups[*at as usize];
            let worst = std::cmp::Reverse(group.worst());
            let count = std::cmp::Reverse(group.members.len());
            match order {
                GroupOrder::Worst => (Some(worst), Some(count), *at),
                GroupOrder::Calm => (Some(worst), None, *at),
                GroupOrder::Count => (None, Some(count), *at),
                GroupOrder::First => (None, None, *at),
            }
        };
        by.sort_by_key(rank);
        (self.count, self.place) = (0, vec![0; by.len()]);
        self.shown.clear();
        for (at, id) in by.into_iter().enumerate() {
            let group = &self.groups[id as usize];
            self.shown.push((id, self.count));
            self.place[id as usize] = u32::try_from(at).unwrap_or(NO_GROUP);
            self.count += 1 + if open.contains(&group.key) { group.members.len() } else { 0 };
        }
    }

    /// How many lines groups and members that show take.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The row at a position.
    pub fn at(&self, position: usize) -> Option<usize> {
        if position >= self.count {
            return None;
        }
        let at = self.shown.partition_point(|(_, start)| *start <= position).checked_sub(1)?;
        let (id, start) = *self.shown.get(at)?;
        let members = &self.groups.get(id as usize)?.members;
        match position - start {
            0 => members.first().map(|row| self.head | *row as usize),
            further => members.get(further - 1).map(|row| *row as usize),
        }
    }

    /// The position of a row; of one whose group is folded, that of the group.
    pub fn position(&self, row: usize) -> usize {
        let member = row & MEMBER;
        let Some(id) = self.id_of(member) else { return 0 };
        let Some((start, end)) = self.extent(id) else { return 0 };
        if row >= HEADS || end == start + 1 {
            return start;
        }
        let members = self.groups.get(id as usize).map_or(&[][..], |group| &group.members);
        (start + 1 + members.partition_point(|known| (*known as usize) < member)).min(end - 1)
    }

    /// The group of a row, be it a member or the group itself.
    pub fn of_row(&self, row: usize) -> Option<&Group> {
        self.groups.get(self.id_of(row & MEMBER)? as usize)
    }

    /// What names the group of a row, whatever the reading.
    pub fn key_of(&self, row: usize) -> Option<u64> {
        self.of_row(row).map(|group| group.key)
    }

    /// Whether the group of a row shows its members.
    pub fn is_open(&self, row: usize) -> bool {
        self.id_of(row & MEMBER).and_then(|id| self.extent(id)).is_some_and(|(start, end)| end > start + 1)
    }

    /// The nearest group before or after the one of a row.
    pub fn beside(&self, row: usize, forward: bool) -> Option<usize> {
        let place = *self.place.get(self.id_of(row & MEMBER)? as usize)? as usize;
        let beside = if forward { place + 1 } else { place.checked_sub(1)? };
        self.at(self.shown.get(beside)?.1)
    }

    fn id_of(&self, member: usize) -> Option<u32> {
        let id = *self.group_of.get(member.checked_sub(self.base)?)?;
        (id != NO_GROUP).then_some(id)
    }

    /// Positions of a group and of the one after it.
    fn extent(&self, id: u32) -> Option<(usize, usize)> {
        let place = *self.place.get(id as usize)? as usize;
        let (_, start) = *self.shown.get(place)?;
        Some((start, self.shown.get(place + 1).map_or(self.count, |(_, next)| *next)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows 0 to 8 in groups by their remainder; row 5 is an error.
    fn grouped(open: &[u64]) -> Grouped {
        let mut grouped = Grouped::new(0);
        let key = |row: usize| Some((row as u64 % 3, if row == 5 { Severity::Error } else { Severity::Note }));
        assert!(!grouped.work(&|from| Some(from).filter(|row| *row < 8), &key, 100));
        grouped.arrange(GroupOrder::Worst, &open.iter().copied().collect());
        grouped
    }

    #[test]
    fn what_grows_stays_where_it_is_while_calm() {
        let mut grouped = Grouped::new(0);
        let key = |row: usize| Some((u64::from(row > 0), Severity::Note));
        let heads = |grouped: &Grouped| rows(grouped).into_iter().map(|row| row & MEMBER).collect::<Vec<_>>();
        assert!(!grouped.work(&|from| Some(from).filter(|row| *row < 9), &key, 100));
        grouped.arrange(GroupOrder::Calm, &FxHashSet::default());
        assert_eq!(heads(&grouped), [0, 1]);
        grouped.arrange(GroupOrder::Worst, &FxHashSet::default());
        assert_eq!(heads(&grouped), [1, 0]);
    }

    fn rows(grouped: &Grouped) -> Vec<usize> {
        (0..grouped.count()).filter_map(|at| grouped.at(at)).collect()
    }

    #[test]
    fn the_worst_group_stands_first_then_the_largest() {
        assert_eq!(rows(&grouped(&[])), [HEADS + 2, HEADS, HEADS + 1]);
    }

    #[test]
    fn an_open_group_shows_its_members_and_every_row_is_found_where_it_stands() {
        let grouped = grouped(&[0]);
        assert_eq!(rows(&grouped), [HEADS + 2, HEADS, 0, 3, 6, HEADS + 1]);
        assert!(rows(&grouped).iter().enumerate().all(|(at, row)| grouped.position(*row) == at));
        assert_eq!((grouped.position(5), grouped.position(7), grouped.position(99)), (0, 5, 0));
    }

    #[test]
    fn steps_from_group_to_group() {
        let grouped = grouped(&[0]);
        assert_eq!((grouped.beside(3, true), grouped.beside(3, false), grouped.beside(7, true)), (Some(HEADS + 1), Some(HEADS + 2), None));
    }
}
