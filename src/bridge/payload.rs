//! A Bridge payload taken apart: envelope, label, stream control, and the foreign message behind them.
//!
//! No octet marks where the TLVs end and the foreign message begins. Known types are taken in any order, each once.
//! Unknown types are only looked for where the foreign message is JSON text, which never begins like a TLV.

use super::carriage::CarriageClass;
use super::envelope::{Envelope, EnvelopeFault, TLV_HEAD};
use super::safety::{Label, LabelFault};
use super::stream_control::{ControlFault, StreamControl};
use crate::base::span::ByteSpan;
use crate::spec::generation::Generation;
use crate::spec::protocol::Protocol;
use crate::spec::tlv::TlvType;

/// Unknown or repeated TLVs walked over in one payload.
const MOST_CANDIDATES: usize = 64;

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

/// A known TLV: what it says, and what is wrong with it. Both when only octets trail the fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part<T, F> {
    /// Type, length and value, in the payload.
    pub span: ByteSpan,
    /// The fields, when they are readable.
    pub value: Option<T>,
    /// What is wrong.
    pub fault: Option<F>,
}

/// The octets of an envelope that have a fixed place, as far as they are there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// The carried protocol.
    pub protocol: Option<Protocol>,
    /// The part of the exchange.
    pub message_kind: Option<u8>,
    /// The declared encoding.
    pub content_type: Option<u8>,
    /// The flags.
    pub flags: Option<u8>,
}

/// A payload taken apart.
#[derive(Clone, Debug)]
pub struct Payload<'a> {
    /// The whole payload; spans count in it.
    pub octets: &'a [u8],
    /// Fixed octets of the envelope, also of one that breaks off.
    pub head: Head,
    /// The envelope, when its fields are readable.
    pub envelope: Option<Envelope<'a>>,
    /// What is wrong with the envelope.
    pub envelope_fault: Option<EnvelopeFault>,
    /// Type, length and value of the envelope; empty when it is absent.
    pub envelope_span: ByteSpan,
    /// The safety label.
    pub label: Option<Part<Label<'a>, LabelFault>>,
    /// The stream control.
    pub stream: Option<Part<StreamControl, ControlFault>>,
    /// The media type of an opaque message (generation 3).
    pub media_type: Option<Tlv<'a>>,
    /// TLVs of unknown type.
    pub unknown: Vec<Tlv<'a>>,
    /// Second and further TLVs of a known type.
    pub duplicates: Vec<Tlv<'a>>,
    /// The foreign message.
    pub foreign: &'a [u8],
    /// Where the foreign message begins.
    pub foreign_at: usize,
    /// Where the reference decoder lets it begin: behind the envelope and at most one label next to it.
    pub reference_foreign_at: usize,
}

/// Takes a payload apart. `class_of` says how a protocol is carried.
pub fn decode(octets: &[u8], class_of: impl Fn(Protocol) -> CarriageClass, generation: Option<Generation>) -> Payload<'_> {
    let mut payload = Payload::empty(octets);
    let Some(behind) = payload.take_envelope() else {
        return payload;
    };
    payload.reference_foreign_at = match tlv_at(octets, behind) {
        Some(Ok(tlv)) if tlv.kind == TlvType::SAFETY_LABEL => tlv.span.end as usize,
        _ => behind,
    };
    let class = payload.head.protocol.map_or(CarriageClass::Unmapped, class_of);
    let at = payload.take_run(behind, class, generation);
    payload.foreign_at = at;
    payload.foreign = octets.get(at..).unwrap_or_default();
    payload
}

impl<'a> Payload<'a> {
    fn empty(octets: &'a [u8]) -> Self {
        Self {
            octets,
            head: Head::default(),
            envelope: None,
            envelope_fault: None,
            envelope_span: ByteSpan::default(),
            label: None,
            stream: None,
            media_type: None,
            unknown: Vec::new(),
            duplicates: Vec::new(),
            foreign: octets,
            foreign_at: 0,
            reference_foreign_at: 0,
        }
    }

    /// Where the foreign message lies in the payload.
    pub fn foreign_span(&self) -> ByteSpan {
        ByteSpan::new(self.foreign_at, self.octets.len())
    }

    /// The label, when its fields are readable.
    pub fn safety(&self) -> Option<&Label<'a>> {
        self.label.as_ref()?.value.as_ref()
    }

    /// The stream control, when it is readable.
    pub fn control(&self) -> Option<&StreamControl> {
        self.stream.as_ref()?.value.as_ref()
    }

    /// Whether the reference decoder would hand over another foreign message.
    pub const fn reference_diverges(&self) -> bool {
        self.reference_foreign_at != self.foreign_at
    }

    /// Whether the foreign message begins like a TLV that a decoder would swallow.
    pub fn foreign_looks_like_tlv(&self) -> bool {
        matches!(tlv_at(self.octets, self.foreign_at), Some(Ok(tlv)) if is_once(tlv.kind))
    }

    /// The word of the report for what makes the payload malformed, worst first.
    pub fn malformed(&self) -> Option<String> {
        let envelope = self.envelope_fault.map(|fault| fault.to_string());
        let label = self.label.as_ref().and_then(|part| part.fault).map(|fault| fault.to_string());
        let stream = self.stream.as_ref().and_then(|part| part.fault).map(|fault| fault.to_string());
        envelope.or(label).or(stream)
    }

    /// Reads the envelope and answers where what follows it begins; `None` when nothing can follow.
    fn take_envelope(&mut self) -> Option<usize> {
        let first = self.octets.first_chunk::<2>().map(|kind| TlvType(u16::from_be_bytes(*kind)));
        if first != Some(TlvType::BRIDGE_ENVELOPE) {
            self.envelope_fault = Some(EnvelopeFault::Absent { first });
            return None;
        }
        match tlv_at(self.octets, 0) {
            Some(Ok(tlv)) => {
                self.envelope_span = tlv.span;
                self.head = Head::of(tlv.value);
                (self.envelope, self.envelope_fault) = Envelope::decode(tlv.value);
                Some(tlv.span.end as usize)
            }
            overrun => {
                let need = overrun.and_then(Result::err).map_or(0, |overrun| overrun.need);
                let value = self.octets.get(TLV_HEAD..).unwrap_or_default();
                self.envelope_span = ByteSpan::new(0, self.octets.len());
                self.head = Head::of(value);
                self.envelope_fault = Some(EnvelopeFault::Overrun { need, have: value.len() });
                self.foreign = &[];
                self.foreign_at = self.octets.len();
                self.reference_foreign_at = self.octets.len();
                None
            }
        }
    }

    /// Takes the TLVs behind the envelope and answers where they end.
    fn take_run(&mut self, mut at: usize, class: CarriageClass, generation: Option<Generation>) -> usize {
        let text = class == CarriageClass::JsonRpc;
        loop {
            let end = match tlv_at(self.octets, at) {
                None => return at,
                Some(Ok(tlv)) if self.take_known(tlv, generation) => tlv.span.end as usize,
                Some(Ok(tlv)) if text && self.take_candidate(tlv, generation) => tlv.span.end as usize,
                Some(Err(overrun)) if text && self.take_overrun(overrun) => self.octets.len(),
                Some(_) => return at,
            };
            at = end;
        }
    }

    /// Takes a known TLV that was not taken yet.
    fn take_known(&mut self, tlv: Tlv<'a>, generation: Option<Generation>) -> bool {
        match tlv.kind {
            TlvType::SAFETY_LABEL if self.label.is_none() => {
                let (value, fault) = Label::decode(tlv.value);
                self.label = Some(Part { span: tlv.span, value, fault });
            }
            TlvType::STREAM_CONTROL if self.stream.is_none() => {
                let value = StreamControl::decode(tlv.value);
                self.stream = Some(Part { span: tlv.span, value: value.ok(), fault: value.err() });
            }
            TlvType::TYPE_0012 if self.media_type.is_none() && generation == Some(Generation::Three) => {
                self.media_type = Some(tlv);
            }
            _ => return false,
        }
        true
    }

    /// Takes an unknown or repeated TLV in front of a JSON text.
    fn take_candidate(&mut self, tlv: Tlv<'a>, generation: Option<Generation>) -> bool {
        let taken = self.unknown.len().saturating_add(self.duplicates.len());
        if taken >= MOST_CANDIDATES || !is_candidate(self.octets, tlv) {
            return false;
        }
        let media_type = tlv.kind == TlvType::TYPE_0012 && generation == Some(Generation::Three);
        if is_once(tlv.kind) || media_type {
            self.duplicates.push(tlv);
        } else {
            self.unknown.push(tlv);
        }
        true
    }

    /// Notes a known TLV that is longer than the payload.
    fn take_overrun(&mut self, overrun: Overrun) -> bool {
        let span = ByteSpan::new(overrun.at, self.octets.len());
        let Overrun { need, have, .. } = overrun;
        match overrun.kind {
            TlvType::SAFETY_LABEL if self.label.is_none() => {
                self.label = Some(Part { span, value: None, fault: Some(LabelFault::Overrun { need, have }) });
            }
            TlvType::STREAM_CONTROL if self.stream.is_none() => {
                self.stream = Some(Part { span, value: None, fault: Some(ControlFault::Overrun { need, have }) });
            }
            _ => return false,
        }
        true
    }
}

impl Head {
    fn of(value: &[u8]) -> Self {
        let octet = |at: usize| value.get(at).copied();
        Self { protocol: octet(0).map(Protocol), message_kind: octet(1), content_type: octet(2), flags: octet(3) }
    }
}

/// A TLV whose length does not fit.
#[derive(Clone, Copy)]
struct Overrun {
    kind: TlvType,
    at: usize,
    need: usize,
    have: usize,
}

/// What stands at `at`, read as a TLV; `None` when fewer octets than a type and a length are left.
fn tlv_at(octets: &[u8], at: usize) -> Option<Result<Tlv<'_>, Overrun>> {
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
const fn is_once(kind: TlvType) -> bool {
    matches!(kind, TlvType::BRIDGE_ENVELOPE | TlvType::STREAM_CONTROL | TlvType::SAFETY_LABEL)
}

/// Whether octets in front of a JSON text are a TLV and not the text of a message that is no JSON: they do not read as text, and
/// what follows is a JSON text, a further TLV, or nothing.
fn is_candidate(octets: &[u8], tlv: Tlv<'_>) -> bool {
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

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests {
    use super::super::carriage::class_of;
    use super::*;

    const ENVELOPE: &[u8] = &[0, 0x10, 0, 8, 1, 1, 1, 0, 1, b'7', 1, b'm'];

    fn payload(parts: &[&[u8]]) -> Vec<u8> {
        [ENVELOPE].into_iter().chain(parts.iter().copied()).flatten().copied().collect()
    }

    fn open(octets: &[u8]) -> Payload<'_> {
        decode(octets, |protocol| class_of(protocol, None), None)
    }

    #[test]
    fn takes_known_tlvs_in_any_order_and_tells_where_the_reference_diverges() {
        let octets = payload(&[&[0, 0x11, 0, 11, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], &[0, 0x13, 0, 2, 0, 0], b"{}"]);
        let found = open(&octets);
        assert_eq!((found.foreign, found.control().unwrap().event_id, found.safety().unwrap().effect), (&b"{}"[..], 1, 0));
        assert!(found.reference_diverges());
        assert_eq!(found.reference_foreign_at, ENVELOPE.len());
    }

    #[test]
    fn a_second_label_is_a_duplicate_and_not_part_of_the_message() {
        let octets = payload(&[&[0, 0x13, 0, 2, 0, 0], &[0, 0x13, 0, 2, 3, 0], b"{}"]);
        let found = open(&octets);
        assert_eq!((found.foreign, found.duplicates.len(), found.unknown.len()), (&b"{}"[..], 1, 0));
        assert_eq!(found.safety().unwrap().effect, 0);
    }

    #[test]
    fn skips_unknown_tlvs_in_front_of_json_only() {
        let octets = payload(&[&[0x00, 0x77, 0, 1, 9], &[0x90, 0x01, 0, 0], b"{}"]);
        let found = open(&octets);
        assert_eq!(found.unknown.iter().map(|tlv| tlv.kind.0).collect::<Vec<_>>(), [0x77, 0x9001]);
        assert_eq!(found.foreign, b"{}");
        let other = decode(&octets, |_| CarriageClass::Opaque, None);
        assert_eq!((other.unknown.len(), other.foreign_at), (0, ENVELOPE.len()));
    }

    #[test]
    fn text_that_is_no_json_is_no_tlv() {
        let mut text = b"Er\x20\x20 went wrong".to_vec();
        text.resize(9000, b'!');
        for foreign in [&text[..], b"\x04\x02ab", b"\x01\x00\x00\x00", b"\x00\x00\x00\x04", b"\xEF\xBB\xBF{}", b"\"text\"", b"12345"] {
            let octets = payload(&[foreign]);
            assert_eq!(open(&octets).foreign, foreign);
        }
    }

    #[test]
    fn opaque_content_type_is_known_in_generation_three() {
        let octets = payload(&[&[0, 0x12, 0, 3], b"a/b", b"{}"]);
        assert_eq!(open(&octets).unknown.len(), 1);
        let found = decode(&octets, |protocol| class_of(protocol, None), Some(Generation::Three));
        assert_eq!(found.media_type.map(|tlv| tlv.value), Some(&b"a/b"[..]));
        assert_eq!(found.foreign, b"{}");
    }

    #[test]
    fn a_label_longer_than_the_payload_leaves_no_message() {
        let octets = payload(&[&[0, 0x13, 0, 9, 2, 5], b"{}"]);
        let found = open(&octets);
        assert_eq!(found.label.unwrap().fault, Some(LabelFault::Overrun { need: 9, have: 4 }));
        assert_eq!(found.foreign, b"");
    }

    #[test]
    fn an_envelope_that_breaks_off_keeps_the_octets_that_are_there() {
        let found = open(&[0, 0x10, 0, 32, 1, 1, 1]);
        assert_eq!(found.envelope_fault, Some(EnvelopeFault::Overrun { need: 32, have: 3 }));
        assert_eq!((found.head.protocol, found.head.flags), (Some(Protocol::MCP), None));
        let found = open(&[0, 0x13, 0, 1]);
        assert_eq!(found.envelope_fault, Some(EnvelopeFault::Absent { first: Some(TlvType::SAFETY_LABEL) }));
        assert_eq!(open(&[0]).envelope_fault, Some(EnvelopeFault::Absent { first: None }));
    }
}
