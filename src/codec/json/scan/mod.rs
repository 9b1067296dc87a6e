//! One pass over a JSON text: where its top-level members lie, and everything that is odd about it.
//!
//! The scan goes on behind what a lossy parser would hide (duplicate names, surrogates, octets that are no UTF-8) and stops
//! only where the grammar breaks. It does not recurse, so nesting costs one octet a level at most.

use smallvec::SmallVec;

use super::names::{Names, Scope};
use super::skip;
use super::text;
use super::token::{Kind, Member, Token};
use crate::base::limits::Limits;
use crate::base::span::ByteSpan;

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

/// Where and why a text stops being JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Offset of the octet that cannot be there; the length of the text when it ends early.
    pub at: u32,
    /// What is wrong.
    pub reason: Reason,
}

/// Why a text is not JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// There is no value.
    Empty,
    /// The text ends inside a value.
    End,
    /// No value begins with this octet.
    NoValue,
    /// An object member does not begin with a name.
    NoName,
    /// No colon follows a name.
    NoColon,
    /// Neither a comma nor the closing bracket follows a value.
    NoComma,
    /// A control octet stands unescaped in a string.
    Control,
    /// A backslash is followed by no escape.
    Escape,
    /// A number breaks off or has a leading zero.
    Number,
    /// A word is none of `true`, `false`, `null`.
    Word,
}

impl Reason {
    /// In words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Empty => "there is no value",
            Self::End => "the text ends inside a value",
            Self::NoValue => "no value begins with this octet",
            Self::NoName => "an object member does not begin with a name",
            Self::NoColon => "no colon follows a member name",
            Self::NoComma => "neither a comma nor a closing bracket follows a value",
            Self::Control => "a control octet stands unescaped in a string",
            Self::Escape => "a backslash is followed by no escape",
            Self::Number => "a number breaks off or has a leading zero",
            Self::Word => "a word is none of true, false, null",
        }
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
pub fn scan(octets: &[u8], bounds: Bounds, member: impl FnMut(Member)) -> Scan {
    let mut scanner = Scanner::new(octets, bounds, member);
    let end = scanner.document();
    scanner.found.fault = end.err();
    scanner.found.names_forgotten = scanner.names.forgot;
    scanner.found
}

/// A container that is open.
#[derive(Clone, Copy)]
struct Open {
    object: bool,
    scope: Scope,
}

struct Scanner<'a, F> {
    octets: &'a [u8],
    rest: &'a [u8],
    bounds: Bounds,
    member: F,
    found: Scan,
    names: Names,
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
    fn new(octets: &'a [u8], bounds: Bounds, member: F) -> Self {
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

    fn document(&mut self) -> Result<(), Fault> {
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
            b'[' => return self.open_array(tail),
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

    fn open_array(&mut self, tail: &'a [u8]) -> Result<bool, Fault> {
        self.open(false);
        self.rest = tail;
        self.space();
        if let Some((b']', tail)) = self.rest.split_first() {
            self.rest = tail;
            self.close();
            return Ok(false);
        }
        Ok(true)
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
    fn done(&mut self, at: u32, kind: Kind) {
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

    /// Reads a string behind its opening quote. Answers what lies between the quotes, and whether it holds escapes.
    #[inline]
    fn string(&mut self) -> Result<(&'a [u8], bool), Fault> {
        let content = self.rest;
        let mut high = 0;
        let mut escaped = false;
        loop {
            let plain = skip::plain(self.rest);
            self.rest = plain.rest;
            high |= plain.high;
            match self.rest.split_first() {
                Some((b'"', tail)) => {
                    let content = content.get(..content.len().wrapping_sub(self.rest.len())).unwrap_or_default();
                    if high != 0 {
                        self.check_utf8(content);
                    }
                    self.rest = tail;
                    return Ok((content, escaped));
                }
                Some((b'\\', _)) => {
                    escaped = true;
                    self.escape()?;
                }
                Some(_) => return Err(self.fault(Reason::Control)),
                None => return Err(self.fault(Reason::End)),
            }
        }
    }

    /// `content` lies directly in front of the rest.
    fn check_utf8(&mut self, content: &[u8]) {
        if let Err(error) = std::str::from_utf8(content)
            && self.found.not_utf8.is_none()
        {
            let start = (self.at() as usize).saturating_sub(content.len()).saturating_add(error.valid_up_to());
            let length = error.error_len().unwrap_or_else(|| content.len().saturating_sub(error.valid_up_to()));
            self.found.not_utf8 = Some(ByteSpan::new(start, start.saturating_add(length)));
        }
    }

    fn escape(&mut self) -> Result<(), Fault> {
        let length = match self.rest.get(1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
            Some(b'u') => self.unicode_escape()?,
            _ => return Err(self.fault(Reason::Escape)),
        };
        self.rest = self.rest.get(length..).unwrap_or_default();
        Ok(())
    }

    /// How many octets the `\u` escape in front takes, with its second half.
    fn unicode_escape(&mut self) -> Result<usize, Fault> {
        let Some(unit) = text::unit(self.rest) else { return Err(self.fault(Reason::Escape)) };
        match unit {
            0xD800..=0xDBFF => {
                let low = self.rest.get(6..).and_then(text::unit);
                if matches!(low, Some(0xDC00..=0xDFFF)) {
                    return Ok(12);
                }
                self.lone_surrogate();
            }
            0xDC00..=0xDFFF => self.lone_surrogate(),
            _ => {}
        }
        Ok(6)
    }

    #[cold]
    fn lone_surrogate(&mut self) {
        let at = self.at();
        self.found.lone_surrogate.get_or_insert(ByteSpan { start: at, end: at.saturating_add(6) });
    }

    fn number(&mut self) -> Result<(), Fault> {
        let number = self.rest;
        let at = self.at();
        let mut rest = number.strip_prefix(b"-").unwrap_or(number);
        let whole = digits(&mut rest);
        let mut sound = whole == 1 || (whole > 1 && number.strip_prefix(b"-").unwrap_or(number).first() != Some(&b'0'));
        let mut kind = Kind::Integer;
        if let Some(fraction) = rest.strip_prefix(b".") {
            kind = Kind::Fractional;
            rest = fraction;
            sound &= digits(&mut rest) > 0;
        }
        let mut large = whole > 300;
        if let Some((b'e' | b'E', power)) = rest.split_first() {
            kind = Kind::Fractional;
            rest = power.strip_prefix(b"-").or_else(|| power.strip_prefix(b"+")).unwrap_or(power);
            sound &= digits(&mut rest) > 0;
            large = true;
        }
        self.rest = rest;
        if !sound {
            let breaks_off = rest.is_empty() && number.last().is_some_and(|octet| !octet.is_ascii_digit());
            return Err(if breaks_off { self.fault_at_end() } else { Fault { at, reason: Reason::Number } });
        }
        let end = self.at();
        if large && self.found.overflow.is_none() && super::number::overflows(ByteSpan { start: at, end }.of(self.octets)) {
            self.found.overflow = Some(ByteSpan { start: at, end });
        }
        self.done(at, kind);
        Ok(())
    }

    fn word(&mut self, word: &[u8], kind: Kind) -> Result<(), Fault> {
        let at = self.at();
        match self.rest.strip_prefix(word) {
            Some(rest) => self.rest = rest,
            None if word.starts_with(self.rest) => return Err(self.fault_at_end()),
            None => return Err(self.fault(Reason::Word)),
        }
        self.done(at, kind);
        Ok(())
    }

    #[inline]
    fn space(&mut self) {
        while let Some((b' ' | b'\n' | b'\r' | b'\t', tail)) = self.rest.split_first() {
            self.rest = tail;
        }
    }

    #[inline]
    fn at(&self) -> u32 {
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
    fn fault(&self, reason: Reason) -> Fault {
        let reason = if self.rest.is_empty() && reason != Reason::Empty { Reason::End } else { reason };
        Fault { at: self.at(), reason }
    }

    #[cold]
    fn fault_at_end(&self) -> Fault {
        Fault { at: u32::try_from(self.octets.len()).unwrap_or(u32::MAX), reason: Reason::End }
    }
}

/// Skips decimal digits and says how many.
#[inline]
fn digits(rest: &mut &[u8]) -> usize {
    let before = rest.len();
    while let Some((b'0'..=b'9', tail)) = rest.split_first() {
        *rest = tail;
    }
    before.saturating_sub(rest.len())
}

#[cfg(test)]
mod tests;
