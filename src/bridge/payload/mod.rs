//! A Bridge payload taken apart: envelope, label, stream control, and the foreign message behind them.
//!
//! No octet marks where the TLVs end and the foreign message begins. Known types are taken in any order, each once.
//! Unknown types are only looked for where the foreign message is JSON text, which never begins like a TLV.

mod tlv;

use super::carriage::CarriageClass;
use super::envelope::{Envelope, EnvelopeFault, TLV_HEAD};
use super::safety::{Label, LabelFault};
use super::stream_control::{ControlFault, StreamControl};
use crate::base::span::ByteSpan;
use crate::spec::generation::Generation;
use crate::spec::protocol::Protocol;
use crate::spec::tlv::TlvType;
pub use tlv::Tlv;
use tlv::{Overrun, is_candidate, is_once, tlv_at};

/// Unknown or repeated TLVs walked over in one payload: four times as many as generation 3 allows.
const MOST_CANDIDATES: usize = 256;

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

    /// TLVs in front of the foreign message.
    pub fn tlv_count(&self) -> usize {
        let known = [self.envelope_span.end > 0, self.label.is_some(), self.stream.is_some(), self.media_type.is_some()];
        let known = known.into_iter().filter(|there| *there).count();
        known.saturating_add(self.unknown.len()).saturating_add(self.duplicates.len())
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
                Some(Ok(tlv)) if self.take_known(tlv, generation) => tlv.span.end as usize,
                Some(Ok(tlv)) if text && self.take_candidate(tlv, generation) => tlv.span.end as usize,
                Some(Err(overrun)) if text && self.take_overrun(overrun) => self.octets.len(),
                None | Some(_) => return at,
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

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests;
