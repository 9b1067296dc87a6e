//! The grammar of containers, without recursion.

use smallvec::SmallVec;

use super::fault::{Fault, Reason};
use super::{Bounds, Duplicate, MOST_DUPLICATES, Scan};
use crate::base::span::ByteSpan;
use crate::codec::json::names::{Names, Scope};
use crate::codec::json::token::{Kind, Member, Token};

/// A container that is open.
#[derive(Clone, Copy)]
struct Open {
    object: bool,
    scope: Scope,
}

/// Reads a text once.
pub(super) struct Scanner<'a, F> {
    pub(super) octets: &'a [u8],
    pub(super) rest: &'a [u8],
    bounds: Bounds,
    member: F,
    pub(super) found: Scan,
    pub(super) names: Names,
    /// The innermost container; meaningless at depth 0.
    top: Open,
    /// The containers around it, within bounds.
    outer: SmallVec<[Open; 16]>,
    /// Whether the containers around it are objects, beyond bounds.
    deep: Vec<bool>,
    depth: u32,
    root_at: u32,
    /// The top-level member being read: its name, and where its value begins.
    name: ByteSpan,
    value_at: u32,
}

impl<'a, F: FnMut(Member)> Scanner<'a, F> {
    pub(super) fn new(octets: &'a [u8], bounds: Bounds, member: F) -> Self {
        let bom = octets.starts_with(b"\xEF\xBB\xBF");
        let rest = if bom { octets.get(3..).unwrap_or_default() } else { octets };
        Self {
            octets,
            rest,
            bounds,
            member,
            found: Scan { bom, ..Scan::default() },
            names: Names::new(bounds.names),
            top: Open { object: false, scope: Scope::default() },
            outer: SmallVec::new(),
            deep: Vec::new(),
            depth: 0,
            root_at: 0,
            name: ByteSpan::default(),
            value_at: 0,
        }
    }

    pub(super) fn document(&mut self) -> Result<(), Fault> {
        self.space();
        if self.rest.is_empty() {
            return Err(self.fault(Reason::Empty));
        }
        self.root_at = self.at();
        while self.value()? || self.next()? {}
        self.space();
        if !self.rest.is_empty() {
            self.found.trailing = Some(self.span_from(self.at(), self.octets.len()));
        }
        Ok(())
    }

    /// Reads a scalar, or opens a container. Answers whether a value must follow.
    #[inline]
    fn value(&mut self) -> Result<bool, Fault> {
        let Some((&octet, tail)) = self.rest.split_first() else { return Err(self.fault(Reason::End)) };
        let at = self.at();
        if self.depth == 1 {
            self.value_at = at;
        }
        match octet {
            b'"' => {
                self.rest = tail;
                self.string()?;
                self.done(at, Kind::String);
            }
            b'{' => return self.open_object(tail),
            b'[' => return Ok(self.open_array(tail)),
            b'-' | b'0'..=b'9' => self.number()?,
            b't' => self.word(b"true", Kind::True)?,
            b'f' => self.word(b"false", Kind::False)?,
            b'n' => self.word(b"null", Kind::Null)?,
            _ => return Err(self.fault(Reason::NoValue)),
        }
        Ok(false)
    }

    /// Goes behind a finished value: closes containers until another value must follow. Answers whether one must.
    #[inline]
    fn next(&mut self) -> Result<bool, Fault> {
        while self.depth > 0 {
            self.space();
            let Some((&octet, tail)) = self.rest.split_first() else { return Err(self.fault(Reason::End)) };
            match (octet, self.top.object) {
                (b',', true) => {
                    self.rest = tail;
                    self.space();
                    return self.member_name().map(|()| true);
                }
                (b',', false) => {
                    self.rest = tail;
                    self.space();
                    return Ok(true);
                }
                (b'}', true) | (b']', false) => {
                    self.rest = tail;
                    self.close();
                }
                _ => return Err(self.fault(Reason::NoComma)),
            }
        }
        Ok(false)
    }

    fn open_object(&mut self, tail: &'a [u8]) -> Result<bool, Fault> {
        self.open(true);
        self.rest = tail;
        self.space();
        if let Some((b'}', tail)) = self.rest.split_first() {
            self.rest = tail;
            self.close();
            return Ok(false);
        }
        self.member_name().map(|()| true)
    }

    fn open_array(&mut self, tail: &'a [u8]) -> bool {
        self.open(false);
        self.rest = tail;
        self.space();
        if let Some((b']', tail)) = self.rest.split_first() {
            self.rest = tail;
            self.close();
            return false;
        }
        true
    }

    /// Reads a name and its colon, and stands at the value.
    #[inline]
    fn member_name(&mut self) -> Result<(), Fault> {
        let at = self.at();
        match self.rest.split_first() {
            Some((b'"', tail)) => self.rest = tail,
            Some(_) => return Err(self.fault(Reason::NoName)),
            None => return Err(self.fault(Reason::End)),
        }
        let (content, escaped) = self.string()?;
        let name = ByteSpan { start: at, end: self.at() };
        if self.depth == 1 {
            self.name = name;
        }
        if self.tracks() {
            let before = self.names.note(self.octets, &mut self.top.scope, content, name, escaped);
            if let Some(first) = before {
                self.duplicate(name, first);
            }
        }
        self.space();
        match self.rest.split_first() {
            Some((b':', tail)) => self.rest = tail,
            Some(_) => return Err(self.fault(Reason::NoColon)),
            None => return Err(self.fault(Reason::End)),
        }
        self.space();
        Ok(())
    }

    #[cold]
    fn duplicate(&mut self, name: ByteSpan, first: ByteSpan) {
        self.found.duplicate_count = self.found.duplicate_count.saturating_add(1);
        if self.found.duplicates.len() < MOST_DUPLICATES {
            self.found.duplicates.push(Duplicate { name, first, depth: self.depth });
        }
    }

    fn open(&mut self, object: bool) {
        if self.depth == 0 {
            self.found.kind = Some(if object { Kind::Object } else { Kind::Array });
        } else if self.tracks() {
            self.outer.push(self.top);
        } else {
            self.deep.push(self.top.object);
        }
        self.depth = self.depth.saturating_add(1);
        self.found.depth = self.found.depth.max(self.depth);
        if !self.tracks() && self.found.too_deep.is_none() {
            self.found.too_deep = Some(self.at());
        }
        self.top = Open { object, scope: self.names.open() };
    }

    fn close(&mut self) {
        let closed = self.top;
        if self.tracks() && closed.object {
            self.names.close(self.octets, closed.scope);
        }
        self.depth = self.depth.saturating_sub(1);
        if self.tracks() {
            self.top = self.outer.pop().unwrap_or(closed);
        } else {
            self.top.object = self.deep.pop().unwrap_or(closed.object);
        }
        let at = if self.depth == 0 { self.root_at } else { self.value_at };
        self.done(at, if closed.object { Kind::Object } else { Kind::Array });
    }

    /// Whether the innermost container lies within the allowed depth.
    #[inline]
    const fn tracks(&self) -> bool {
        self.depth as usize <= self.bounds.depth
    }

    /// A value that began at `at` is complete.
    #[inline]
    pub(super) fn done(&mut self, at: u32, kind: Kind) {
        if self.depth > 1 {
            return;
        }
        let value = Token { span: ByteSpan { start: at, end: self.at() }, kind };
        if self.depth == 0 {
            self.found.root = Some(value);
            self.found.kind = Some(kind);
        } else if self.top.object {
            (self.member)(Member { name: self.name, value });
        }
    }

    #[inline]
    fn space(&mut self) {
        while let Some((b' ' | b'\n' | b'\r' | b'\t', tail)) = self.rest.split_first() {
            self.rest = tail;
        }
    }

    #[inline]
    pub(super) fn at(&self) -> u32 {
        let at = self.octets.len().wrapping_sub(self.rest.len());
        #[expect(clippy::cast_possible_truncation, reason = "a frame is at most 2^24 octets long")]
        {
            at as u32
        }
    }

    fn span_from(&self, start: u32, end: usize) -> ByteSpan {
        ByteSpan::new(start as usize, end.min(self.octets.len()))
    }

    #[cold]
    pub(super) fn fault(&self, reason: Reason) -> Fault {
        let reason = if self.rest.is_empty() && reason != Reason::Empty { Reason::End } else { reason };
        Fault { at: self.at(), reason }
    }

    #[cold]
    pub(super) fn fault_at_end(&self) -> Fault {
        Fault { at: u32::try_from(self.octets.len()).unwrap_or(u32::MAX), reason: Reason::End }
    }
}
