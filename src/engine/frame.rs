//! One frame: opened, placed in its sequence space, remembered, judged.

use crate::base::direction::Direction;
use crate::base::id::{FrameId, PhaseId};
use crate::base::secret::wipe;
use crate::npamp::control::ControlBody;
use crate::npamp::header::{HEADER_LEN, Header, MAGIC, VERSION, flag};
use crate::npamp::keyring::{FrameEvidence, Opening};
use crate::npamp::protection::{Protection, SealedReason};
use crate::npamp::tlv::TlvBody;
use crate::rules::context::{ExchangeCtx, FrameCtx, Subject};
use crate::session::channel::SequenceFact;
use crate::session::ledger::Standing;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::store::row::{End, ExchangeState, FrameRow, Start};

use super::assoc::Assoc;
use super::place::{Placed, place};
use super::raw::{Opened, Raw};
use super::{Engine, hear};

/// What the layers below and the session say about a frame.
pub(super) struct Observed {
    pub(super) id: FrameId,
    pub(super) direction: Direction,
    pub(super) opening: Opening,
    pub(super) placed: Placed,
    /// What the ledger says.
    pub(super) standing: Standing,
    /// Whether its receiver took it.
    pub(super) taken: bool,
}

impl Engine {
    /// Takes one frame of an association.
    pub(super) fn frame(&mut self, index: usize, direction: Direction, raw: &mut Raw) {
        if let Some(opened) = self.open_frame(index, direction, raw) {
            self.take_frame(index, raw, opened);
        }
    }

    /// Opens a frame, or says why it stays sealed. Frames of a run are opened in their order.
    pub(super) fn open_frame(&mut self, index: usize, direction: Direction, raw: &Raw) -> Option<Opened> {
        let mut plain = std::mem::take(&mut self.plain);
        plain.clear();
        let assoc = self.associations.get_mut(index)?;
        let opening = open(assoc, &self.keys, direction, raw, &mut plain);
        let direction = if opening.roles_swapped { self.swap_roles(index, direction) } else { direction };
        let phase = self.associations.get_mut(index)?.phase(&opening, &mut self.store);
        Some(Opened { direction, opening, plain, phase })
    }

    /// Takes a frame whose turn it is.
    pub(super) fn take_frame(&mut self, index: usize, raw: &mut Raw, opened: Opened) {
        let Opened { direction, mut opening, plain, phase } = opened;
        let next = raw.next.filter(|next| !self.has_come(*next));
        let Some(assoc) = self.associations.get_mut(index) else { return };
        let id = FrameId::from_index(self.store.frames.len());
        assoc.silence.next = next;
        if assoc.note_run(direction, raw, &mut opening) {
            raw.lane.began_on = assoc.began_on(direction, raw.header.channel, &self.store).filter(|_| raw.lane.available.is_none());
        }
        let placed = place(assoc, direction, raw, &opening, id, self.options.limits.replay_window);
        assoc.note_sealing(direction, &raw.header);
        let taken = is_taken(assoc, direction, raw, &opening, &placed);
        let mut observed = Observed { id, direction, opening, placed, standing: Standing::default(), taken };
        self.remember(index, direction, raw, (&observed.opening, phase));
        observed.standing = self.look(index, raw, &observed, &plain);
        self.forget_disorder(index, raw, &mut observed.standing);
        self.judge_frame(index, raw, &observed, &plain);
        self.note_silence(index, id, raw);
        self.settle(index, raw, &observed);
        self.enter(index, raw, &observed, &plain);
        wipe(&mut std::mem::replace(&mut self.plain, plain));
        self.store.retain(self.options.limits.frames, self.options.limits.exchanges);
    }

    fn swap_roles(&mut self, index: usize, direction: Direction) -> Direction {
        if let Some(assoc) = self.associations.get_mut(index) {
            assoc.swap_roles(&mut self.store);
            if let Some(flow) = self.flows.get_mut(&assoc.origin.flow) {
                flow.swap_roles();
            }
        }
        direction.flip()
    }

    fn remember(&mut self, index: usize, direction: Direction, raw: &Raw, (opening, phase): (&Opening, PhaseId)) {
        let Some(assoc) = self.associations.get_mut(index) else { return };
        let header = &raw.header;
        let length = u32::try_from(header.frame_len()).unwrap_or(u32::MAX);
        let mut row = FrameRow::new(
            raw.stream,
            raw.offset,
            length,
            raw.mark.packet,
            raw.mark.time,
            header.channel,
            header.frame_type,
            header.flags,
            header.seq,
        );
        row.complete = raw.complete;
        row.protection = opening.protection;
        row.phase = phase;
        assoc.note_protection(direction, header.channel, opening.protection);
        assoc.note_time(raw.mark.time);
        if raw.complete {
            assoc.frames[direction.index()] += 1;
        }
        self.store.frames.push(row);
    }

    fn judge_frame(&mut self, index: usize, raw: &Raw, observed: &Observed, plain: &[u8]) {
        let Observed { id, direction, opening, placed, standing, .. } = observed;
        let (id, direction, placed) = (*id, *direction, *placed);
        let payload = raw.octets.get(HEADER_LEN..).filter(|_| raw.complete).unwrap_or_default();
        let plaintext = plaintext(raw, opening, plain);
        let body = plaintext
            .filter(|_| raw.header.frame_type.is_all_channel())
            .and_then(|octets| ControlBody::decode(raw.header.frame_type, octets));
        let tlvs = plaintext.filter(|_| has_tlv_body(&raw.header)).map(TlvBody::walk);
        let view = View { id, direction, raw, payload, opening, placed, standing, plaintext, tlvs: tlvs.as_ref(), body };
        if raw.header.channel == Channel::BRIDGE && plaintext.is_some() && view.is_readable() {
            self.message(index, &view);
            return;
        }
        if raw.header.channel != Channel::BRIDGE && self.native(index, &view) {
            return;
        }
        if raw.header.frame_type.is_bridge(raw.header.channel)
            && let Some(assoc) = self.associations.get_mut(index)
        {
            assoc.state.evidence.leave_unread(direction);
        }
        self.judge_view(index, &view);
    }

    /// Runs the rules about frames.
    pub(super) fn judge_view(&mut self, index: usize, view: &View<'_>) {
        let Some(assoc) = self.associations.get_mut(index) else { return };
        let subject = view.subject(assoc);
        let context = view.ctx(assoc, &self.store);
        let usual = context.is_usual();
        debug_assert!(!usual || self.judges.unusual(&context).is_none(), "{:?} concerns a usual frame", self.judges.unusual(&context));
        let mut found = if usual { self.judges.any_frame(&context, subject) } else { self.judges.frame(&context, subject) };
        if view.raw.header.channel == Channel::CONTROL || view.raw.header.frame_type.is_all_channel() {
            found.append(&mut self.judges.control(&context, subject));
        }
        self.recorder.store(found, &mut self.store, Some(assoc));
    }

    /// Ends an association: what is outstanding is unanswered now.
    pub(super) fn end(&mut self, index: usize, end: End) {
        self.tell_silence(index, true);
        let Some(assoc) = self.associations.get_mut(index) else { return };
        let closed = assoc.state.closed.iter().any(Option::is_some);
        assoc.end = if closed { End::Close } else { end };
        assoc.ended = self.now.max(assoc.last_time);
        assoc.note_time(assoc.last_time);
        let outstanding = assoc.state.correlator.outstanding();
        let mut found = Vec::new();
        let generation = assoc.state.generation();
        for (request, stream) in &outstanding {
            if let Some(row) = self.store.exchanges.get_mut(request.exchange.index()).filter(|row| row.state.is_open()) {
                row.state = ExchangeState::Unanswered;
            }
            let subject = Subject {
                association: Some(assoc.id),
                frame: Some(request.frame),
                exchange: Some(request.exchange),
                direction: Some(request.initiator),
                stream_offset: None,
                time: request.time,
                generation,
            };
            let context = ExchangeCtx { association: assoc.ctx(&self.store), request, stream };
            found.append(&mut self.judges.exchange(&context, subject));
        }
        let unplaced = assoc.state.correlator.unplaced().iter().copied();
        for exchange in assoc.state.native.outstanding().into_iter().chain(unplaced) {
            if let Some(row) = self.store.exchanges.get_mut(exchange.index()).filter(|row| row.state.is_open()) {
                row.state = ExchangeState::Unanswered;
            }
        }
        let subject = Subject { association: Some(assoc.id), time: assoc.last_time, generation, ..Subject::default() };
        let context = assoc.ctx(&self.store);
        found.append(&mut self.judges.carrier(&context, subject));
        if !assoc.is_shut() {
            found.append(&mut self.judges.association(&context, subject));
        }
        self.doubt_silence(index, &mut found);
        let Some(assoc) = self.associations.get_mut(index) else { return };
        self.recorder.store(found, &mut self.store, Some(assoc));
        self.store.segments.settle(&assoc.origin.streams);
        if let Some(flow) = self.flows.get(&assoc.origin.flow) {
            hear(assoc, flow);
        }
        assoc.sync(&mut self.store);
        self.associations.end(index);
    }
}

/// A frame with everything that was found out about it.
pub(super) struct View<'a> {
    pub(super) id: FrameId,
    pub(super) direction: Direction,
    pub(super) raw: &'a Raw,
    pub(super) payload: &'a [u8],
    pub(super) opening: &'a Opening,
    pub(super) placed: Placed,
    pub(super) standing: &'a Standing,
    pub(super) plaintext: Option<&'a [u8]>,
    pub(super) tlvs: Option<&'a TlvBody>,
    pub(super) body: Option<ControlBody>,
}

impl View<'_> {
    /// Whether the payload is a Bridge message: of a Bridge type, and neither compressed nor a fragment.
    fn is_readable(&self) -> bool {
        self.raw.header.frame_type.is_bridge(self.raw.header.channel) && self.is_plain()
    }

    /// Whether the payload is as it was written: neither compressed nor a fragment.
    pub(super) const fn is_plain(&self) -> bool {
        self.raw.header.flags & (flag::COMP | flag::FRAG) == 0
    }

    /// Whether a receiver must drop the frame for its header: what it says was not heard, and no rule about messages applies. Where a
    /// direction seals nothing at all, somebody took the seals off before the capture: then what is clear was heard.
    pub(super) fn is_dropped(&self, seals: bool) -> bool {
        let header = &self.raw.header;
        let layout = header.magic == MAGIC && header.version == VERSION && header.reserved.iter().all(|octet| *octet == 0);
        !self.raw.crc_ok || !layout || (seals && !header.has(flag::ENC))
    }

    pub(super) fn subject(&self, assoc: &Assoc) -> Subject {
        Subject {
            association: Some(assoc.id),
            frame: Some(self.id),
            exchange: None,
            direction: Some(self.direction),
            stream_offset: None,
            time: self.raw.mark.time,
            generation: assoc.state.generation(),
        }
    }

    pub(super) fn ctx<'a>(&'a self, assoc: &'a Assoc, store: &'a crate::store::snapshot::Store) -> FrameCtx<'a> {
        FrameCtx {
            association: assoc.ctx(store),
            id: self.id,
            direction: self.direction,
            time: self.raw.mark.time,
            offset: self.raw.offset,
            header: &self.raw.header,
            octets: self.raw.octets.get(..HEADER_LEN).unwrap_or(&self.raw.octets),
            payload: self.payload,
            complete: self.raw.complete,
            crc_ok: self.raw.crc_ok,
            protection: self.opening.protection,
            plaintext: self.plaintext,
            opening: self.opening,
            sequence: self.placed.fact,
            first_of_channel: self.placed.first,
            tlvs: self.tlvs,
            body: self.body,
            standing: self.standing,
            after_close: assoc.state.closed[self.direction.index()].filter(|close| is_same_run(assoc, store, *close, self.raw)),
            closed_elsewhere: closed_elsewhere(assoc, store, self.direction, self.raw),
            lane: self.raw.lane,
        }
    }
}

/// Whether an earlier frame lies in the same run as this one, so that their order is known.
pub(super) fn is_same_run(assoc: &Assoc, store: &crate::store::snapshot::Store, earlier: FrameId, raw: &Raw) -> bool {
    let stream = |id: FrameId| store.frames.get(id.index()).map(|row| row.stream);
    !assoc.state.is_unordered() || (stream(earlier) == Some(raw.stream) && raw.lane.available.is_none())
}

/// The end that the sender of a frame had sent in an earlier packet, on another run, when the other peer had sent its own before, too.
fn closed_elsewhere(assoc: &Assoc, store: &crate::store::snapshot::Store, direction: Direction, raw: &Raw) -> Option<FrameId> {
    let [Some(own), Some(other)] = [direction, direction.flip()].map(|of| assoc.state.closed[of.index()]) else { return None };
    let before = |end: FrameId| store.frames.get(end.index()).is_some_and(|row| row.packet < raw.mark.packet);
    Some(own).filter(|own| raw.fresh && before(*own) && before(other) && !is_same_run(assoc, store, *own, raw))
}

/// The payload as carried when clear, as opened when sealed.
pub(super) fn plaintext<'a>(raw: &'a Raw, opening: &Opening, plain: &'a [u8]) -> Option<&'a [u8]> {
    match opening.protection {
        Protection::Opened => Some(plain),
        Protection::Clear if raw.complete => raw.octets.get(HEADER_LEN..),
        _ => None,
    }
}

/// Whether the receiver of a frame takes it: nothing speaks against header, tag, sealing and number.
fn is_taken(assoc: &Assoc, direction: Direction, raw: &Raw, opening: &Opening, placed: &Placed) -> bool {
    let (header, at) = (&raw.header, direction.index());
    let forged = matches!(opening.protection, Protection::Sealed(SealedReason::TagMismatch | SealedReason::TooShort));
    let layout = header.magic == MAGIC && header.version == VERSION && header.reserved.iter().all(|octet| *octet == 0);
    let hello = header.channel == Channel::CONTROL && matches!(header.frame_type, FrameType::CLIENT_HELLO | FrameType::SERVER_HELLO);
    // Where a direction seals nothing at all, somebody took the seals off before the capture.
    let sealed = header.has(flag::ENC) || hello || (!assoc.state.seals[at] && assoc.state.unsealed[at] > 1);
    raw.crc_ok && layout && !forged && sealed && !matches!(placed.fact, SequenceFact::Replay { .. })
}

fn open(assoc: &mut Assoc, keys: &crate::carrier::keylog::KeyLog, direction: Direction, raw: &Raw, plain: &mut Vec<u8>) -> Opening {
    if !raw.complete {
        assoc.state.keyring.incomplete(keys, direction, &raw.header);
        let sealed = Protection::Sealed(SealedReason::Incomplete);
        let protection = if raw.header.has(flag::ENC) { sealed } else { Protection::Clear };
        return Opening { protection, ..Opening::clear() };
    }
    let gap = std::mem::take(&mut assoc.gap_since[direction.index()]);
    let evidence = FrameEvidence { gap, losses: raw.losses, late_start: assoc.origin.start == Start::MidStream };
    assoc.state.keyring.open(keys, direction, &raw.header, &raw.octets, &evidence, plain)
}

/// Whether the payload is nothing but TLVs that can be read: handshake, key update and ratchet bodies.
fn has_tlv_body(header: &Header) -> bool {
    if header.flags & (flag::COMP | flag::FRAG) != 0 {
        return false;
    }
    let control = header.channel == Channel::CONTROL && matches!(header.frame_type.0, 0x0100..=0x0107);
    control || matches!(header.frame_type, FrameType::KEY_UPDATE | FrameType::KEY_UPDATE_ACK)
}
