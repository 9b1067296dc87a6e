//! The layouts in which a transport error may come.

use super::fingerprint;
use super::{ErrorSlot, Layout};
use crate::base::span::ByteSpan;
use crate::bridge::carriage::CarriageClass;
use crate::spec::transport_code::TransportCode;

/// Octets in front of the message in the layout of the reference implementation.
const HEAD: usize = 2;

/// The verdict on a slot that reads as a transport error in some layout.
pub(super) fn transport(slot: &[u8], class: CarriageClass) -> Option<ErrorSlot<'_>> {
    reference(slot, class).or_else(|| other(slot, class))
}

/// The code, when some class registers it.
pub(super) fn registered(code: u8) -> Option<TransportCode> {
    let code = TransportCode(code);
    code.name().map(|_| code)
}

fn reference(slot: &[u8], class: CarriageClass) -> Option<ErrorSlot<'_>> {
    let (&[code, length], body) = slot.split_first_chunk::<HEAD>()?;
    let message = ByteSpan::new(HEAD, slot.len());
    let fits = usize::from(length) == body.len();
    let utf8 = std::str::from_utf8(body).is_ok();
    match (registered(code), fits && utf8) {
        (Some(code), true) if is_ambiguous(code, class) => Some(ErrorSlot::Ambiguous { code }),
        (Some(code), true) => Some(ErrorSlot::Transport { code, message, probable: is_probable(class) }),
        (Some(code), false) => (!is_other(slot)).then_some(ErrorSlot::TransportMalformed { code, not_utf8: fits }),
        (None, true) if !reads_as_text(slot) => Some(ErrorSlot::TransportUnknownCode { code, message }),
        (None, _) => None,
    }
}

/// Streams may carry protobuf, where these octets are legal field tags.
const fn is_ambiguous(code: TransportCode, class: CarriageClass) -> bool {
    matches!(class, CarriageClass::Stream) && matches!(code.0, 16..=19 | 21)
}

/// Octets of any kind may be a foreign error here.
const fn is_probable(class: CarriageClass) -> bool {
    matches!(class, CarriageClass::Opaque | CarriageClass::Unmapped)
}

/// Whether text that only happens to fit the layout begins so: `D` alone is also what is left of a JSON-RPC code.
fn reads_as_text(slot: &[u8]) -> bool {
    matches!(slot.get(..HEAD), Some(&[b' '..=b'~', b' '..=b'~'])) && slot.first().is_none_or(|code| fingerprint::codes(*code).is_empty())
}

fn is_other(slot: &[u8]) -> bool {
    number(slot).is_some()
}

fn other(slot: &[u8], class: CarriageClass) -> Option<ErrorSlot<'_>> {
    let (code, layout) = number(slot).or_else(|| cbor(slot, class))?;
    let binary = !matches!(class, CarriageClass::JsonRpc | CarriageClass::Messaging);
    if layout == Layout::Octet && binary && class != CarriageClass::Http {
        return Some(ErrorSlot::Ambiguous { code });
    }
    Some(ErrorSlot::TransportAlt { code, layout })
}

/// A registered code as a number of 8, 16 or 32 bits.
fn number(slot: &[u8]) -> Option<(TransportCode, Layout)> {
    match *slot {
        [code] => Some((registered(code)?, Layout::Octet)),
        [0, code] => Some((registered(code)?, Layout::Short)),
        [0, 0, 0, code] => Some((registered(code)?, Layout::Word)),
        _ => None,
    }
}

/// A short CBOR array that begins with a registered code, or a short map whose first value is one.
fn cbor(slot: &[u8], class: CarriageClass) -> Option<(TransportCode, Layout)> {
    if class == CarriageClass::Http && matches!(slot.first(), Some(0xA0..=0xBF)) {
        return None;
    }
    let code = match *slot {
        [0x81..=0x85, code, ..] | [0xA1..=0xA5, 0x00..=0x17, code, ..] => code,
        [0xA1..=0xA5, key @ 0x61..=0x77, ref rest @ ..] => *rest.get(usize::from(key & 0x1F))?,
        _ => return None,
    };
    Some((registered(code).filter(|code| code.0 < 0x18)?, Layout::Cbor))
}
