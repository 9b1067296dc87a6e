//! One pass over a JSON text: where its top-level members lie, and everything that is odd about it.
//!
//! The scan goes on behind what a lossy parser would hide (duplicate names, surrogates, octets that are no UTF-8) and stops
//! only where the grammar breaks. It does not recurse, so nesting costs one octet a level at most.

mod fault;
mod scalar;
mod scanner;

use smallvec::SmallVec;

use super::token::{Kind, Member, Token};
use crate::base::limits::Limits;
use crate::base::span::ByteSpan;
pub use fault::{Fault, Reason};
use scanner::Scanner;

/// Repeated names listed for one text; further ones are counted.
const MOST_DUPLICATES: usize = 64;

/// What a scan may spend.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Deepest nesting that is looked at for repeated names; deeper is a finding.
    pub depth: usize,
    /// Names remembered at once.
    pub names: usize,
}

impl From<&Limits> for Bounds {
    fn from(limits: &Limits) -> Self {
        Self { depth: limits.json_depth, names: limits.json_names }
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Self::from(&Limits::default())
    }
}

/// A member name that its object already has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duplicate {
    /// The repeated name with its quotes.
    pub name: ByteSpan,
    /// The name where it stood first.
    pub first: ByteSpan,
    /// Nesting of its object; 1 is the top-level object.
    pub depth: u32,
}

/// What one pass found out. All spans count in the whole text, a byte order mark included.
#[derive(Clone, Debug, Default)]
pub struct Scan {
    /// The value; `None` when the text breaks off inside it.
    pub root: Option<Token>,
    /// Type of the value, even when it breaks off.
    pub kind: Option<Kind>,
    /// Where the grammar broke. Nothing behind it was read.
    pub fault: Option<Fault>,
    /// Whether the text begins with a byte order mark.
    pub bom: bool,
    /// What follows the value, from its first octet that is not white space.
    pub trailing: Option<ByteSpan>,
    /// The first octets in a string that are no UTF-8.
    pub not_utf8: Option<ByteSpan>,
    /// The first escape of a surrogate without its half.
    pub lone_surrogate: Option<ByteSpan>,
    /// The first number that no double can hold.
    pub overflow: Option<ByteSpan>,
    /// Deepest nesting; 1 for a flat object.
    pub depth: u32,
    /// The first bracket beyond the allowed depth.
    pub too_deep: Option<u32>,
    /// Repeated names, in reading order, as many as are listed.
    pub duplicates: SmallVec<[Duplicate; 1]>,
    /// Repeated names in all.
    pub duplicate_count: u32,
    /// Whether an object had more names than were remembered: a repeated one may have been missed.
    pub names_forgotten: bool,
}

impl Scan {
    /// Whether a strict parser takes the whole text: one value in UTF-8 with nothing but white space around it.
    pub fn is_strict(&self) -> bool {
        self.is_one_value() && !self.bom && self.not_utf8.is_none()
    }

    /// Whether the text is one value, be its strings UTF-8 or not, a byte order mark before it or not.
    pub const fn is_one_value(&self) -> bool {
        self.fault.is_none() && self.trailing.is_none() && self.root.is_some()
    }
}

/// Scans `octets` once. `member` gets every member of the top-level object, in order, also those in front of a fault.
pub fn scan(octets: &[u8], bounds: Bounds, mut member: impl FnMut(Member)) -> Scan {
    scan_inside(octets, bounds, |outer, found| {
        if outer.is_none() {
            member(found);
        }
    })
}

/// As [`scan`], also of the objects that are values in the top-level object: their members come before the member that holds them, with
/// its name.
pub fn scan_inside(octets: &[u8], bounds: Bounds, member: impl FnMut(Option<ByteSpan>, Member)) -> Scan {
    let mut scanner = Scanner::new(octets, bounds, member);
    let _ended = scanner.document();
    scanner.found.names_forgotten = scanner.names.forgot;
    scanner.found
}

#[cfg(test)]
#[allow(clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests;
