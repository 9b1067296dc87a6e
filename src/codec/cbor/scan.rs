//! Reads one item once, octet by octet, and says all that is wrong with it.
//!
//! Without recursion. Time grows with the octets (an unsorted map is looked through once more), memory with [`Bounds`], whatever
//! counts and lengths the octets claim.

use smallvec::SmallVec;

use crate::base::limits::Limits;
use crate::base::span::ByteSpan;

use super::fault::{Fault, Reason};
use super::head::{self, Head};
use super::item::{Item, Kind};
use super::walk;

/// Nesting that generation 3 allows in a sealed body [core §11.7].
const NESTING: usize = 8;
/// How often as many octets as the text has are looked at again: unsorted maps inside one another would be each time.
const SECOND_LOOKS: usize = 4;
/// Floating-point numbers whose places are remembered.
const FLOATS: usize = 1024;

/// How far a scan goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Nesting that is followed; what is deeper cannot be read.
    pub depth: usize,
    /// Keys of one unsorted map that are compared to find a second use.
    pub keys: usize,
}

impl Bounds {
    /// The bounds of an engine.
    pub const fn of(limits: &Limits) -> Self {
        Self { depth: limits.cbor_depth, keys: limits.cbor_keys }
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Self::of(&Limits::default())
    }
}

/// What a scan found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scan {
    /// The item, when it could be read to its end.
    pub root: Option<Item>,
    /// The first fault of each kind, in the order in which they were noticed. Floating-point numbers are no fault by themselves.
    pub faults: SmallVec<[Fault; 2]>,
    /// Places of the first floating-point numbers.
    pub floats: SmallVec<[ByteSpan; 4]>,
    /// Greatest nesting of arrays, maps and tags; the outermost counts one.
    pub depth: usize,
}

impl Scan {
    /// The map, when the item is one that could be read to its end; what follows it does not matter.
    pub fn map(&self) -> Option<Item> {
        self.root.filter(|item| item.kind == Kind::Map)
    }

    /// The fault of a kind.
    pub fn fault(&self, reason: Reason) -> Option<&Fault> {
        self.faults.iter().find(|fault| fault.reason == reason)
    }

    /// The worst fault that every generation rejects: the fatal one, else the first. Order by length, nesting and floating-point
    /// numbers depend on generation and field, so they are not looked at.
    pub fn worst(&self) -> Option<&Fault> {
        let settled = |fault: &&Fault| !matches!(fault.reason, Reason::LengthFirst | Reason::Nesting);
        self.faults.iter().find(|fault| fault.reason.is_fatal()).or_else(|| self.faults.iter().find(settled))
    }

    fn add(&mut self, reason: Reason, span: ByteSpan, other: Option<ByteSpan>) {
        if self.fault(reason).is_none() {
            self.faults.push(Fault { reason, span, other });
        }
    }
}

/// Reads one item; other octets behind it are a fault.
pub fn scan(octets: &[u8], bounds: Bounds) -> Scan {
    let second_looks = octets.len().saturating_mul(SECOND_LOOKS);
    let mut scanner = Scanner { octets, bounds, at: 0, open: SmallVec::new(), second_looks, found: Scan::default() };
    match scanner.item() {
        Ok(root) => {
            if scanner.at < octets.len() {
                scanner.found.add(Reason::Trailing, ByteSpan::new(scanner.at, octets.len()), None);
            }
            scanner.found.root = Some(root);
        }
        Err(reason) => {
            let end = scanner.at.saturating_add(1).min(octets.len());
            scanner.found.add(reason, ByteSpan::new(scanner.at, end), None);
        }
    }
    scanner.found
}

/// Reads one map; any other item is a fault.
pub fn scan_map(octets: &[u8], bounds: Bounds) -> Scan {
    let mut found = scan(octets, bounds);
    if let Some(root) = found.root.filter(|root| root.kind != Kind::Map) {
        found.faults.insert(0, Fault { reason: Reason::NotMap, span: root.span, other: None });
    }
    found
}

struct Scanner<'a> {
    octets: &'a [u8],
    bounds: Bounds,
    at: usize,
    open: SmallVec<[Open; 8]>,
    /// Octets that unsorted maps may still be looked through for equal keys.
    second_looks: usize,
    found: Scan,
}

/// A container that is being read.
struct Open {
    head: Head,
    start: usize,
    /// Items still to come; `None` until a break.
    left: Option<u64>,
    /// For maps: whether the next item is a key.
    key_next: bool,
    previous: Option<ByteSpan>,
    /// The first key that precedes the one before it, and that one.
    disorder: Option<(ByteSpan, ByteSpan)>,
    by_length: bool,
}

impl Scanner<'_> {
    fn item(&mut self) -> Result<Item, Reason> {
        loop {
            let start = self.at;
            let head = head::read(self.octets.get(start..).unwrap_or_default())?;
            let done = if head.is_break() {
                Some(self.close_by_break(&head)?)
            } else if head.is_container() {
                self.enter(head, start)?
            } else {
                Some(self.leaf(&head, start)?)
            };
            let Some(item) = done else { continue };
            if let Some(root) = self.complete(item) {
                return Ok(root);
            }
        }
    }

    fn leaf(&mut self, head: &Head, start: usize) -> Result<Item, Reason> {
        self.belongs(head)?;
        self.spelled(head, start);
        let end = start.saturating_add(head.length).saturating_add(head.content());
        if end > self.octets.len() {
            return Err(Reason::Truncated);
        }
        self.at = end;
        let item = Item::new(head, start, end);
        match item.kind {
            Kind::Text if std::str::from_utf8(item.content.of(self.octets)).is_err() => self.found.add(Reason::NotUtf8, item.span, None),
            Kind::Float { .. } if self.found.floats.len() < FLOATS => self.found.floats.push(item.span),
            _ => {}
        }
        Ok(item)
    }

    /// Opens a container; one that is empty is complete at once.
    fn enter(&mut self, head: Head, start: usize) -> Result<Option<Item>, Reason> {
        self.belongs(&head)?;
        self.spelled(&head, start);
        if self.open.len() >= self.bounds.depth {
            return Err(Reason::TooDeep);
        }
        let span = ByteSpan::new(start, start.saturating_add(head.length));
        match (head.argument, head.major) {
            (None, _) => self.found.add(Reason::Indefinite, span, None),
            (_, 6) => self.found.add(Reason::Tag, span, None),
            _ => {}
        }
        self.at = start.saturating_add(head.length);
        let depth = self.open.len().saturating_add(1);
        self.found.depth = self.found.depth.max(depth);
        if depth > NESTING {
            self.found.add(Reason::Nesting, span, None);
        }
        let left = head.items();
        if left == Some(0) {
            return Ok(Some(Item::new(&head, start, self.at)));
        }
        let key_next = head.major == 5;
        self.open.push(Open { head, start, left, key_next, previous: None, disorder: None, by_length: true });
        Ok(None)
    }

    /// Whether a head may stand where it does: inside a string of indefinite length only strings of that kind may.
    fn belongs(&self, head: &Head) -> Result<(), Reason> {
        let Some(outer) = self.open.last().filter(|outer| matches!(outer.head.major, 2 | 3)) else { return Ok(()) };
        if head.major == outer.head.major && head.argument.is_some() { Ok(()) } else { Err(Reason::Chunk) }
    }

    fn spelled(&mut self, head: &Head, start: usize) {
        if head.is_long() {
            self.found.add(Reason::NotShortest, ByteSpan::new(start, start.saturating_add(head.length)), None);
        }
    }

    fn close_by_break(&mut self, head: &Head) -> Result<Item, Reason> {
        let complete = |open: &Open| open.left.is_none() && (open.head.major != 5 || open.key_next);
        if !self.open.last().is_some_and(complete) {
            return Err(Reason::Break);
        }
        self.at = self.at.saturating_add(head.length);
        self.close().ok_or(Reason::Break)
    }

    fn close(&mut self) -> Option<Item> {
        let open = self.open.pop()?;
        let item = Item::new(&open.head, open.start, self.at);
        if let Some((key, before)) = open.disorder {
            let reason = if open.by_length { Reason::LengthFirst } else { Reason::KeyOrder };
            self.found.add(reason, key, Some(before));
            self.look_for_duplicates(&item);
        }
        Some(item)
    }

    /// Counts an item in its container, and so on outwards as containers become complete. The root, when that is complete.
    fn complete(&mut self, mut item: Item) -> Option<Item> {
        loop {
            let Some(open) = self.open.last_mut() else { return Some(item) };
            if open.head.major == 5 {
                if open.key_next {
                    self.found_key(item.span);
                }
                let open = self.open.last_mut()?;
                open.key_next = !open.key_next;
            }
            let open = self.open.last_mut()?;
            let Some(left) = &mut open.left else { return None };
            *left = left.saturating_sub(1);
            if *left > 0 {
                return None;
            }
            item = self.close()?;
        }
    }

    fn found_key(&mut self, key: ByteSpan) {
        let Some(open) = self.open.last_mut() else { return };
        let Some(before) = open.previous.replace(key) else { return };
        let (this, last) = (key.of(self.octets), before.of(self.octets));
        match last.cmp(this) {
            std::cmp::Ordering::Equal => self.found.add(Reason::DuplicateKey, key, Some(before)),
            std::cmp::Ordering::Greater => {
                open.disorder.get_or_insert((key, before));
            }
            std::cmp::Ordering::Less => {}
        }
        if let Some(open) = self.open.last_mut() {
            open.by_length &= (last.len(), last) <= (this.len(), this);
        }
    }

    /// In a sorted map equal keys are neighbours; in another one they are found by sorting.
    fn look_for_duplicates(&mut self, map: &Item) {
        let Some(left) = self.second_looks.checked_sub(map.span.len()).filter(|_| self.found.fault(Reason::DuplicateKey).is_none()) else {
            return;
        };
        self.second_looks = left;
        let mut keys: Vec<ByteSpan> = walk::entries(self.octets, map).take(self.bounds.keys).map(|(key, _)| key.span).collect();
        keys.sort_by(|a, b| a.of(self.octets).cmp(b.of(self.octets)).then(a.start.cmp(&b.start)));
        let twice = keys.iter().zip(keys.iter().skip(1)).find(|(a, b)| a.of(self.octets) == b.of(self.octets));
        if let Some((first, second)) = twice {
            self.found.add(Reason::DuplicateKey, *second, Some(*first));
        }
    }
}
