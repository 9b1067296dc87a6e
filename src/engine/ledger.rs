//! What a frame means for the ledger of its association, before and after it is judged.

use crate::npamp::control::{ControlBody, LEAST_ERROR};
use crate::npamp::handshake::message::HandshakeKind;
use crate::npamp::header::flag;
use crate::npamp::keyring::RatchetEvent;
use crate::npamp::protection::{Protection, SealedReason};
use crate::npamp::tlv::TlvBody;
use crate::session::ledger::{Entry, Ledger, Sent, Standing, Suspect};
use crate::spec::channel::Channel;
use crate::spec::error_code::ErrorCode;
use crate::spec::frame_type::FrameType;
use crate::spec::generation::Generation;
use crate::spec::tlv::TlvType;

use super::Engine;
use super::assoc::Assoc;
use super::frame::{Observed, is_same_run, plaintext};
use super::place::is_handshake_error;
use super::raw::Raw;

/// Octets of an AEAD tag.
const TAG: usize = 16;

impl Engine {
    /// Counts a frame.
    pub(super) fn look(&mut self, index: usize, raw: &Raw, observed: &Observed, plain: &[u8]) -> Standing {
        let heard = self.heard(index, raw, observed);
        let Some(assoc) = self.associations.get_mut(index) else { return Standing::default() };
        let entry = entry(assoc, raw, observed, plain, heard);
        let profile = assoc.state.profile();
        assoc.state.ledger.look(&entry, profile)
    }

    /// Takes back what the ledger says of an order that is not known: what lies in another run may have been sent before.
    pub(super) fn forget_disorder(&self, index: usize, raw: &Raw, standing: &mut Standing) {
        let Some(assoc) = self.associations.get(index) else { return };
        standing.after_error = standing.after_error.filter(|error| is_same_run(assoc, &self.store, *error, raw));
    }

    /// Enters a judged frame.
    pub(super) fn enter(&mut self, index: usize, raw: &Raw, observed: &Observed, plain: &[u8]) {
        let Some(assoc) = self.associations.get_mut(index) else { return };
        let (header, time) = (&raw.header, raw.mark.time);
        let first_auth = observed.opening.handshake.is_some_and(|event| event.first && event.kind == HandshakeKind::ClientAuth);
        if first_auth && observed.taken {
            assoc.state.ledger.establish(time);
        }
        note_suspect(assoc, raw, observed);
        let entry = entry(assoc, raw, observed, plain, None);
        let body =
            entry.plain.filter(|_| header.frame_type.is_all_channel()).and_then(|octets| ControlBody::decode(header.frame_type, octets));
        if observed.taken {
            note_hints(assoc, &entry, body.as_ref());
            if let Some(code) = earned(&entry, observed, &assoc.state.ledger) {
                assoc.state.ledger.earned[observed.direction.index()] = Some((observed.id, code.0));
            }
        }
        assoc.state.ledger.settle(&entry, body.as_ref());
    }

    /// How far the sender of an `ERROR` had acknowledged the other peer, whose own `ERROR` came before.
    fn heard(&self, index: usize, raw: &Raw, observed: &Observed) -> Option<u64> {
        let assoc = self.associations.get(index).filter(|_| raw.header.frame_type == FrameType::ERROR)?;
        let closing = &assoc.state.ledger.closing;
        let answers = closing[observed.direction.flip().index()].error.is_some() && closing[observed.direction.index()].error.is_none();
        let flow = assoc.origin.flow;
        let side = self.flows.get(&flow).filter(|_| answers)?.side_of(observed.direction.flip())?;
        self.net.acknowledged(flow, side)
    }
}

fn entry<'a>(assoc: &Assoc, raw: &'a Raw, observed: &Observed, plain: &'a [u8], heard: Option<u64>) -> Entry<'a> {
    let header = &raw.header;
    let scope = observed.opening.scope;
    let handshake = header.frame_type.is_handshake(header.channel) || is_handshake_error(assoc, header, &observed.opening);
    Entry {
        frame: observed.id,
        direction: observed.direction,
        time: raw.mark.time,
        header,
        plain: plaintext(raw, &observed.opening, plain),
        phase: scope.filter(|scope| !scope.handshake).map(|scope| (scope.generation, scope.epoch)),
        taken: observed.taken,
        handshake,
        end: raw.offset.saturating_add(header.frame_len()),
        heard,
    }
}

/// A frame of an established association that anybody may have written.
fn note_suspect(assoc: &mut Assoc, raw: &Raw, observed: &Observed) {
    let established = assoc.state.evidence.late || assoc.state.handshake[HandshakeKind::ClientAuth.index()].is_some();
    let clear = !raw.header.has(flag::ENC) && !raw.header.frame_type.is_handshake(raw.header.channel);
    let forged = observed.opening.protection == Protection::Sealed(SealedReason::TagMismatch);
    if established && raw.crc_ok && !observed.taken && (clear || forged) {
        let sent = Sent { frame: observed.id, time: raw.mark.time };
        assoc.state.ledger.suspect[observed.direction.index()] = Some(Suspect { sent, clear });
    }
}

/// Weak signs of a generation: bodies that only generation 3 defines, and what only generation 2 allows.
fn note_hints(assoc: &mut Assoc, entry: &Entry<'_>, body: Option<&ControlBody>) {
    let control = entry.header.channel == Channel::CONTROL;
    let length = entry.plain.map(<[u8]>::len);
    let third = control
        && match (entry.header.frame_type, body) {
            (FrameType::ERROR, Some(ControlBody::Error(error))) => error.fault.is_none() && length >= Some(LEAST_ERROR),
            (FrameType::FLOW_UPDATE, Some(ControlBody::FlowUpdate(limit))) => limit.is_some(),
            (FrameType::CLOSE_ACK, _) => {
                let close = assoc.state.ledger.closing[entry.direction.flip().index()].close;
                entry.header.payload_len as usize == TAG && close.is_some()
            }
            _ => false,
        };
    if third {
        assoc.state.keyring.hint(11, Generation::Three);
    }
    let paths =
        matches!(entry.header.frame_type, FrameType::PATH_CHALLENGE | FrameType::PATH_RESPONSE) && entry.plain.is_some_and(has_path_tlv);
    if entry.header.flags & (flag::URG | flag::FRAG) != 0 || paths {
        assoc.state.keyring.hint(12, Generation::Two);
    }
}

fn has_path_tlv(plain: &[u8]) -> bool {
    let tlvs = TlvBody::walk(plain);
    tlvs.fault.is_none() && tlvs.items.iter().any(|tlv| matches!(tlv.ty, TlvType::PATH_CHALLENGE | TlvType::PATH_RESPONSE))
}

/// The fatal code that generation 3 has a receiver answer the frame with, where the ledger can tell [gen 3 core §8.2].
fn earned(entry: &Entry<'_>, observed: &Observed, ledger: &Ledger) -> Option<ErrorCode> {
    let number = entry.header.frame_type.0;
    let other = &ledger.closing[entry.direction.flip().index()];
    let sized = |length: usize| entry.header.has(flag::ENC) && entry.header.payload_len as usize != length.saturating_add(TAG);
    let control = entry.header.channel == Channel::CONTROL;
    match observed.opening.ratchet {
        Some(RatchetEvent::KeyUpdate { announced, current, well_formed })
            if !well_formed || announced != Some(current.saturating_add(1)) =>
        {
            return Some(ErrorCode::KEY_UPDATE_OUT_OF_ORDER);
        }
        Some(RatchetEvent::KeyUpdateAck { well_formed: false, .. }) => return Some(ErrorCode::KEY_UPDATE_OUT_OF_ORDER),
        Some(
            RatchetEvent::KeyUpdateAck { outstanding: false, .. }
            | RatchetEvent::MasterRatchetAck { outstanding: false, .. }
            | RatchetEvent::RekemAck { outstanding: false, .. },
        ) => return Some(ErrorCode::UNEXPECTED_MESSAGE),
        _ => {}
    }
    let unexpected = match entry.header.frame_type {
        FrameType::CLOSE if control => sized(0),
        FrameType::CLOSE_ACK if control => sized(0) || other.close.is_none(),
        FrameType::FLOW_UPDATE if control => sized(8),
        _ => matches!(number, 0x0000 | 0x000B..=0x002F),
    };
    unexpected.then_some(ErrorCode::UNEXPECTED_MESSAGE)
}
