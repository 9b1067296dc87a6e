//! TLV-only bodies [core §4.3]: type, length, value, one behind the other to the end of the payload.

use smallvec::SmallVec;

use crate::base::reader::Reader;
use crate::base::span::ByteSpan;
use crate::spec::tlv::TlvType;

/// Octets in front of every value.
pub const TLV_HEADER_LEN: usize = 4;

/// One TLV; spans count in the body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tlv {
    /// The type.
    pub ty: TlvType,
    /// Offset of the type field.
    pub at: u32,
    /// The value.
    pub value: ByteSpan,
}

impl Tlv {
    /// Type, length and value.
    pub const fn span(&self) -> ByteSpan {
        ByteSpan { start: self.at, end: self.value.end }
    }
}

/// The body ends inside a TLV.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TlvFault {
    /// Offset of the TLV that is cut.
    pub at: u32,
    /// Octets that the cut part needs.
    pub need: usize,
    /// Octets that are left for it.
    pub have: usize,
    /// Type of the TLV, when its header is whole.
    pub ty: Option<TlvType>,
}

/// A walked body: what could be read, and the fault that stopped the walk.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TlvBody {
    /// The TLVs in wire order.
    pub items: SmallVec<[Tlv; 8]>,
    /// Why the walk stopped before the end.
    pub fault: Option<TlvFault>,
}

impl TlvBody {
    /// Walks a body to its end or to the first fault.
    pub fn walk(body: &[u8]) -> Self {
        let mut items = Self::default();
        let mut reader = Reader::new(body);
        while reader.left() > 0 && items.fault.is_none() {
            match next(&mut reader) {
                Ok(tlv) => items.items.push(tlv),
                Err(fault) => items.fault = Some(fault),
            }
        }
        items
    }

    /// The value of the first TLV of a type.
    pub fn value<'a>(&self, ty: TlvType, body: &'a [u8]) -> Option<&'a [u8]> {
        self.items.iter().find(|tlv| tlv.ty == ty).map(|tlv| tlv.value.of(body))
    }

    /// Whether the body is exactly these TLVs in this order, whole.
    pub fn is_exactly(&self, types: &[TlvType]) -> bool {
        self.fault.is_none() && self.items.iter().map(|tlv| tlv.ty).eq(types.iter().copied())
    }
}

/// Appends a TLV. A value beyond 65,535 octets is cut: no TLV can carry it.
pub fn append(out: &mut Vec<u8>, ty: TlvType, value: &[u8]) {
    let length = u16::try_from(value.len()).unwrap_or(u16::MAX);
    out.extend_from_slice(&ty.0.to_be_bytes());
    out.extend_from_slice(&length.to_be_bytes());
    out.extend_from_slice(value.get(..usize::from(length)).unwrap_or(value));
}

fn next(reader: &mut Reader<'_>) -> Result<Tlv, TlvFault> {
    let at = ByteSpan::new(reader.at(), reader.at()).start;
    if reader.left() < TLV_HEADER_LEN {
        return Err(TlvFault { at, need: TLV_HEADER_LEN, have: reader.left(), ty: None });
    }
    let cut = |ty| move |short: crate::base::reader::Truncated| TlvFault { at, need: short.need, have: short.have, ty };
    let ty = TlvType(reader.u16().map_err(cut(None))?);
    let length = usize::from(reader.u16().map_err(cut(None))?);
    let start = reader.at();
    reader.take(length).map_err(cut(Some(ty)))?;
    Ok(Tlv { ty, at, value: ByteSpan::new(start, reader.at()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_to_the_end_with_exact_spans() {
        let mut body = Vec::new();
        append(&mut body, TlvType::PROFILE_SELECT, &[1]);
        append(&mut body, TlvType::KEM_SELECT, &[0x11, 0xEC]);
        let walked = TlvBody::walk(&body);
        assert!(walked.is_exactly(&[TlvType::PROFILE_SELECT, TlvType::KEM_SELECT]));
        assert_eq!(walked.items.get(1).map(Tlv::span), Some(ByteSpan { start: 5, end: 11 }));
        assert_eq!(walked.value(TlvType::KEM_SELECT, &body), Some(&[0x11, 0xEC][..]));
    }

    #[test]
    fn a_cut_value_and_a_cut_header_are_told_apart() {
        let walked = TlvBody::walk(&[0, 1, 0, 5, 9, 9]);
        assert_eq!(walked.fault, Some(TlvFault { at: 0, need: 5, have: 2, ty: Some(TlvType::PROFILE_OFFER) }));
        let walked = TlvBody::walk(&[0, 1, 0, 1, 9, 0, 2]);
        assert_eq!(walked.items.len(), 1);
        assert_eq!(walked.fault, Some(TlvFault { at: 5, need: 4, have: 2, ty: None }));
    }

    #[test]
    fn an_empty_body_has_no_tlv_and_no_fault() {
        assert_eq!(TlvBody::walk(&[]), TlvBody::default());
    }
}
