//! Append-only rows in shared chunks: cloning is a clone of pointers, so a snapshot costs microseconds.

use std::collections::VecDeque;
use std::sync::Arc;

/// Rows of one chunk.
pub const CHUNK: usize = 1024;

/// A log of rows. Rows are numbered from 0 and never renumbered; the oldest chunks may be evicted.
#[derive(Clone, Debug)]
pub struct Log<T> {
    chunks: VecDeque<Arc<Vec<T>>>,
    evicted: usize,
    len: usize,
}

impl<T> Default for Log<T> {
    fn default() -> Self {
        Self { chunks: VecDeque::new(), evicted: 0, len: 0 }
    }
}

impl<T: Clone> Log<T> {
    /// An empty log.
    pub fn new() -> Self {
        Self::default()
    }

    /// Rows ever appended: the index the next row gets.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing was ever appended.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Index of the oldest row that is still there.
    pub const fn first(&self) -> usize {
        self.evicted * CHUNK
    }

    /// The row at `index`; `None` when it was evicted or never was.
    pub fn get(&self, index: usize) -> Option<&T> {
        let chunk = (index / CHUNK).checked_sub(self.evicted)?;
        self.chunks.get(chunk)?.get(index % CHUNK)
    }

    /// The row at `index` for editing; copies its chunk when a snapshot still holds it.
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        let chunk = (index / CHUNK).checked_sub(self.evicted)?;
        Arc::make_mut(self.chunks.get_mut(chunk)?).get_mut(index % CHUNK)
    }

    /// Appends a row and returns its index.
    pub fn push(&mut self, row: T) -> usize {
        let index = self.len;
        if index.is_multiple_of(CHUNK) {
            self.chunks.push_back(Arc::new(Vec::with_capacity(CHUNK)));
        }
        if let Some(last) = self.chunks.back_mut() {
            Arc::make_mut(last).push(row);
        }
        self.len += 1;
        index
    }

    /// Gives back the room for rows that are not expected any more.
    pub fn settle(&mut self) {
        if let Some(last) = self.chunks.back_mut().and_then(Arc::get_mut) {
            last.shrink_to_fit();
        }
        self.chunks.shrink_to_fit();
    }

    /// Evicts whole chunks from the front until at most `most` rows and one chunk are left.
    pub fn evict_to(&mut self, most: usize) {
        self.evict_to_with(most, |_| {});
    }

    /// Evicts as [`Log::evict_to`] does, and shows every row that goes.
    pub fn evict_to_with(&mut self, most: usize, mut goes: impl FnMut(&T)) {
        while self.chunks.len() > 1 && self.len - self.first() > most.max(CHUNK) {
            self.chunks.pop_front().iter().flat_map(|chunk| chunk.iter()).for_each(&mut goes);
            self.evicted += 1;
        }
    }

    /// Evicts whole chunks from the front while `gone` holds for their last row; the last chunk stays.
    pub fn evict_while(&mut self, gone: impl Fn(&T) -> bool) {
        while self.chunks.len() > 1 && self.chunks.front().and_then(|chunk| chunk.last()).is_some_and(&gone) {
            self.chunks.pop_front();
            self.evicted += 1;
        }
    }

    /// The rows that are there, oldest first, with their indices.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, &T)> {
        let first = self.first();
        self.chunks
            .iter()
            .enumerate()
            .flat_map(move |(at, chunk)| chunk.iter().enumerate().map(move |(in_chunk, row)| (first + at * CHUNK + in_chunk, row)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_keeps_the_old_row_when_the_log_edits_it() {
        let mut log = Log::new();
        for row in 0..3000 {
            log.push(row);
        }
        let snapshot = log.clone();
        *log.get_mut(5).unwrap() = 99;
        assert_eq!((snapshot.get(5), log.get(5)), (Some(&5), Some(&99)));
        assert_eq!(log.iter().count(), 3000);
    }

    #[test]
    fn eviction_takes_whole_chunks_and_never_renumbers() {
        let mut log = Log::new();
        for row in 0..3000 {
            log.push(row);
        }
        log.evict_to(1500);
        assert_eq!(log.first(), 2048);
        assert_eq!((log.get(2047), log.get(2048)), (None, Some(&2048)));
        assert_eq!(log.len(), 3000);
    }
}
