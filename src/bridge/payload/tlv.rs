//! What stands at a place of a payload, read as a TLV.

use crate::base::span::ByteSpan;
use crate::bridge::envelope::TLV_HEAD;
use crate::spec::tlv::TlvType;

/// A TLV in the payload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tlv<'a> {
    /// Its type.
    pub kind: TlvType,
    /// Type, length and value, in the payload.
    pub span: ByteSpan,
    /// The value.
    pub value: &'a [u8],
}

/// A TLV whose length does not fit.
#[derive(Clone, Copy)]
pub(super) struct Overrun {
    pub(super) kind: TlvType,
    pub(super) at: usize,
    pub(super) need: usize,
    pub(super) have: usize,
}

/// What stands at `at`, read as a TLV; `None` when fewer octets than a type and a length are left.
pub(super) fn tlv_at(octets: &[u8], at: usize) -> Option<Result<Tlv<'_>, Overrun>> {
    let rest = octets.get(at..)?;
    let (&[high, low, upper, lower], body) = rest.split_first_chunk::<TLV_HEAD>()?;
    let kind = TlvType(u16::from_be_bytes([high, low]));
    let need = usize::from(u16::from_be_bytes([upper, lower]));
    let Some(value) = body.get(..need) else {
        return Some(Err(Overrun { kind, at, need, have: body.len() }));
    };
    let end = at.saturating_add(TLV_HEAD).saturating_add(need);
    Some(Ok(Tlv { kind, span: ByteSpan::new(at, end), value }))
}

/// Types that a payload holds at most once.
pub(super) const fn is_once(kind: TlvType) -> bool {
    matches!(kind, TlvType::BRIDGE_ENVELOPE | TlvType::STREAM_CONTROL | TlvType::SAFETY_LABEL)
}

/// Whether octets in front of a JSON text are a TLV and not the text of a message that is no JSON: they do not read as text, and
/// what follows is a JSON text, a further TLV, or nothing.
pub(super) fn is_candidate(octets: &[u8], tlv: Tlv<'_>) -> bool {
    if tlv.kind.0 == 0 || reads_as_text(tlv.span.of(octets)) {
        return false;
    }
    let rest = octets.get(tlv.span.end as usize..).unwrap_or_default();
    match rest.first() {
        Some(b' ' | b'\t' | b'\n' | b'\r' | b'{' | b'[') => true,
        None => tlv.kind.0 < 0x0100 || tlv.kind.is_critical(),
        Some(0 | 0x80..) => matches!(tlv_at(rest, 0), Some(Ok(next)) if next.kind.0 != 0 && !reads_as_text(rest)),
        Some(_) => false,
    }
}

/// Whether four octets are text, or a byte order mark with the octet behind it.
fn reads_as_text(octets: &[u8]) -> bool {
    let head = octets.get(..TLV_HEAD).unwrap_or(octets);
    let is_text = |octet: &u8| matches!(octet, b' '..=b'~' | b'\t' | b'\n' | b'\r');
    head.iter().all(is_text) || head.starts_with(b"\xEF\xBB\xBF")
}
