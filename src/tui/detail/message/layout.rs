//! Lays a text out in lines, a page at a time: as many as are wanted, never the whole of a long message.

use crate::base::span::ByteSpan;

use super::lexer::{Class, boundary, is_space, token};
use super::unit::{Shown, first};

/// Octets laid out at a time.
pub const PAGE: usize = 64 * 1024;
/// Columns that one level of nesting is set in.
const INDENT: usize = 2;
/// Deeper levels are set in like this one.
const DEEPEST: u16 = 20;

/// Columns that a line is set in.
pub fn indent(depth: u16) -> usize {
    usize::from(depth.min(DEEPEST)) * INDENT
}

/// A line. All lines together cover the text, octet for octet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its octets in the message.
    pub span: ByteSpan,
    /// Nesting.
    pub depth: u16,
    /// The token that it goes on with, when the line before is cut inside one.
    pub within: Option<Class>,
    /// Whether it goes on with the line before, which was too long.
    pub goes_on: bool,
    /// For a line that opens a bracket: the line that closes it, once that is laid out.
    pub closes: Option<u32>,
    /// Whether it opens a bracket that it does not close.
    pub opens: bool,
    /// Members or elements inside, for a line that opens a bracket.
    pub count: u32,
}

/// Lays out a message.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    pretty: bool,
    width: usize,
    lines: Vec<Line>,
    /// Lines that opened a bracket not closed yet, with whether something stands in it.
    open: Vec<(usize, bool)>,
    /// Everything before was laid out.
    at: usize,
    /// Where the line being laid out begins, and inside of what.
    start: usize,
    begun_within: Option<Class>,
    within: Option<Class>,
    /// Whether the line being laid out holds a token.
    filled: bool,
    opens: bool,
}

impl Layout {
    /// Begins to lay out in lines of at most `width` columns: token by token, or as the text stands.
    pub fn new(pretty: bool, width: usize) -> Self {
        Self { pretty, width: width.max(8), ..Self::default() }
    }

    /// Columns of a line.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Whether it is laid out token by token.
    pub const fn is_pretty(&self) -> bool {
        self.pretty
    }

    /// The lines so far.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Octets laid out so far.
    pub const fn done(&self) -> usize {
        self.at
    }

    /// Lays out the next page.
    pub fn page(&mut self, octets: &[u8]) {
        let limit = boundary(octets, self.at.saturating_add(PAGE));
        if self.pretty {
            self.tokens(octets, limit);
        } else {
            self.raw(octets, limit);
        }
        if self.at >= octets.len() || self.within.is_some() {
            self.end_line(octets);
        }
    }

    fn tokens(&mut self, octets: &[u8], limit: usize) {
        while let Some(token) = token(octets, self.at, limit, self.within) {
            let before = self.at;
            self.at = token.span.end as usize;
            match token.class {
                Class::Space => {}
                Class::Open => self.bracket(octets),
                Class::Close => {
                    if !std::mem::take(&mut self.opens) {
                        self.closing(octets, before);
                    }
                    self.filled = true;
                }
                Class::Comma => {
                    self.fill(octets, before);
                    self.end_line(octets);
                }
                _ => {
                    self.fill(octets, before);
                    self.within = token.goes_on.then_some(token.class);
                    if token.goes_on {
                        return;
                    }
                }
            }
        }
    }

    /// A bracket opens. When it closes at once, the line goes on.
    fn bracket(&mut self, octets: &[u8]) {
        let before = self.at - 1;
        self.fill(octets, before);
        self.opens = true;
    }

    /// A token begins: a bracket that stands open ends its line first.
    fn fill(&mut self, octets: &[u8], before: usize) {
        if self.opens {
            self.end_at(octets, before);
        }
        if let Some((line, has)) = self.open.last_mut()
            && !self.filled
        {
            *has = true;
            if let Some(line) = self.lines.get_mut(*line) {
                line.count = line.count.saturating_add(1);
            }
        }
        self.filled = true;
    }

    /// A bracket closes that opened on another line.
    fn closing(&mut self, octets: &[u8], before: usize) {
        if self.filled {
            self.end_at(octets, before);
        }
        if let Some((line, _)) = self.open.pop() {
            let closes = u32::try_from(self.lines.len()).ok();
            if let Some(line) = self.lines.get_mut(line) {
                line.closes = closes;
            }
        }
    }

    fn raw(&mut self, octets: &[u8], limit: usize) {
        while self.at < limit {
            let rest = octets.get(self.at..limit).unwrap_or_default();
            let end = rest.iter().position(|octet| *octet == b'\n').map_or(limit, |at| self.at + at + 1);
            self.begun_within = Some(Class::Raw);
            self.at = end;
            self.end_line(octets);
        }
    }

    /// Ends the line behind what was read.
    fn end_line(&mut self, octets: &[u8]) {
        // White space behind belongs to the line, so that the next one begins with what it shows.
        if self.pretty && self.within.is_none() {
            let space = octets.get(self.at..).unwrap_or_default().iter().take_while(|octet| is_space(**octet)).take(PAGE);
            self.at += space.count();
        }
        self.end_at(octets, self.at);
    }

    fn end_at(&mut self, octets: &[u8], end: usize) {
        let depth = u16::try_from(self.open.len()).unwrap_or(u16::MAX);
        if end > self.start {
            let first = self.lines.len();
            self.wrap(octets, end, depth);
            if std::mem::take(&mut self.opens) {
                // What opens stands at the end of the last part, and folds from the first.
                if let Some(line) = self.lines.get_mut(first) {
                    line.opens = true;
                }
                self.open.push((first, false));
            }
        }
        self.start = end;
        self.begun_within = self.within;
        self.filled = self.within.is_some();
    }

    /// Adds the line up to `end`, in parts when it is too long.
    fn wrap(&mut self, octets: &[u8], end: usize, depth: u16) {
        let room = self.width.saturating_sub(indent(depth)).max(8);
        let (mut from, mut used, mut at) = (self.start, 0, self.start);
        let (mut within, mut goes_on) = (self.begun_within, self.begun_within.is_some() && self.pretty);
        let colon = self.colon(octets, end);
        while let Some(unit) = first(octets.get(at..end).unwrap_or_default()) {
            let escaped = first(octets.get(at + unit.len..end).unwrap_or_default());
            let escaped = escaped.filter(|_| self.pretty && unit.shown == Shown::Plain('\\'));
            // A space is drawn behind the colon.
            let wide = unit.shown.width() + escaped.map_or(0, |unit| unit.shown.width()) + usize::from(colon == Some(at));
            if used + wide > room && at > from {
                if is_blank(octets, at, end) {
                    break;
                }
                let class = self.class_at(octets, from, at, end, within);
                self.push(ByteSpan::new(from, at), depth, within, goes_on);
                (from, used, within, goes_on) = (at, 0, class, true);
            }
            used += wide;
            // An escape is not cut: its second half alone would mean something else.
            at += unit.len + escaped.map_or(0, |unit| unit.len);
        }
        self.push(ByteSpan::new(from, end), depth, within, goes_on);
    }

    /// Where the colon behind the name stands with which the line begins.
    fn colon(&self, octets: &[u8], end: usize) -> Option<usize> {
        let name = token(octets, self.start, end, self.begun_within).filter(|token| self.pretty && token.class == Class::Name)?;
        let behind = name.span.end as usize;
        Some(behind + octets.get(behind..end)?.iter().position(|octet| *octet == b':')?)
    }

    fn push(&mut self, span: ByteSpan, depth: u16, within: Option<Class>, goes_on: bool) {
        self.lines.push(Line { span, depth, within, goes_on, closes: None, opens: false, count: 0 });
    }

    /// The string or other text that a cut at `at` falls into.
    fn class_at(&self, octets: &[u8], from: usize, at: usize, end: usize, within: Option<Class>) -> Option<Class> {
        if !self.pretty {
            return Some(Class::Raw);
        }
        let (mut offset, mut inside) = (from, within);
        while let Some(token) = token(octets, offset, end, inside) {
            let token_end = token.span.end as usize;
            if token_end > at {
                return (token.span.start as usize).lt(&at).then_some(token.class).filter(|class| is_text(*class));
            }
            (offset, inside) = (token_end, None);
        }
        None
    }
}

/// Whether a class of token may be cut in the middle and read on there.
const fn is_text(class: Class) -> bool {
    matches!(class, Class::String | Class::Name | Class::Number | Class::Odd)
}

/// Whether nothing but white space is left, which takes no room.
fn is_blank(octets: &[u8], from: usize, end: usize) -> bool {
    octets.get(from..end).unwrap_or_default().iter().all(|octet| is_space(*octet))
}
