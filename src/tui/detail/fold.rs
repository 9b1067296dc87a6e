//! A field tree with what is folded away and what is selected.

use std::collections::BTreeSet;

use crate::base::span::ByteSpan;
use crate::base::tree::{Buffer, Field, Mark, Tree};

use super::memory::{Key, Memory, keys};

/// Deeper levels are drawn at this depth: a hostile message may nest hundreds of levels.
pub const DEEPEST: u8 = 24;

/// One visible line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// Index of the field.
    pub field: usize,
    /// Bit `n`: at depth `n` a later sibling follows, so a line goes on there. Bit `depth` is the field's own.
    pub goes_on: u32,
    /// Whether it has children.
    pub is_group: bool,
    /// Whether its children are hidden.
    pub is_folded: bool,
}

/// The tree of a detail.
#[derive(Clone, Debug, Default)]
pub struct Folds {
    tree: Tree,
    keys: Vec<Key>,
    folded: BTreeSet<usize>,
    lines: Vec<Line>,
    selected: usize,
    top: usize,
}

impl Folds {
    /// A tree folded as its like was left, with the field selected that was; at first nothing is folded but the header, which is
    /// the same in every frame.
    pub fn new(tree: Tree, memory: &Memory) -> Self {
        let mut folds = Self { keys: keys(&tree), tree, ..Self::default() };
        let header =
            folds.tree.fields.iter().position(|field| field.depth == 0 && field.buffer == Buffer::Header && !field.span.is_empty());
        folds.folded.extend(header.filter(|at| folds.is_group(*at) && !folds.has_marked_child(*at)));
        for (at, key) in folds.keys.iter().enumerate() {
            match memory.folded(*key) {
                Some(true) => drop(folds.folded.insert(at)),
                Some(false) => drop(folds.folded.remove(&at)),
                None => {}
            }
        }
        folds.layout();
        folds
    }

    /// The key of the selected field.
    pub fn selected_key(&self) -> Option<Key> {
        self.keys.get(self.selected_index()).copied()
    }

    /// The key of a field.
    pub fn key(&self, index: usize) -> Option<Key> {
        self.keys.get(index).copied()
    }

    /// Selects the field of a key. Returns whether there is one.
    pub fn select_key(&mut self, wanted: Key) -> bool {
        let found = self.keys.iter().position(|key| *key == wanted);
        if let Some(index) = found {
            self.select_index(index);
        }
        found.is_some()
    }

    /// The fields.
    pub const fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Visible lines.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Position of the selected line.
    pub const fn position(&self) -> usize {
        self.selected
    }

    /// The selected field.
    pub fn selected(&self) -> Option<&Field> {
        self.tree.fields.get(self.selected_index())
    }

    /// Index of the selected field.
    pub fn selected_index(&self) -> usize {
        self.lines.get(self.selected).map_or(0, |line| line.field)
    }

    /// The first visible line when `height` lines are visible.
    pub fn top(&self, height: usize) -> usize {
        self.top.min(self.lines.len().saturating_sub(height))
    }

    /// Moves the selection by `delta` lines.
    pub fn step(&mut self, delta: isize) {
        self.selected = self.selected.saturating_add_signed(delta).min(self.lines.len().saturating_sub(1));
    }

    /// Selects the line at a position.
    pub fn select_position(&mut self, position: usize) {
        self.selected = position.min(self.lines.len().saturating_sub(1));
    }

    /// Selects a field; opens the groups around it.
    pub fn select_index(&mut self, index: usize) {
        let mut depth = self.tree.fields.get(index).map_or(0, |field| field.depth);
        for at in (0..index.min(self.tree.fields.len())).rev() {
            if self.depth(at) < depth {
                depth = self.depth(at);
                self.folded.remove(&at);
            }
        }
        self.layout();
        self.selected = self.lines.partition_point(|line| line.field < index).min(self.lines.len().saturating_sub(1));
    }

    /// Selects the innermost field that covers an octet.
    pub fn select_covering(&mut self, buffer: Buffer, offset: usize) {
        self.select_best(buffer, |span| span.range().contains(&offset));
    }

    /// Selects the smallest field that covers a span.
    pub fn select_span(&mut self, buffer: Buffer, wanted: ByteSpan) {
        self.select_best(buffer, |span| span.start <= wanted.start && wanted.end <= span.end);
    }

    /// Scrolls; the selection stays.
    pub fn scroll(&mut self, delta: isize, height: usize) {
        self.top = self.top(height).saturating_add_signed(delta).min(self.lines.len().saturating_sub(height));
    }

    /// Scrolls as little as needed to make the selected line visible.
    pub fn reveal(&mut self, height: usize) {
        self.top = self.top(height).min(self.selected).max((self.selected + 1).saturating_sub(height.max(1)));
    }

    /// Folds or unfolds the selected group, and its like in other frames.
    pub fn toggle(&mut self, memory: &mut Memory) {
        let index = self.selected_index();
        if self.is_group(index) {
            let is_folded = !self.folded.remove(&index);
            if is_folded {
                self.folded.insert(index);
            }
            if let Some(key) = self.key(index) {
                memory.note(key, is_folded);
            }
            self.layout();
        }
    }

    /// Folds the selected group, or goes to the group around the selected field.
    pub fn leave(&mut self, memory: &mut Memory) {
        let index = self.selected_index();
        if self.is_group(index) && !self.folded.contains(&index) {
            self.toggle(memory);
            return;
        }
        let depth = self.depth(index);
        if let Some(parent) = (0..index).rev().find(|at| self.depth(*at) < depth) {
            self.select_index(parent);
        }
    }

    /// Unfolds the selected group, or goes into it.
    pub fn enter(&mut self, memory: &mut Memory) {
        let index = self.selected_index();
        if self.folded.contains(&index) {
            self.toggle(memory);
        } else if self.is_group(index) {
            self.step(1);
        }
    }

    /// Where the foreign message begins in the payload: at the field that says so.
    pub fn foreign_start(&self) -> Option<u32> {
        self.tree.fields.iter().find(|field| field.path == "foreign" && field.buffer == Buffer::Payload).map(|field| field.span.start)
    }

    /// The smallest field that covers a span.
    pub fn covering(&self, buffer: Buffer, wanted: ByteSpan) -> Option<usize> {
        self.best(buffer, |span| span.start <= wanted.start && wanted.end <= span.end)
    }

    fn select_best(&mut self, buffer: Buffer, covers: impl Fn(ByteSpan) -> bool) {
        // Several fields may say the same octets: the one that led there stays.
        let selected = self.selected().filter(|field| field.buffer == buffer && !field.span.is_empty() && covers(field.span));
        let length = selected.map(|field| field.span.len());
        if let Some(best) = self.best(buffer, covers)
            && length.is_none_or(|length| self.tree.fields.get(best).is_some_and(|field| field.span.len() < length))
        {
            self.select_index(best);
        }
    }

    fn best(&self, buffer: Buffer, covers: impl Fn(ByteSpan) -> bool) -> Option<usize> {
        let fields = self.tree.fields.iter().enumerate();
        let covering = fields.filter(|(_, field)| field.buffer == buffer && !field.span.is_empty() && covers(field.span));
        // A group with one child says what that says; of fields side by side the first says the octets, the others what they mean.
        covering.min_by_key(|(at, field)| (field.span.len(), std::cmp::Reverse(field.depth), *at)).map(|(at, _)| at)
    }

    fn depth(&self, index: usize) -> u8 {
        self.tree.fields.get(index).map_or(0, |field| field.depth)
    }

    fn is_group(&self, index: usize) -> bool {
        self.tree.fields.get(index + 1).is_some_and(|next| next.depth > self.depth(index))
    }

    fn has_marked_child(&self, index: usize) -> bool {
        let depth = self.depth(index);
        self.tree
            .fields
            .iter()
            .skip(index + 1)
            .take_while(|field| field.depth > depth)
            .any(|field| field.note.as_ref().is_some_and(|(mark, _)| *mark > Mark::Plain))
    }

    /// Lists the visible lines anew; the selection stays on its field, or on the group that hides it.
    fn layout(&mut self) {
        let chosen = self.selected_index();
        self.lines.clear();
        let mut hidden_below = None;
        for (index, field) in self.tree.fields.iter().enumerate() {
            if hidden_below.is_some_and(|depth| field.depth > depth) {
                continue;
            }
            let is_folded = self.folded.contains(&index);
            hidden_below = is_folded.then_some(field.depth);
            self.lines.push(Line { field: index, goes_on: 0, is_group: self.is_group(index), is_folded });
        }
        self.connect();
        let after = self.lines.partition_point(|line| line.field <= chosen);
        self.selected = after.saturating_sub(1);
    }

    /// Finds out, from the last line up, where siblings follow.
    fn connect(&mut self) {
        let mut open = 0_u32;
        for line in self.lines.iter_mut().rev() {
            let depth = self.tree.fields.get(line.field).map_or(0, |field| field.depth.min(DEEPEST));
            let below = (1_u32 << (depth + 1)) - 1;
            line.goes_on = open & below;
            open = (open & below) | 1 << depth;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::tree::{TreeBuilder, Value};

    fn tree() -> Folds {
        let mut builder = TreeBuilder::new(Buffer::Payload);
        builder.group("envelope", String::new(), ByteSpan::new(0, 20), |b| {
            b.uint("bridge.protocol_id", "protocol", 1, ByteSpan::new(4, 5));
            b.group("method", String::new(), ByteSpan::new(6, 20), |b| {
                b.text("bridge.method", "text", b"ping", ByteSpan::new(7, 11));
            });
        });
        builder.push("foreign", "foreign", Value::None, String::new(), ByteSpan::new(20, 40));
        Folds::new(builder.finish(), &Memory::default())
    }

    #[test]
    fn lines_know_where_siblings_follow() {
        let folds = tree();
        let goes_on: Vec<u32> = folds.lines().iter().map(|line| line.goes_on).collect();
        assert_eq!(goes_on, [0b1, 0b11, 0b01, 0b001, 0b0]);
    }

    #[test]
    fn folding_hides_children_and_the_selection_moves_to_the_group() {
        let (mut folds, mut memory) = (tree(), Memory::default());
        folds.select_covering(Buffer::Payload, 8);
        assert_eq!(folds.selected().unwrap().label, "text");
        folds.leave(&mut memory);
        assert_eq!(folds.selected().unwrap().label, "method");
        folds.leave(&mut memory);
        assert_eq!(folds.lines().len(), 4);
        folds.select_span(Buffer::Payload, ByteSpan::new(8, 9));
        assert_eq!((folds.selected().unwrap().label.as_str(), folds.lines().len()), ("text", 5));
        assert_eq!(folds.foreign_start(), Some(20));
    }

    #[test]
    fn what_is_folded_and_selected_in_one_frame_is_so_in_the_next() {
        let (mut folds, mut memory) = (tree(), Memory::default());
        folds.select_covering(Buffer::Payload, 8);
        let text = folds.selected_key().unwrap();
        folds.leave(&mut memory);
        folds.leave(&mut memory);
        let mut next = Folds::new(folds.tree().clone(), &memory);
        assert_eq!(next.lines().len(), 4);
        assert!(next.select_key(text));
        assert_eq!((next.selected().unwrap().label.as_str(), next.lines().len()), ("text", 5));
    }

    #[test]
    fn octets_lead_back_to_the_field_that_led_to_them() {
        let mut folds = tree();
        for index in 0..folds.tree().fields.len() {
            folds.select_index(index);
            let field = folds.selected().unwrap().clone();
            folds.select_covering(field.buffer, field.span.start as usize);
            let is_leaf = folds.tree().fields.get(index + 1).is_none_or(|next| next.depth <= field.depth);
            assert!(!is_leaf || folds.selected_index() == index, "{}", field.label);
        }
    }

    #[test]
    fn a_header_without_remarks_starts_folded() {
        let build = |remark: bool| {
            let mut builder = TreeBuilder::new(Buffer::Header);
            builder.group("Header", String::new(), ByteSpan::new(0, 36), |b| {
                b.uint("seq", "seq", 1, ByteSpan::new(9, 17));
                if remark {
                    b.note(Mark::Bad, "wrong");
                }
            });
            Folds::new(builder.finish(), &Memory::default()).lines().len()
        };
        assert_eq!((build(false), build(true)), (1, 2));
    }
}
