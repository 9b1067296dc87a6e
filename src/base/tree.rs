//! The dissection tree: what a frame says, field by field, each with the octets that say it.

use std::fmt::Write as _;

use super::span::ByteSpan;

/// Which octets a span counts in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Buffer {
    /// The 36 octets of the frame header.
    #[default]
    Header,
    /// The payload: as carried when clear, as opened when sealed.
    Payload,
}

/// How a field's note is meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// An explanation.
    Plain,
    /// Worth a look.
    Warn,
    /// Wrong.
    Bad,
}

/// A value as dissected, for filters and for people.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A heading that only groups.
    None,
    /// An integer.
    Uint(u64),
    /// An integer that may be negative.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// Text from the wire, not escaped yet.
    Text(String),
    /// Octets.
    Octets(Vec<u8>),
}

/// One line of the tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    /// Nesting: children follow their parent with a greater depth.
    pub depth: u8,
    /// Filter path (`bridge.method`); empty for headings that no filter names.
    pub path: &'static str,
    /// What people read at the left.
    pub label: String,
    /// The value.
    pub value: Value,
    /// What people read at the right: unsafe characters are escaped.
    pub text: String,
    /// Which buffer `span` counts in.
    pub buffer: Buffer,
    /// The octets that say it.
    pub span: ByteSpan,
    /// A remark, with its weight.
    pub note: Option<(Mark, String)>,
}

/// The path of a line that stands for what a tree does not list.
const REST: &str = "\u{2026}";

impl Field {
    /// Whether it stands for what the tree does not list; its octets are those of all that.
    pub fn is_rest(&self) -> bool {
        self.path == REST
    }
}

/// A dissected frame.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tree {
    /// Fields in reading order.
    pub fields: Vec<Field>,
}

impl Tree {
    /// All values of a filter path, in reading order.
    pub fn values<'a>(&'a self, path: &'a str) -> impl Iterator<Item = &'a Value> {
        self.fields.iter().filter(move |field| field.path == path).map(|field| &field.value)
    }

    /// Lines that stand for what is not listed.
    pub fn rests(&self) -> impl Iterator<Item = (usize, &Field)> {
        self.fields.iter().enumerate().filter(|(_, field)| field.is_rest())
    }
}

/// Builds a tree from the top down.
#[derive(Debug, Default)]
pub struct TreeBuilder {
    tree: Tree,
    depth: u8,
    buffer: Buffer,
}

impl TreeBuilder {
    /// An empty tree whose spans count in `buffer` until told otherwise.
    pub fn new(buffer: Buffer) -> Self {
        Self { tree: Tree::default(), depth: 0, buffer }
    }

    /// Counts further spans in `buffer`.
    pub fn count_in(&mut self, buffer: Buffer) {
        self.buffer = buffer;
    }

    /// Adds a heading and the fields that `inner` adds beneath it.
    pub fn group(&mut self, label: &str, text: String, span: ByteSpan, inner: impl FnOnce(&mut Self)) {
        self.push("", label, Value::None, text, span);
        self.nest(inner);
    }

    /// Adds what `inner` adds beneath the field added last.
    pub fn nest(&mut self, inner: impl FnOnce(&mut Self)) {
        self.depth = self.depth.saturating_add(1);
        inner(self);
        self.depth = self.depth.saturating_sub(1);
    }

    /// Adds a field. `text` is what people read; it must be escaped already.
    pub fn push(&mut self, path: &'static str, label: &str, value: Value, text: String, span: ByteSpan) {
        self.tree.fields.push(Field {
            depth: self.depth,
            path,
            label: label.to_owned(),
            value,
            text,
            buffer: self.buffer,
            span,
            note: None,
        });
    }

    /// Adds an integer shown in decimal.
    pub fn uint(&mut self, path: &'static str, label: &str, value: u64, span: ByteSpan) {
        self.push(path, label, Value::Uint(value), value.to_string(), span);
    }

    /// Adds a code point: number with its name.
    pub fn code(&mut self, path: &'static str, label: &str, value: u64, text: String, span: ByteSpan) {
        self.push(path, label, Value::Uint(value), text, span);
    }

    /// Adds wire text, escaped for people.
    pub fn text(&mut self, path: &'static str, label: &str, octets: &[u8], span: ByteSpan) {
        let raw = String::from_utf8_lossy(octets).into_owned();
        let shown = super::text::escape(&raw);
        self.push(path, label, Value::Text(raw), shown, span);
    }

    /// Adds octets, shown as hexadecimal and cut for people after 32 of them.
    pub fn octets(&mut self, path: &'static str, label: &str, octets: &[u8], span: ByteSpan) {
        let cut = octets.get(..32).unwrap_or(octets);
        let mut shown = super::text::hex(cut);
        if cut.len() < octets.len() {
            let _ = write!(shown, "… ({} octets)", octets.len());
        }
        self.push(path, label, Value::Octets(octets.to_vec()), shown, span);
    }

    /// Says that so many lines more are not listed, and who sees them all the same.
    pub fn rest(&mut self, count: usize, seen: &str, span: ByteSpan) {
        let lines = super::text::count_of(count as u64, "line more is", "lines more are");
        self.push(REST, REST, Value::None, format!("{lines} not listed here; {seen}"), span);
    }

    /// Adds a remark to the field added last.
    pub fn note(&mut self, mark: Mark, note: impl Into<String>) {
        if let Some(last) = self.tree.fields.last_mut() {
            last.note = Some((mark, note.into()));
        }
    }

    /// The finished tree.
    pub fn finish(self) -> Tree {
        self.tree
    }
}
