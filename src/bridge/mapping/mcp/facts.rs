//! What a session needs to know of MCP messages beyond the JSON-RPC digest.

use std::borrow::Cow;

use super::tools::Annotations;
use crate::bridge::carriage::jsonrpc::{JsonRpc, Key};
use crate::codec::json::token::{Kind, Token};
use crate::codec::json::{text, walk};

/// What is read of the `params` of a call, in one walk.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Params<'a> {
    /// Every tool that they name, decoded, in reading order; more than one when `params` or `name` is repeated.
    pub tools: Vec<(Token, Cow<'a, [u8]>)>,
    /// The token under which the request wants progress, or a progress notification reports it.
    pub progress: Option<Token>,
}

/// Reads the `params` of a call.
pub fn params<'a>(call: &JsonRpc<'a>) -> Params<'a> {
    let octets = call.octets;
    let mut found = Params::default();
    for params in call.candidates(Key::Params) {
        let (mut meta, mut progress) = (None, None);
        for member in call.members_of(params) {
            if member.is(octets, b"name") {
                let name = Some(member.value).filter(|value| value.kind == Kind::String);
                found.tools.extend(name.map(|name| (name, text::decode(name.raw(octets)))));
            } else if member.is(octets, b"_meta") {
                meta = Some(member.value);
            } else if member.is(octets, b"progressToken") {
                progress = Some(member.value);
            }
        }
        found.progress = call.dig(meta, &[b"progressToken"]).or(progress);
    }
    found
}

/// The cursor of a listing request: a request without one begins a new chain of pages.
pub fn cursor(request: &JsonRpc<'_>) -> Option<Token> {
    request.dig(request.params, &[b"cursor"]).filter(|token| token.kind != Kind::Null)
}

/// Whether a listing result says that more pages follow.
pub fn has_next_page(response: &JsonRpc<'_>) -> bool {
    response.dig(response.result, &[b"nextCursor"]).is_some_and(|token| token.kind != Kind::Null)
}

/// A tool of a listing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tool<'a> {
    /// The tool's object, in the foreign message.
    pub token: Token,
    /// Its decoded name; the last one when repeated.
    pub name: Cow<'a, [u8]>,
    /// Its hints.
    pub annotations: Annotations,
}

/// The tools of a `tools/list` result; those without a name are left out.
pub fn tools<'a>(response: &JsonRpc<'a>) -> impl Iterator<Item = Tool<'a>> + use<'a> {
    let octets = response.octets;
    let list = response.dig(response.result, &[b"tools"]).map(|token| token.span).unwrap_or_default();
    walk::elements(octets, list).filter_map(move |token| tool(octets, token))
}

fn tool(octets: &[u8], token: Token) -> Option<Tool<'_>> {
    let mut name = None;
    let mut hints = Hints::default();
    for member in walk::members(octets, token.span) {
        match &*text::decode(member.name.of(octets)) {
            b"name" if member.value.kind == Kind::String => name = Some(text::decode(member.value.raw(octets))),
            b"annotations" => hints.take(octets, member.value),
            _ => {}
        }
    }
    Some(Tool { token, name: name?, annotations: hints.settle() })
}

/// Hints while they are read. A repeated hint whose values differ counts as absent: parsers disagree which one stands.
#[derive(Default)]
struct Hints {
    read_only: Hint,
    destructive: Hint,
    idempotent: Hint,
}

/// One hint while it is read.
#[derive(Clone, Copy, Default)]
enum Hint {
    #[default]
    Unseen,
    Seen(Option<bool>),
}

impl Hint {
    fn take(&mut self, value: Option<bool>) {
        *self = Self::Seen(match self {
            Self::Unseen => value,
            Self::Seen(earlier) => earlier.filter(|earlier| value == Some(*earlier)),
        });
    }

    const fn settle(self) -> Option<bool> {
        match self {
            Self::Unseen => None,
            Self::Seen(value) => value,
        }
    }
}

impl Hints {
    fn take(&mut self, octets: &[u8], object: Token) {
        for member in walk::members(octets, object.span) {
            let hint = match &*text::decode(member.name.of(octets)) {
                b"readOnlyHint" => &mut self.read_only,
                b"destructiveHint" => &mut self.destructive,
                b"idempotentHint" => &mut self.idempotent,
                _ => continue,
            };
            hint.take(member.value.truth());
        }
    }

    fn settle(self) -> Annotations {
        Annotations { read_only: self.read_only.settle(), destructive: self.destructive.settle(), idempotent: self.idempotent.settle() }
    }
}

/// The id that `notifications/cancelled` withdraws: one that its sender gave to a request.
pub fn cancelled_id(notification: &JsonRpc<'_>) -> Option<Token> {
    notification.dig(notification.params, &[b"requestId"])
}

/// The protocol version that `initialize` asks for, or that its result settles.
pub fn protocol_version(message: &JsonRpc<'_>) -> Option<Token> {
    message.dig(message.params.or(message.result), &[b"protocolVersion"])
}

/// Decoded names of the capabilities in `initialize`, or in its result.
pub fn capabilities<'a>(message: &JsonRpc<'a>) -> impl Iterator<Item = Cow<'a, [u8]>> + use<'a> {
    let octets = message.octets;
    let object = message.dig(message.params.or(message.result), &[b"capabilities"]).map(|token| token.span).unwrap_or_default();
    walk::members(octets, object).map(move |member| text::decode(member.name.of(octets)))
}

/// Whether a `tools/call` result says that the tool failed.
pub fn is_tool_failure(response: &JsonRpc<'_>) -> bool {
    response.dig(response.result, &[b"isError"]).and_then(Token::truth) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::json::scan::Bounds;
    use crate::spec::effect::Effect;

    fn digest(text: &str) -> JsonRpc<'_> {
        JsonRpc::digest(text.as_bytes(), Bounds::default())
    }

    #[test]
    fn reads_tools_with_their_hints() {
        let list = digest(
            r#"{"id":1,"result":{"nextCursor":"2","tools":[{"annotations":{"readOnlyHint":true},"name":"a"},
            {"name":"b\u0062","annotations":{"readOnlyHint":false,"destructiveHint":"no"}},{"name":7},
            {"name":"c","annotations":{"readOnlyHint":true,"readOnlyHint":false}}]}}"#,
        );
        let found: Vec<_> = tools(&list).map(|tool| (tool.name.into_owned(), tool.annotations.class().0)).collect();
        let expected = [(b"a".to_vec(), Effect::ReadOnly), (b"bb".to_vec(), Effect::Destructive), (b"c".to_vec(), Effect::Destructive)];
        assert_eq!(found, expected);
        assert!(has_next_page(&list));
    }

    #[test]
    fn a_repeated_name_gives_every_candidate() {
        let call = digest(r#"{"id":1,"method":"tools/call","params":{"name":"read","arguments":{"name":"inner"},"name":"wr\u0069te"}}"#);
        let names: Vec<_> = params(&call).tools.into_iter().map(|(_, name)| name.into_owned()).collect();
        assert_eq!(names, [b"read".to_vec(), b"write".to_vec()]);
        assert!(cursor(&call).is_none());
    }

    #[test]
    fn reads_the_handshake_and_the_tokens() {
        let hello =
            digest(r#"{"id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{},"sampling":{}}}}"#);
        assert_eq!(protocol_version(&hello).map(|token| hello.raw(token)), Some(&b"\"2025-11-25\""[..]));
        assert_eq!(capabilities(&hello).collect::<Vec<_>>(), [&b"roots"[..], b"sampling"]);
        let call = digest(r#"{"id":1,"method":"tools/call","params":{"_meta":{"progressToken":"p"}}}"#);
        assert_eq!(params(&call).progress.map(|token| call.raw(token)), Some(&b"\"p\""[..]));
        let cancel = digest(r#"{"method":"notifications/cancelled","params":{"requestId":3}}"#);
        assert_eq!(cancelled_id(&cancel).map(|token| cancel.raw(token)), Some(&b"3"[..]));
    }
}
