//! What the foreign slot of a `BRIDGE_ERROR` holds: a foreign error, or a transport error in its place [bridge §6].
//!
//! No octet tells the two apart, and the layout of a transport error is not normative. The decision rests on content and
//! carriage class alone; the content type is never used.

pub mod fingerprint;
mod layout;

use super::carriage::CarriageClass;
use super::carriage::jsonrpc::JsonRpc;
use crate::base::span::ByteSpan;
use crate::codec::json::scan::{Bounds, scan};
use crate::codec::json::token::Kind;
use crate::codec::json::{number, text, walk};
use crate::spec::transport_code::TransportCode;

/// Layouts other than that of the reference implementation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// One octet.
    Octet,
    /// A 16-bit number.
    Short,
    /// A 32-bit number.
    Word,
    /// A CBOR map or array whose first number is the code.
    Cbor,
    /// A JSON object of code, name and message.
    Json,
}

impl Layout {
    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Octet => "a single octet",
            Self::Short => "a 16-bit number",
            Self::Word => "a 32-bit number",
            Self::Cbor => "a CBOR item",
            Self::Json => "a JSON object",
        }
    }
}

/// A verdict on the foreign slot. Spans count in the slot.
#[derive(Clone, Debug)]
pub enum ErrorSlot<'a> {
    /// It has no octets.
    Empty,
    /// The foreign protocol's own error: an object with `jsonrpc`, or with `error` and `id`.
    Foreign(Box<JsonRpc<'a>>),
    /// A JSON object that is no JSON-RPC message.
    ForeignBad(Box<JsonRpc<'a>>),
    /// A JSON array.
    Batch(Box<JsonRpc<'a>>),
    /// A JSON string, number or word.
    Scalar(Box<JsonRpc<'a>>),
    /// A foreign error of a class that is not JSON-RPC: an agent message, text, other JSON. It is not looked into.
    ForeignOctets,
    /// An HTTP message, which has no place here: its own status says what went wrong.
    HttpMessage,
    /// A transport error in the layout of the reference implementation.
    Transport {
        /// A registered code.
        code: TransportCode,
        /// The message, UTF-8; empty when there is none.
        message: ByteSpan,
        /// Whether foreign octets of this class could by chance look the same.
        probable: bool,
    },
    /// The same layout with a code that nobody registered.
    TransportUnknownCode {
        /// The code.
        code: u8,
        /// The message.
        message: ByteSpan,
    },
    /// A registered code, but the length or the message is wrong.
    TransportMalformed {
        /// The code.
        code: TransportCode,
        /// Whether the lengths agree and only the message is no UTF-8.
        not_utf8: bool,
    },
    /// A registered code in another layout: legal by text.
    TransportAlt {
        /// The code.
        code: TransportCode,
        /// How it is laid out.
        layout: Layout,
    },
    /// Text that is no JSON.
    FreeText,
    /// Both a transport error and a foreign error could read so.
    Ambiguous {
        /// The code, read as a transport error.
        code: TransportCode,
    },
    /// None of these.
    Unknown,
}

impl ErrorSlot<'_> {
    /// The transport code, when the slot holds a transport error.
    pub const fn transport_code(&self) -> Option<u8> {
        match self {
            Self::Transport { code, .. } | Self::TransportMalformed { code, .. } | Self::TransportAlt { code, .. } => Some(code.0),
            Self::TransportUnknownCode { code, .. } => Some(*code),
            _ => None,
        }
    }

    /// Where the message of a transport error lies in the slot.
    pub const fn message(&self) -> Option<ByteSpan> {
        match self {
            Self::Transport { message, .. } | Self::TransportUnknownCode { message, .. } => Some(*message),
            _ => None,
        }
    }

    /// The word of the verdict.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Foreign(_) | Self::ForeignOctets => "foreign",
            Self::ForeignBad(_) => "foreign-bad",
            Self::Batch(_) => "batch",
            Self::Scalar(_) => "scalar",
            Self::HttpMessage => "http-message",
            Self::Transport { probable: false, .. } => "transport",
            Self::Transport { probable: true, .. } => "transport-probable",
            Self::TransportUnknownCode { .. } => "transport-unknown-code",
            Self::TransportMalformed { .. } => "transport-malformed",
            Self::TransportAlt { layout: Layout::Json, .. } => "transport-alt-json",
            Self::TransportAlt { .. } => "transport-alt",
            Self::FreeText => "free-text",
            Self::Ambiguous { .. } => "ambiguous",
            Self::Unknown => "unknown",
        }
    }
}

/// Decides what the foreign slot of a `BRIDGE_ERROR` holds.
pub fn classify(slot: &[u8], class: CarriageClass, bounds: Bounds) -> ErrorSlot<'_> {
    if slot.is_empty() {
        return ErrorSlot::Empty;
    }
    match class {
        CarriageClass::JsonRpc => json(slot, bounds).unwrap_or_else(|| layout::transport(slot, class).unwrap_or_else(|| rest(slot))),
        CarriageClass::Http => layout::transport(slot, class).unwrap_or_else(|| http(slot)),
        CarriageClass::Messaging if matches!(slot.first(), Some(b'(' | b'<')) => ErrorSlot::ForeignOctets,
        _ => layout::transport(slot, class).unwrap_or_else(|| of_any_kind(slot, class, bounds)),
    }
}

/// Whether a code may be used: base codes everywhere, stream and document codes where streams are resumed and documents served.
pub const fn is_registered(code: TransportCode, streams: bool, documents: bool) -> bool {
    match code.0 {
        1..=5 => true,
        6 => streams,
        16..=21 => documents,
        _ => false,
    }
}

/// Appends a transport error as the reference implementation lays it out. A message of more than 255 octets is cut.
pub fn encode(code: u8, message: &[u8], out: &mut Vec<u8>) {
    out.push(code);
    super::envelope::counted(message, out);
}

/// The verdict on a slot that is a JSON text; `None` when it is none.
fn json(slot: &[u8], bounds: Bounds) -> Option<ErrorSlot<'_>> {
    let digest = JsonRpc::digest(slot, bounds);
    let object = digest.is_object();
    let sound = if object { digest.scan.root.is_some() && digest.scan.fault.is_none() } else { digest.scan.is_one_value() };
    if !sound {
        return None;
    }
    let digest = Box::new(digest);
    let versioned = digest.version != super::carriage::jsonrpc::Version::Absent;
    Some(match digest.scan.kind {
        Some(Kind::Object) if versioned || (digest.error.is_some() && digest.id.is_some()) => ErrorSlot::Foreign(digest),
        Some(Kind::Object) => match named_code(&digest) {
            Some(code) => ErrorSlot::TransportAlt { code, layout: Layout::Json },
            None => ErrorSlot::ForeignBad(digest),
        },
        Some(Kind::Array) => ErrorSlot::Batch(digest),
        _ => ErrorSlot::Scalar(digest),
    })
}

/// The registered code of an object that has no members but code, name and message.
fn named_code(digest: &JsonRpc<'_>) -> Option<TransportCode> {
    let mut code = None;
    for member in walk::members(digest.octets, digest.scan.root?.span) {
        match &*text::decode(member.name.of(digest.octets)) {
            b"code" => code = number::integer(digest.raw(member.value)),
            b"name" | b"message" => {}
            _ => return None,
        }
    }
    layout::registered(u8::try_from(code?).ok()?)
}

fn http(slot: &[u8]) -> ErrorSlot<'_> {
    if matches!(slot.first(), Some(0xA1..=0xBB | 0xBF)) { ErrorSlot::HttpMessage } else { rest(slot) }
}

/// The verdict where foreign errors need not be JSON. Text is one of them where the class allows any text; JSON is one everywhere.
fn of_any_kind(slot: &[u8], class: CarriageClass, bounds: Bounds) -> ErrorSlot<'_> {
    let verdict = rest(slot);
    let any_text = matches!(class, CarriageClass::Messaging | CarriageClass::Opaque | CarriageClass::Unmapped);
    let is_text = matches!(verdict, ErrorSlot::FreeText);
    if is_text && (any_text || scan(slot, bounds, |_| {}).is_one_value()) { ErrorSlot::ForeignOctets } else { verdict }
}

/// The verdict on a slot that is neither a foreign error nor a transport error.
fn rest(slot: &[u8]) -> ErrorSlot<'_> {
    match std::str::from_utf8(slot) {
        Ok(text) if !text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{1b}')) => ErrorSlot::FreeText,
        _ => ErrorSlot::Unknown,
    }
}

#[cfg(test)]
mod tests;
