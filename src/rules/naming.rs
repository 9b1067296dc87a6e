//! What the text of an error says, and what it is made of.

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

/// Whether message or data of an error spells a name of N-PAMP, in any case and with any separators.
pub(super) fn names(json: &JsonRpc<'_>, error: &ErrorObject, name: &str) -> bool {
    let wanted = squeeze(name.as_bytes());
    spoken(json, error).any(|text| memchr::memmem::find(&squeeze(&text), &wanted).is_some())
}

/// The word in message or data by which an error tells of a failed delivery.
pub(super) fn tells_of_delivery(json: &JsonRpc<'_>, error: &ErrorObject) -> Option<&'static str> {
    let texts: Vec<Vec<u8>> = spoken(json, error).map(|text| text.to_ascii_lowercase()).collect();
    DELIVERY.into_iter().find(|word| texts.iter().any(|text| memchr::memmem::find(text, word.as_bytes()).is_some()))
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

fn squeeze(text: &[u8]) -> Vec<u8> {
    text.iter().filter(|octet| octet.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect()
}
