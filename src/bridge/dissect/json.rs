//! JSON values as nested fields, bounded in depth and number.

use crate::base::span::ByteSpan;
use crate::base::text::{escape, show};
use crate::base::tree::{Mark, TreeBuilder, Value};
use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::codec::json::scan::{Bounds, scan};
use crate::codec::json::token::{Kind, Token};
use crate::codec::json::{number, text, walk};

/// Deepest nesting shown as fields; what lies deeper is shown as text.
const DEPTH: usize = 12;
/// Fields listed for one message: a message of some MiB has millions, and a tree takes a hundred times the octets. Further ones are
/// counted, and [`each_value`] walks them.
const FIELDS: usize = 2048;
/// Characters of a value shown to people; the value itself stays whole.
const SHOWN: usize = 512;

/// Adds the members or elements of the root.
pub(super) fn value(tree: &mut TreeBuilder, digest: &JsonRpc<'_>, root: Token, shift: u32) {
    let mut writer = Writer { digest, shift, left: FIELDS, rest: None };
    if !matches!(root.kind, Kind::Object | Kind::Array) {
        return writer.field(tree, "value", root, DEPTH, None);
    }
    writer.inside(tree, root, DEPTH);
    if let Some(start) = writer.rest {
        let more = count(digest.octets, root, DEPTH).saturating_sub(FIELDS);
        tree.rest(more, "filters and searches see them", ByteSpan { start, end: root.span.end }.shift(shift));
    }
}

/// How many lines a container has below it.
fn count(octets: &[u8], container: Token, depth: usize) -> usize {
    let values = walk::members(octets, container.span).map(|member| member.value).chain(walk::elements(octets, container.span));
    let below = |value: Token| if is_nested(value, depth) { count(octets, value, depth.saturating_sub(1)) } else { 0 };
    values.fold(0, |sum, value| sum.saturating_add(1).saturating_add(below(value)))
}

/// Whether the values inside a value are lines of their own.
const fn is_nested(value: Token, depth: usize) -> bool {
    matches!(value.kind, Kind::Object | Kind::Array) && depth > 1
}

/// Walks the values of a JSON text as the tree would list them, from an octet on, each with the labels from the root to it. Ends when
/// `each` has seen enough; answers whether it has.
pub fn each_value(octets: &[u8], from: u32, each: &mut dyn FnMut(&[String], &Value) -> bool) -> bool {
    let Some(root) = scan(octets, Bounds::default(), |_| {}).root else { return false };
    each_inside(octets, (root, DEPTH), from, &mut Vec::new(), each)
}

fn each_inside(
    octets: &[u8],
    (container, depth): (Token, usize),
    from: u32,
    labels: &mut Vec<String>,
    each: &mut dyn FnMut(&[String], &Value) -> bool,
) -> bool {
    let members = walk::members(octets, container.span).map(|member| (Some(member.name), member.value));
    let elements = walk::elements(octets, container.span).map(|element| (None, element));
    for (at, (name, value)) in members.chain(elements).enumerate() {
        if value.span.end <= from {
            continue;
        }
        labels.push(name.map_or_else(|| format!("[{at}]"), |name| escape(&text::show(name.of(octets)))));
        let is_enough = (!is_nested(value, depth) && each(labels, &value_of(value.raw(octets), value.kind)))
            || (is_nested(value, depth) && each_inside(octets, (value, depth.saturating_sub(1)), from, labels, each));
        labels.pop();
        if is_enough {
            return true;
        }
    }
    false
}

/// A value for filters.
fn value_of(raw: &[u8], kind: Kind) -> Value {
    match kind {
        Kind::Object | Kind::Array | Kind::Null => Value::None,
        Kind::String => Value::Text(text::show(raw)),
        Kind::True | Kind::False => Value::Bool(kind == Kind::True),
        Kind::Integer | Kind::Fractional => number::integer(raw).map_or_else(|| Value::Text(show(raw)), Value::Int),
    }
}

/// Adds a remark about the spelling or the characters of a string token.
pub(super) fn note_string(tree: &mut TreeBuilder, raw: &[u8]) {
    let content = text::content(raw);
    let decoded = text::decode(raw);
    if std::str::from_utf8(content).is_ok() && std::str::from_utf8(&decoded).is_err() {
        tree.note(Mark::Warn, "holds a surrogate without its half");
    } else {
        super::note_text(tree, &decoded);
        if super::suspicious(&decoded).is_none() && content.len() != decoded.len() && decoded.is_ascii() {
            tree.note(Mark::Plain, "spelled with escapes");
        }
    }
}

struct Writer<'a, 'b> {
    digest: &'b JsonRpc<'a>,
    shift: u32,
    left: usize,
    /// Where the first field begins that is not listed.
    rest: Option<u32>,
}

impl Writer<'_, '_> {
    fn inside(&mut self, tree: &mut TreeBuilder, container: Token, depth: usize) {
        let octets = self.digest.octets;
        for member in walk::members(octets, container.span) {
            if !self.spend(member.name.start) {
                return;
            }
            let name = member.name.of(octets);
            self.field(tree, &escape(&text::show(name)), member.value, depth, Some(member.name.start));
        }
        for (at, element) in walk::elements(octets, container.span).enumerate() {
            if !self.spend(element.span.start) {
                return;
            }
            self.field(tree, &format!("[{at}]"), element, depth, None);
        }
    }

    /// Takes one field, which begins at an octet, from those that are left.
    fn spend(&mut self, at: u32) -> bool {
        let is_left = self.left > 0;
        self.left = self.left.saturating_sub(1);
        if !is_left {
            self.rest.get_or_insert(at);
        }
        is_left
    }

    /// Adds a value; `name_at` is where the name of a member begins.
    fn field(&mut self, tree: &mut TreeBuilder, label: &str, token: Token, depth: usize, name_at: Option<u32>) {
        let octets = self.digest.octets;
        let raw = token.raw(octets);
        let span = token.span.shift(self.shift);
        match token.kind {
            Kind::Object | Kind::Array if is_nested(token, depth) => {
                tree.push("", label, Value::None, counted(octets, token), span);
                self.note_name(tree, name_at);
                return tree.nest(|tree| self.inside(tree, token, depth.saturating_sub(1)));
            }
            Kind::Object | Kind::Array => tree.push("", label, Value::None, cut(&show(raw)), span),
            Kind::String => {
                let decoded = text::show(raw);
                let shown = cut(&escape(&decoded));
                tree.push("", label, Value::Text(decoded), format!("\"{shown}\""), span);
                note_string(tree, raw);
            }
            Kind::True | Kind::False => tree.push("", label, Value::Bool(token.kind == Kind::True), show(raw), span),
            Kind::Null => tree.push("", label, Value::None, "null".to_owned(), span),
            Kind::Integer | Kind::Fractional => {
                tree.push("", label, value_of(raw, token.kind), cut(&show(raw)), span);
            }
        }
        self.note_name(tree, name_at);
    }

    /// Adds a remark to the field added last when its name is a repeated one.
    fn note_name(&self, tree: &mut TreeBuilder, name_at: Option<u32>) {
        let repeated = self.digest.scan.duplicates.iter().find(|duplicate| Some(duplicate.name.start) == name_at);
        if let Some(duplicate) = repeated {
            let mark = if self.digest.is_important(duplicate) { Mark::Bad } else { Mark::Warn };
            tree.note(mark, "the object already has a member of this name");
        }
    }
}

fn counted(octets: &[u8], token: Token) -> String {
    let (count, one, many) = if token.kind == Kind::Object {
        (walk::members(octets, token.span).count(), "member", "members")
    } else {
        (walk::elements(octets, token.span).count(), "element", "elements")
    };
    format!("{count} {}", if count == 1 { one } else { many })
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or(text)),
    }
}
