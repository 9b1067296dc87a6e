//! JSON values as nested fields, bounded in depth and number.

use crate::base::text::{escape, show};
use crate::base::tree::{Mark, TreeBuilder, Value};
use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::codec::json::token::{Kind, Token};
use crate::codec::json::{number, text, walk};

/// Deepest nesting shown as fields; what lies deeper is shown as text.
const DEPTH: usize = 12;
/// Fields shown for one message; further ones are counted.
const FIELDS: usize = 2048;
/// Characters of a value shown to people; the value itself stays whole.
const SHOWN: usize = 512;

/// Adds the members or elements of the root.
pub(super) fn value(tree: &mut TreeBuilder, digest: &JsonRpc<'_>, root: Token, shift: u32) {
    let mut writer = Writer { digest, shift, left: FIELDS };
    if matches!(root.kind, Kind::Object | Kind::Array) {
        writer.inside(tree, root, DEPTH);
    } else {
        writer.field(tree, "value", root, DEPTH, None);
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
}

impl Writer<'_, '_> {
    fn inside(&mut self, tree: &mut TreeBuilder, container: Token, depth: usize) {
        let octets = self.digest.octets;
        for member in walk::members(octets, container.span) {
            if !self.spend(tree) {
                return;
            }
            let name = member.name.of(octets);
            self.field(tree, &escape(&text::show(name)), member.value, depth, Some(member.name.start));
        }
        for (at, element) in walk::elements(octets, container.span).enumerate() {
            if !self.spend(tree) {
                return;
            }
            self.field(tree, &format!("[{at}]"), element, depth, None);
        }
    }

    /// Takes one field from those that are left; says once that there were more.
    fn spend(&mut self, tree: &mut TreeBuilder) -> bool {
        if self.left == 1 {
            self.left = 0;
            let end = self.digest.scan.root.map(|root| root.span).unwrap_or_default().shift(self.shift);
            tree.push("", "…", Value::None, format!("only the first {FIELDS} fields are shown"), end);
        }
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    /// Adds a value; `name_at` is where the name of a member begins.
    fn field(&mut self, tree: &mut TreeBuilder, label: &str, token: Token, depth: usize, name_at: Option<u32>) {
        let octets = self.digest.octets;
        let raw = token.raw(octets);
        let span = token.span.shift(self.shift);
        match token.kind {
            Kind::Object | Kind::Array if depth > 1 => {
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
                let value = number::integer(raw).map_or_else(|| Value::Text(show(raw)), Value::Int);
                tree.push("", label, value, cut(&show(raw)), span);
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
