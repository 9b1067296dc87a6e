//! What the text of an error says, and what it is made of.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::base::span::ByteSpan;
use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::bridge::carriage::jsonrpc::error::ErrorObject;
use crate::codec::json::scan::{Bounds, scan};
use crate::codec::json::text;
use crate::codec::json::token::{Kind, Token};
use crate::rules::context::MessageCtx;

/// Words by which people and programs tell of a failed delivery, in lower case.
const DELIVERY: [&str; 18] = [
    "econnrefused",
    "econnreset",
    "etimedout",
    "enotfound",
    "ehostunreach",
    "epipe",
    "connection refused",
    "connection reset",
    "connection timed out",
    "timed out",
    "timeout",
    "unreachable",
    "no route",
    "not delivered",
    "bad gateway",
    "gateway timeout",
    "upstream",
    "dial tcp",
];

/// Searches for [`DELIVERY`], made ready once.
static FINDERS: LazyLock<[Finder<'static>; DELIVERY.len()]> = LazyLock::new(|| DELIVERY.map(Finder::new));

/// What gives away a stack trace, a path or a credential, in lower case.
const SIGNS: [&[u8]; 27] = [
    b"traceback (most recent call last)",
    b"panicked at",
    b"goroutine ",
    b"stack backtrace",
    b"exception in thread",
    b"\n    at ",
    b"\n\tat ",
    b"/home/",
    b"/var/lib/",
    b"/etc/",
    b"c:\\",
    b"authorization: b",
    b"bearer ey",
    b"password=",
    b"api_key=",
    b"secret=",
    b"-----begin ",
    b"postgres://",
    b"mysql://",
    b"mongodb://",
    b"redis://",
    b"jdbc:",
    b"node_modules/",
    b"/usr/",
    b"/opt/",
    b"/srv/",
    b"/root/",
];

/// What in a text of lower case gives internals away.
pub(super) fn gives_away(lower: &[u8]) -> Option<&'static [u8]> {
    SIGNS.into_iter().find(|sign| memchr::memmem::find(lower, sign).is_some())
}

/// Whether message or data of an error spells a name of N-PAMP, in any case and with any separators: `not delivered` does.
pub(super) fn names(json: &JsonRpc<'_>, error: &ErrorObject, name: &str) -> bool {
    spelled(json, error, [name], |octet| octet.is_ascii_alphanumeric()).is_some()
}

/// The first of `names` that message or data spells as one word, which nobody writes by chance: `NotDelivered`, `NOT_DELIVERED`.
pub(super) fn named_exactly<'n>(json: &JsonRpc<'_>, error: &ErrorObject, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    spelled(json, error, names, |octet| !matches!(octet, b'_' | b'-'))
}

fn spelled<'n>(
    json: &JsonRpc<'_>,
    error: &ErrorObject,
    names: impl IntoIterator<Item = &'n str>,
    counts: fn(u8) -> bool,
) -> Option<&'n str> {
    let squeeze =
        |text: Vec<u8>| -> Vec<u8> { text.into_iter().filter(|octet| counts(*octet)).map(|octet| octet.to_ascii_lowercase()).collect() };
    let texts: Vec<Vec<u8>> = spoken(json, error).map(squeeze).collect();
    let spells = |name: &str| {
        let wanted = name.to_ascii_lowercase();
        texts.iter().any(|text| memchr::memmem::find(text, wanted.as_bytes()).is_some())
    };
    names.into_iter().find(|name| spells(name))
}

/// The word in message or data by which an error tells of a failed delivery.
pub(super) fn tells_of_delivery(json: &JsonRpc<'_>, error: &ErrorObject) -> Option<&'static str> {
    let texts: Vec<Vec<u8>> = spoken(json, error).map(|text| text.to_ascii_lowercase()).collect();
    let mut words = DELIVERY.into_iter().zip(FINDERS.iter());
    words.find(|(_, finder)| texts.iter().any(|text| finder.find(text).is_some())).map(|(word, _)| word)
}

/// The JSON object inside the message of a transport error, as a span of the slot.
pub(super) fn holds_json(message: &MessageCtx<'_>) -> Option<ByteSpan> {
    let span = message.slot?.message()?;
    let text = span.of(message.foreign());
    let (from, to) = (memchr::memchr(b'{', text)?, memchr::memrchr(b'}', text)?);
    let inner = text.get(from..=to)?;
    let found = scan(inner, Bounds::default(), |_| {});
    let object = found.is_one_value() && found.kind == Some(Kind::Object) && inner.len() > EMPTY;
    let base = span.start as usize;
    object.then(|| ByteSpan::new(base.saturating_add(from), base.saturating_add(to).saturating_add(1)))
}

/// Octets of an object without members.
const EMPTY: usize = 2;

fn spoken<'a>(json: &'a JsonRpc<'_>, error: &'a ErrorObject) -> impl Iterator<Item = Vec<u8>> + 'a {
    let parts: [Option<Token>; 2] = [error.message, error.data];
    parts.into_iter().flatten().map(|token| match token.kind {
        Kind::String => text::decode(json.raw(token)).into_owned(),
        _ => json.raw(token).to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str, judge: impl Fn(&JsonRpc<'_>, &ErrorObject) -> bool) -> bool {
        let object = format!(r#"{{"jsonrpc":"2.0","id":1,"error":{{"code":1,"message":"{text}"}}}}"#);
        let json = JsonRpc::digest(object.as_bytes(), Bounds::default());
        json.error_object().is_some_and(|error| judge(&json, error))
    }

    #[test]
    fn a_name_as_one_word_is_told_from_words_that_happen_to_follow_each_other() {
        for text in ["NotDelivered: down", "E_NOT_DELIVERED", "not-delivered"] {
            assert!(said(text, |json, error| named_exactly(json, error, ["NotDelivered"]).is_some()), "{text}");
        }
        assert!(!said("the mail was not delivered", |json, error| named_exactly(json, error, ["NotDelivered"]).is_some()));
        assert!(said("the mail was not delivered", |json, error| names(json, error, "NotDelivered")));
        assert!(said("dial tcp 10.0.0.7:80", |json, error| tells_of_delivery(json, error).is_some()));
        assert!(!said("the archive is full", |json, error| tells_of_delivery(json, error).is_some()));
    }
}
