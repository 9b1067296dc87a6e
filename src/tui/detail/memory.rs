//! What stays from row to row: groups folded and unfolded by hand, the selected field, and how a message is read.

use std::collections::BTreeMap;
use std::hash::{Hash as _, Hasher as _};

use rustc_hash::FxHasher;

use crate::base::tree::Tree;

/// Groups remembered; then the memory starts anew.
const KEPT: usize = 4096;

/// How the pane beside the octets reads a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// Field by field.
    #[default]
    Fields,
    /// The carried JSON text, token by token, laid out in lines.
    Pretty,
    /// The carried text as it stands on the wire.
    Raw,
}

/// A field by the labels of its ancestors and its own: the same in every frame of the same shape.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Key(u64);

/// What the user did to one tree and means for the next.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// How frames are read.
    pub reading: Reading,
    /// The field that was selected by hand last; `None` while none was.
    pub selected: Option<Key>,
    groups: BTreeMap<Key, bool>,
}

impl Memory {
    /// Remembers that a group is folded, or that it is not.
    pub fn note(&mut self, group: Key, is_folded: bool) {
        if self.groups.len() >= KEPT {
            self.groups.clear();
        }
        self.groups.insert(group, is_folded);
    }

    /// Whether the user folded a group; `None` when its like was never touched.
    pub fn folded(&self, group: Key) -> Option<bool> {
        self.groups.get(&group).copied()
    }
}

/// The key of every field of a tree, in order.
pub fn keys(tree: &Tree) -> Vec<Key> {
    let mut around: Vec<(u8, Key)> = Vec::new();
    let mut keys = Vec::with_capacity(tree.fields.len());
    for field in &tree.fields {
        while around.last().is_some_and(|(depth, _)| *depth >= field.depth) {
            around.pop();
        }
        let mut hasher = FxHasher::default();
        around.last().map(|(_, key)| key.0).hash(&mut hasher);
        field.label.hash(&mut hasher);
        let key = Key(hasher.finish());
        around.push((field.depth, key));
        keys.push(key);
    }
    keys
}
