//! Walks the items of a text that was scanned without a fatal fault. On any other text a walk ends early; it never fails.

use smallvec::SmallVec;

use crate::base::span::ByteSpan;

use super::head;
use super::item::{Item, Kind};

/// Nesting that a walk follows; no scan goes deeper.
const DEPTH: usize = 256;

/// Key and value of each entry of a map, in their order; none when the item is no map.
pub fn entries<'a>(octets: &'a [u8], map: &Item) -> Entries<'a> {
    Entries(Cursor::inside(octets, map, map.kind == Kind::Map))
}

/// The elements of an array, in their order; none when the item is no array.
pub fn elements<'a>(octets: &'a [u8], array: &Item) -> Elements<'a> {
    Elements(Cursor::inside(octets, array, array.kind == Kind::Array))
}

/// The value of the first entry with this unsigned key.
pub fn find(octets: &[u8], map: &Item, key: u64) -> Option<Item> {
    entries(octets, map).find(|(name, _)| name.uint() == Some(key)).map(|(_, value)| value)
}

/// Entries of a map.
#[derive(Clone, Debug)]
pub struct Entries<'a>(Cursor<'a>);

impl Iterator for Entries<'_> {
    type Item = (Item, Item);

    fn next(&mut self) -> Option<(Item, Item)> {
        let key = self.0.item()?;
        Some((key, self.0.item()?))
    }
}

/// Elements of an array.
#[derive(Clone, Debug)]
pub struct Elements<'a>(Cursor<'a>);

impl Iterator for Elements<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        self.0.item()
    }
}

#[derive(Clone, Debug)]
struct Cursor<'a> {
    octets: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Cursor<'a> {
    fn inside(octets: &'a [u8], item: &Item, fits: bool) -> Self {
        let span = if fits { item.content } else { ByteSpan::default() };
        let end = (span.end as usize).min(octets.len());
        Self { octets, at: span.start as usize, end }
    }

    /// The next item; `None` at the end, or at the break before it.
    fn item(&mut self) -> Option<Item> {
        let rest = self.octets.get(self.at..self.end)?;
        let head = head::read(rest).ok().filter(|head| !head.is_break())?;
        let length = length(rest)?;
        let start = self.at;
        self.at = start.checked_add(length)?;
        Some(Item::new(&head, start, self.at))
    }
}

/// Octets of the item at the start of `rest`.
fn length(rest: &[u8]) -> Option<usize> {
    let mut at = 0usize;
    let mut open: SmallVec<[Option<u64>; 8]> = SmallVec::new();
    loop {
        let head = head::read(rest.get(at..)?).ok()?;
        at = at.checked_add(head.length)?.checked_add(head.content())?;
        let filled = if head.is_break() {
            open.pop()?.is_none()
        } else if head.is_container() && head.items() != Some(0) {
            open.push(head.items());
            false
        } else {
            true
        };
        if head.is_break() && !filled {
            return None;
        }
        if filled {
            count(&mut open);
        }
        if open.is_empty() {
            return (at <= rest.len()).then_some(at);
        }
        if open.len() > DEPTH {
            return None;
        }
    }
}

/// Counts an item in its container, and so on outwards as containers become complete.
fn count(open: &mut SmallVec<[Option<u64>; 8]>) {
    while let Some(Some(left)) = open.last_mut() {
        *left = left.saturating_sub(1);
        if *left > 0 {
            return;
        }
        open.pop();
    }
}
