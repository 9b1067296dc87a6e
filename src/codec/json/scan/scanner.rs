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

/// A member that is being read.
#[derive(Clone, Copy, Default)]
struct Begun {
    name: ByteSpan,
    value_at: u32,
}

/// What follows a value.
enum Next<'a> {
    /// Another value stands in front.
    Value(&'a [u8]),
    /// The root is complete.
    End,
}

/// Reads a text once. What is left of the text goes from hand to hand: every reader takes it and gives back what it left, or `None`
/// after it noted a fault.
pub(super) struct Scanner<'a, F> {
    pub(super) octets: &'a [u8],
    bounds: Bounds,
    member: F,
    pub(super) found: Scan,
    pub(super) names: Names,
    /// Whether the string read last holds escapes.
    pub(super) escaped: bool,
    /// The innermost container; meaningless at depth 0.
    top: Open,
    depth: u32,
    root_at: u32,
    /// The top-level member being read, and the one inside it: its name, and where its value begins.
    outer_member: Begun,
    inner_member: Begun,
    /// The containers around the innermost one, within bounds.
    outer: SmallVec<[Open; 16]>,
    /// Whether the containers around it are objects, beyond bounds.
    deep: Vec<bool>,
}

impl<'a, F: FnMut(Option<ByteSpan>, Member)> Scanner<'a, F> {
    pub(super) fn new(octets: &'a [u8], bounds: Bounds, member: F) -> Self {
        Self {
            octets,
            bounds,
            member,
            found: Scan::default(),
            names: Names::new(bounds.names),
            escaped: false,
            top: Open { object: false, scope: Scope::default() },
            depth: 0,
            root_at: 0,
            outer_member: Begun::default(),
            inner_member: Begun::default(),
            outer: SmallVec::new(),
            deep: Vec::new(),
        }
    }

    /// Reads the whole text.
    pub(super) fn document(&mut self) -> Option<()> {
        let behind_mark = self.octets.strip_prefix(b"\xEF\xBB\xBF");
        self.found.bom = behind_mark.is_some();
        let mut rest = space(behind_mark.unwrap_or(self.octets));
        if rest.is_empty() {
            return self.fault(rest, Reason::Empty);
        }
        self.root_at = self.at(rest);
        while let Next::Value(value) = self.value(rest)? {
            rest = value;
        }
        Some(())
    }

    /// Reads a value and goes on to where the next one begins; there is none behind the root.
    #[inline]
    fn value(&mut self, rest: &'a [u8]) -> Option<Next<'a>> {
        let Some((&octet, tail)) = rest.split_first() else { return self.fault(rest, Reason::End) };
        let at = self.at(rest);
        match self.depth {
            1 => self.outer_member.value_at = at,
            2 => self.inner_member.value_at = at,
            _ => {}
        }
        let behind = match octet {
            b'"' => {
                let behind = self.string(tail)?;
                self.done(at, behind, Kind::String);
                behind
            }
            b'{' | b'[' => {
                let inside = self.open(octet == b'{', at, tail);
                match (inside.split_first(), octet) {
                    (Some((b'}', tail)), b'{') | (Some((b']', tail)), b'[') => {
                        self.close(tail);
                        tail
                    }
                    (_, b'{') => return self.member_name(inside).map(Next::Value),
                    _ => return Some(Next::Value(inside)),
                }
            }
            b'-' | b'0'..=b'9' => self.number(rest)?,
            b't' => self.word(rest, b"true", Kind::True)?,
            b'f' => self.word(rest, b"false", Kind::False)?,
            b'n' => self.word(rest, b"null", Kind::Null)?,
            _ => return self.fault(rest, Reason::NoValue),
        };
        self.next(behind)
    }

    /// Goes behind a value: closes containers until another value must follow.
    #[inline]
    fn next(&mut self, mut rest: &'a [u8]) -> Option<Next<'a>> {
        while self.depth > 0 {
            rest = space(rest);
            let Some((&octet, tail)) = rest.split_first() else { return self.fault(rest, Reason::End) };
            match (octet, self.top.object) {
                (b',', true) => return self.member_name(space(tail)).map(Next::Value),
                (b',', false) => return Some(Next::Value(space(tail))),
                (b'}', true) | (b']', false) => {
                    self.close(tail);
                    rest = tail;
                }
                _ => return self.fault(rest, Reason::NoComma),
            }
        }
        self.trailing(space(rest));
        Some(Next::End)
    }

    fn trailing(&mut self, rest: &[u8]) {
        if !rest.is_empty() {
            self.found.trailing = Some(ByteSpan::new(self.at(rest) as usize, self.octets.len()));
        }
    }

    /// Reads a name and its colon.
    #[inline]
    fn member_name(&mut self, rest: &'a [u8]) -> Option<&'a [u8]> {
        let Some((b'"', content)) = rest.split_first() else { return self.fault(rest, Reason::NoName) };
        let behind = self.string(content)?;
        let name = ByteSpan { start: self.at(rest), end: self.at(behind) };
        match self.depth {
            1 => self.outer_member.name = name,
            2 => self.inner_member.name = name,
            _ => {}
        }
        if self.tracks() {
            let length = content.len().wrapping_sub(behind.len()).wrapping_sub(1);
            let content = content.get(..length).unwrap_or_default();
            let before = self.names.note(self.octets, &mut self.top.scope, content, name, self.escaped);
            if let Some(first) = before {
                self.duplicate(name, first);
            }
        }
        match space(behind).split_first() {
            Some((b':', tail)) => Some(space(tail)),
            _ => self.fault(space(behind), Reason::NoColon),
        }
    }

    #[cold]
    fn duplicate(&mut self, name: ByteSpan, first: ByteSpan) {
        self.found.duplicate_count = self.found.duplicate_count.saturating_add(1);
        if self.found.duplicates.len() < MOST_DUPLICATES {
            self.found.duplicates.push(Duplicate { name, first, depth: self.depth });
        }
    }

    /// Opens the container whose bracket lies at `at`.
    #[inline]
    fn open(&mut self, object: bool, at: u32, tail: &'a [u8]) -> &'a [u8] {
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
            self.found.too_deep = Some(at);
        }
        self.top = Open { object, scope: self.names.open() };
        space(tail)
    }

    fn close(&mut self, behind: &[u8]) {
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
        let at = match self.depth {
            0 => self.root_at,
            1 => self.outer_member.value_at,
            _ => self.inner_member.value_at,
        };
        self.done(at, behind, if closed.object { Kind::Object } else { Kind::Array });
    }

    /// Whether the innermost container lies within the allowed depth.
    #[inline]
    const fn tracks(&self) -> bool {
        self.depth as usize <= self.bounds.depth
    }

    /// A value that began at `at` is complete.
    #[inline]
    pub(super) fn done(&mut self, at: u32, behind: &[u8], kind: Kind) {
        if self.depth > 2 {
            return;
        }
        let value = Token { span: ByteSpan { start: at, end: self.at(behind) }, kind };
        match self.depth {
            0 => {
                self.found.root = Some(value);
                self.found.kind = Some(kind);
            }
            1 if self.top.object => (self.member)(None, Member { name: self.outer_member.name, value }),
            2 if self.top.object && self.found.kind == Some(Kind::Object) => {
                (self.member)(Some(self.outer_member.name), Member { name: self.inner_member.name, value });
            }
            _ => {}
        }
    }

    /// Offset of what is left.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a frame is at most 2^24 octets long")]
    pub(super) const fn at(&self, rest: &[u8]) -> u32 {
        self.octets.len().wrapping_sub(rest.len()) as u32
    }

    /// Notes that the text breaks in front of `rest`.
    #[cold]
    pub(super) fn fault<T>(&mut self, rest: &[u8], reason: Reason) -> Option<T> {
        let reason = if rest.is_empty() && reason != Reason::Empty { Reason::End } else { reason };
        self.found.fault = Some(Fault { at: self.at(rest), reason });
        None
    }
}

#[inline]
fn space(mut rest: &[u8]) -> &[u8] {
    while let Some((b' ' | b'\n' | b'\r' | b'\t', tail)) = rest.split_first() {
        rest = tail;
    }
    rest
}
