//! JSON-RPC carriage: the digest of one foreign message, from raw octets in one pass [JSON-RPC carriage §3 to §8].

pub mod embedded;
pub mod error;
pub mod id;
pub mod style;

use std::borrow::Cow;

use smallvec::SmallVec;

use crate::base::span::ByteSpan;
use crate::codec::json::scan::{self, Bounds, Duplicate, Scan};
use crate::codec::json::token::{Kind, Member, Token};
use crate::codec::json::{text, walk};
pub use error::ErrorObject;

/// Earlier values kept for repeated top-level members.
const MOST_REPEATED: usize = 16;
/// Members of `params` kept from the scan; where there are more they are walked over.
const MOST_PARAMS: usize = 4;

/// A top-level member with a meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Key {
    /// `jsonrpc`.
    Version,
    /// `id`.
    Id,
    /// `method`.
    Method,
    /// `params`.
    Params,
    /// `result`.
    Result,
    /// `error`.
    Error,
}

/// What `jsonrpc` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// The member is missing.
    Absent,
    /// It is the string `2.0`, in any spelling.
    Two,
    /// It is something else.
    Wrong(Token),
}

/// What a foreign message is, by the shape of its object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageKind {
    /// `method` with an `id`, null included.
    Request,
    /// `method` without an `id`.
    Notification,
    /// `result`.
    Response,
    /// `error`.
    Error,
    /// An array.
    Batch,
    /// None of these.
    Invalid(Invalid),
}

/// Why a message is none of the four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Invalid {
    /// It is not JSON.
    NotJson,
    /// It is a JSON value, but neither object nor array.
    Scalar,
    /// `method` is not a string.
    MethodType,
    /// It has `method` and also `result` or `error`.
    RequestAndReply,
    /// It has `result` and `error`.
    ResultAndError,
    /// It has neither `method` nor `result` nor `error`.
    Shapeless,
}

impl MessageKind {
    /// The word of the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Notification => "notification",
            Self::Response => "response",
            Self::Error => "error",
            Self::Batch => "batch",
            Self::Invalid(_) => "invalid",
        }
    }
}

/// The digest of a foreign message. Spans count in the foreign message. Of repeated members the last one stands, as most
/// parsers have it; the earlier ones are kept too.
#[derive(Clone, Debug)]
pub struct JsonRpc<'a> {
    /// The foreign message.
    pub octets: &'a [u8],
    /// What it is.
    pub kind: MessageKind,
    /// What `jsonrpc` says.
    pub version: Version,
    /// `id`.
    pub id: Option<Token>,
    /// `method`, of any type.
    pub method: Option<Token>,
    /// `params`.
    pub params: Option<Token>,
    /// `result`.
    pub result: Option<Token>,
    /// `error`, of any type.
    pub error: Option<Token>,
    /// Earlier values of repeated top-level members, in reading order.
    pub repeated: SmallVec<[(Key, Token); 1]>,
    /// Top-level members that JSON-RPC does not know.
    pub extra: u32,
    /// Everything odd about the text itself.
    pub scan: Scan,
    /// The members of the value of `error`.
    failure: Option<Box<ErrorObject>>,
    /// The members of the objects that are called `params`, and one more than are kept.
    inner: SmallVec<[Member; MOST_PARAMS]>,
    /// Whether a member called `params` has an escape in its name.
    respelled: bool,
}

impl<'a> JsonRpc<'a> {
    /// Scans a foreign message.
    pub fn digest(octets: &'a [u8], bounds: Bounds) -> Self {
        let mut digest = Self::empty(octets);
        digest.scan = scan::scan_inside(octets, bounds, |outer, member| match outer {
            None => digest.take(member),
            Some(outer) => digest.take_inner(outer, member),
        });
        if matches!(digest.version, Version::Wrong(token) if token.kind == Kind::String && text::is(token.raw(octets), b"2.0")) {
            digest.version = Version::Two;
        }
        digest.failure = digest.error.map(|token| Box::new(ErrorObject::of(octets, token)));
        digest.kind = digest.classify();
        digest
    }

    fn empty(octets: &'a [u8]) -> Self {
        Self {
            octets,
            kind: MessageKind::Invalid(Invalid::Shapeless),
            version: Version::Absent,
            id: None,
            method: None,
            params: None,
            result: None,
            error: None,
            repeated: SmallVec::new(),
            extra: 0,
            scan: Scan::default(),
            failure: None,
            inner: SmallVec::new(),
            respelled: false,
        }
    }

    /// Takes a top-level member.
    #[inline]
    fn take(&mut self, member: Member) {
        let content = text::content(member.name.of(self.octets));
        let Some(key) = key_of(content).or_else(|| key_of_escaped(content)) else {
            self.extra = self.extra.saturating_add(1);
            return;
        };
        let value = member.value;
        let earlier = match key {
            Key::Version => match std::mem::replace(&mut self.version, Version::Wrong(value)) {
                Version::Wrong(earlier) => Some(earlier),
                _ => None,
            },
            Key::Id => self.id.replace(value),
            Key::Method => self.method.replace(value),
            Key::Params => {
                self.respelled |= content != b"params";
                self.params.replace(value)
            }
            Key::Result => self.result.replace(value),
            Key::Error => self.error.replace(value),
        };
        if let Some(token) = earlier
            && self.repeated.len() < MOST_REPEATED
        {
            self.repeated.push((key, token));
        }
    }

    /// Takes a member of an object that is a value in the top-level object.
    #[inline]
    fn take_inner(&mut self, outer: ByteSpan, member: Member) {
        if self.inner.len() <= MOST_PARAMS && text::content(outer.of(self.octets)) == b"params" {
            self.inner.push(member);
        }
    }

    /// The octets of a token of this message.
    pub fn raw(&self, token: Token) -> &'a [u8] {
        token.span.of(self.octets)
    }

    /// The raw id token.
    pub fn id_raw(&self) -> Option<&'a [u8]> {
        self.id.map(|token| self.raw(token))
    }

    /// The decoded method, when it is a string.
    pub fn method_text(&self) -> Option<Cow<'a, [u8]>> {
        self.method.filter(|token| token.kind == Kind::String).map(|token| text::decode(self.raw(token)))
    }

    /// Every value that `key` has, in reading order.
    pub fn candidates(&self, key: Key) -> impl Iterator<Item = Token> + '_ {
        let last = match key {
            Key::Version => None,
            Key::Id => self.id,
            Key::Method => self.method,
            Key::Params => self.params,
            Key::Result => self.result,
            Key::Error => self.error,
        };
        self.repeated.iter().filter(move |(repeated, _)| *repeated == key).map(|(_, token)| *token).chain(last)
    }

    /// Every decoded method, in reading order; more than one only when the member is repeated.
    pub fn methods(&self) -> impl Iterator<Item = Cow<'a, [u8]>> + '_ {
        self.candidates(Key::Method).filter(|token| token.kind == Kind::String).map(|token| text::decode(self.raw(token)))
    }

    /// The members of the error object.
    pub fn error_object(&self) -> Option<&ErrorObject> {
        self.failure.as_deref()
    }

    /// The members of a value of `params`, in order; none when it is no object.
    pub fn members_of(&self, params: Token) -> impl Iterator<Item = Member> + use<'_, 'a> {
        let known = self.repeated.is_empty() && !self.respelled && self.inner.len() <= MOST_PARAMS && self.scan.fault.is_none();
        let (inner, span) = if known { (self.inner.as_slice(), ByteSpan::default()) } else { (&[][..], params.span) };
        inner.iter().copied().chain(walk::members(self.octets, span))
    }

    /// The member of a top-level object or of one inside it, by path.
    pub fn dig(&self, from: Option<Token>, path: &[&[u8]]) -> Option<Token> {
        walk::dig(self.octets, from?.span, path)
    }

    /// Whether the text is an object.
    pub const fn is_object(&self) -> bool {
        matches!(self.scan.kind, Some(Kind::Object))
    }

    /// Whether receivers may disagree about the meaning: the repeated name is one that JSON-RPC, or a tool call, rests on.
    pub fn is_important(&self, duplicate: &Duplicate) -> bool {
        let name = text::decode(duplicate.name.of(self.octets));
        match duplicate.depth {
            1 => key_of(&name).is_some(),
            2 => matches!(&*name, b"code" | b"name"),
            _ => false,
        }
    }

    /// What follows the value, in the foreign message.
    pub const fn trailing(&self) -> Option<ByteSpan> {
        self.scan.trailing
    }

    fn classify(&self) -> MessageKind {
        match self.scan.kind {
            _ if self.scan.fault.is_some() => MessageKind::Invalid(Invalid::NotJson),
            Some(Kind::Object) => self.classify_object(),
            Some(Kind::Array) => MessageKind::Batch,
            Some(_) => MessageKind::Invalid(Invalid::Scalar),
            None => MessageKind::Invalid(Invalid::NotJson),
        }
    }

    const fn classify_object(&self) -> MessageKind {
        match (self.method, self.result, self.error) {
            (Some(_), Some(_), _) | (Some(_), _, Some(_)) => MessageKind::Invalid(Invalid::RequestAndReply),
            (None, Some(_), Some(_)) => MessageKind::Invalid(Invalid::ResultAndError),
            (None, None, None) => MessageKind::Invalid(Invalid::Shapeless),
            (None, Some(_), None) => MessageKind::Response,
            (None, None, Some(_)) => MessageKind::Error,
            (Some(method), None, None) => match (method.kind, self.id) {
                (Kind::String, Some(_)) => MessageKind::Request,
                (Kind::String, None) => MessageKind::Notification,
                _ => MessageKind::Invalid(Invalid::MethodType),
            },
        }
    }
}

fn key_of(name: &[u8]) -> Option<Key> {
    Some(match name {
        b"jsonrpc" => Key::Version,
        b"id" => Key::Id,
        b"method" => Key::Method,
        b"params" => Key::Params,
        b"result" => Key::Result,
        b"error" => Key::Error,
        _ => return None,
    })
}

#[cold]
fn key_of_escaped(content: &[u8]) -> Option<Key> {
    if content.contains(&b'\\') { key_of(&text::decode(content)) } else { None }
}

#[cfg(test)]
mod tests;
