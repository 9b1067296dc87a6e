//! How the text of a message is set: what tells one serialiser from another, whatever the message says.

use super::JsonRpc;
use crate::base::span::ByteSpan;
use crate::codec::json::token::{Kind, Token};
use crate::codec::json::{text, walk};

/// Levels that a look for canonical form goes down.
const DEPTH: usize = 16;

/// The order of the members of a reply, and the white space around them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style(u8);

impl Style {
    /// The style of a reply; `None` when it has not the members that show it.
    pub fn of(json: &JsonRpc<'_>) -> Option<Self> {
        let root = json.scan.root?;
        let (id, body) = (json.id?, json.result.or(json.error)?);
        let inside = json.octets.get(root.span.start as usize..)?.get(1..)?;
        let before_id = json.octets.get((id.span.start as usize).checked_sub(1)?)?;
        let marks = [
            inside.first().is_some_and(u8::is_ascii_whitespace),
            before_id.is_ascii_whitespace(),
            inside.trim_ascii_start().starts_with(b"\"jsonrpc\""),
            id.span.start < body.span.start,
            json.octets.last().is_some_and(u8::is_ascii_whitespace),
        ];
        Some(Self(marks.iter().fold(0, |bits, mark| bits << 1 | u8::from(*mark))))
    }
}

/// Whether a request or reply is in canonical form: no white space between tokens, the members of every object sorted. Answers whether an
/// object inside it shows that too; `None` when it is not in that form.
pub fn canonical(json: &JsonRpc<'_>) -> Option<bool> {
    let root = json.scan.root.filter(|root| root.span.len() == json.octets.len())?;
    let known = [json.error, json.id, json.method, json.params, json.result];
    let starts = known.into_iter().flatten().map(|token| token.span.start);
    json.id?;
    if !starts.is_sorted() || json.octets.starts_with(b"{\"jsonrpc\"") || has_white_space(json.octets) {
        return None;
    }
    let mut nested = false;
    is_sorted(json.octets, root, 0, &mut nested).then_some(nested)
}

fn has_white_space(octets: &[u8]) -> bool {
    let (mut inside, mut escaped) = (false, false);
    octets.iter().any(|octet| {
        let was = std::mem::take(&mut escaped);
        match octet {
            b'"' if !was => inside = !inside,
            b'\\' if inside && !was => escaped = true,
            _ => return !inside && octet.is_ascii_whitespace(),
        }
        false
    })
}

fn is_sorted(octets: &[u8], value: Token, depth: usize, nested: &mut bool) -> bool {
    if depth >= DEPTH {
        return false;
    }
    let deeper = depth.saturating_add(1);
    match value.kind {
        Kind::Object => {
            let mut last: Option<ByteSpan> = None;
            walk::members(octets, value.span).all(|member| {
                let rises = last.is_none_or(|last| text::content(last.of(octets)) < text::content(member.name.of(octets)));
                *nested |= depth > 0 && last.is_some();
                last = Some(member.name);
                rises && is_sorted(octets, member.value, deeper, nested)
            })
        }
        Kind::Array => walk::elements(octets, value.span).all(|element| is_sorted(octets, element, deeper, nested)),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::json::scan::Bounds;

    fn digest(text: &str) -> JsonRpc<'_> {
        JsonRpc::digest(text.as_bytes(), Bounds::default())
    }

    #[test]
    fn order_and_white_space_make_a_style_and_what_is_said_does_not() {
        let style = |text: &str| Style::of(&digest(text));
        let compact = style(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
        assert!(compact.is_some());
        assert_eq!(compact, style(r#"{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"m"}}"#));
        for other in [r#"{"jsonrpc": "2.0", "id": 1, "result": {}}"#, r#"{"id":1,"jsonrpc":"2.0","result":{}}"#] {
            assert_ne!(compact, style(other), "{other}");
        }
        assert_eq!(style(r#"{"jsonrpc":"2.0","result":{}}"#), None);
    }

    #[test]
    fn canonical_form_is_sorted_and_tight_at_every_level() {
        let form = |text: &str| canonical(&digest(text));
        assert_eq!(form(r#"{"id":1,"jsonrpc":"2.0","result":{"a":1,"b":[{"c":" ","d":2}]}}"#), Some(true));
        assert_eq!(form(r#"{"id":1,"jsonrpc":"2.0","result":{}}"#), Some(false));
        assert_eq!(form(r#"{"id":1,"jsonrpc":"2.0","result":{"b":1,"a":2}}"#), None);
        assert_eq!(form(r#"{"id":1, "jsonrpc":"2.0","result":{}}"#), None);
        assert_eq!(form(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#), None);
    }
}
