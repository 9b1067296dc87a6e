//! In which order the frames of an association are taken.
//!
//! On one connection of TCP the order of octets and their acknowledgements tell it. QUIC orders a stream and nothing else, and packets of
//! both sides may be captured in another order than they were sent. So a frame that says of itself that it was sent after another one -
//! it is sealed under keys that the handshake gives, it confirms, it answers - waits for that one, and what was captured behind it waits
//! with it. Within a bound: then it is taken as it is.

use crate::base::direction::Direction;
use crate::base::time::Timestamp;
use crate::bridge::envelope::Envelope;
use crate::bridge::payload;
use crate::codec::cbor::scan::Bounds;
use crate::native;
use crate::native::body::Body;
use crate::native::schema::Role;
use crate::npamp::handshake::message::HandshakeKind;
use crate::npamp::header::flag;
use crate::session::arrival::Kind;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;

use super::Engine;
use super::assoc::Assoc;
use super::frame::plaintext;
use super::queue::{Held, Patience, Wait, confirms};
use super::raw::Raw;

impl Engine {
    /// Takes a frame as it was captured.
    pub(super) fn arrive(&mut self, index: usize, direction: Direction, mut raw: Raw) {
        let Some(assoc) = self.associations.get_mut(index) else { return };
        raw.losses = assoc.state.lost_so_far(direction);
        if !assoc.state.is_unordered() {
            return self.frame(index, direction, &mut raw);
        }
        assoc.queue.push(direction, raw);
        self.release(index, Patience::Frames(self.now));
    }

    /// Time has passed: frames that waited long enough are taken. Answers whether there were some.
    pub(super) fn release_ripe(&mut self, now: Timestamp) -> bool {
        let mut some = false;
        for index in std::mem::take(&mut self.holding) {
            some |= self.release(index, Patience::Timer(now));
        }
        some
    }

    /// Takes the frames of an association whose turn it is. Answers whether there were some.
    pub(super) fn release(&mut self, index: usize, patience: Patience) -> bool {
        let mut some = false;
        while self.turn(index, patience) {
            some = true;
        }
        match self.associations.get(index) {
            Some(assoc) if !assoc.queue.is_empty() => self.holding.insert(index),
            _ => self.holding.remove(&index),
        };
        some
    }

    /// Takes the next frame, if one may be taken.
    fn turn(&mut self, index: usize, patience: Patience) -> bool {
        let Some(assoc) = self.associations.get(index).filter(|assoc| !assoc.queue.is_empty()) else { return false };
        let before = unopened(assoc, 0);
        let Some(wait) = before.or_else(|| self.unasked(index, 0)) else { return self.take_held(index, 0) };
        if self.fetch(index, wait) {
            return true;
        }
        let limits = &self.options.limits;
        let Some(assoc) = self.associations.get_mut(index).filter(|assoc| assoc.queue.is_patient(wait, patience, limits)) else {
            return false;
        };
        let full = wait == Wait::Handshake && assoc.queue.is_full(limits);
        assoc.queue.overflows = assoc.queue.overflows.saturating_add(u64::from(full));
        self.take_held(index, 0)
    }

    /// Looks for what the first frame waits for, and takes that before it, with what comes before that on its run.
    fn fetch(&mut self, index: usize, wait: Wait) -> bool {
        let queue = |engine: &Self| engine.associations.get(index).map_or((0, 0), |assoc| (assoc.queue.compared, assoc.queue.len()));
        let (compared, len) = queue(self);
        for at in compared.max(1)..len {
            if self.is_awaited(index, wait, at) {
                return self.take_before(index, at);
            }
            if let Some(assoc) = self.associations.get_mut(index) {
                assoc.queue.compared = at.saturating_add(1);
            }
        }
        false
    }

    /// Takes a frame before the first one. What lies on the run of the first one was sent after it: then that is taken as it is.
    fn take_before(&mut self, index: usize, at: usize) -> bool {
        let Some(assoc) = self.associations.get(index) else { return false };
        let run = |at: usize| assoc.queue.get(at).map(|held| held.raw.stream);
        let (Some(first), Some(run)) = (run(0), run(at)) else { return false };
        if first == run {
            return self.take_held(index, 0);
        }
        let mut left = at;
        while let Some(next) = self.associations.get(index).and_then(|assoc| assoc.queue.first_of(run)).filter(|next| *next <= left) {
            self.take_held(index, next);
            left = left.saturating_sub(1);
        }
        true
    }

    fn take_held(&mut self, index: usize, at: usize) -> bool {
        let Some(mut held) = self.associations.get_mut(index).and_then(|assoc| assoc.queue.take(at)) else { return false };
        let opened = held.opened.take().or_else(|| self.open_frame(index, held.direction, &held.raw));
        if let Some(opened) = opened {
            self.take_frame(index, &mut held.raw, opened);
        }
        true
    }

    /// Whether a frame is one that the first one waits for.
    fn is_awaited(&mut self, index: usize, wait: Wait, at: usize) -> bool {
        let Some(assoc) = self.associations.get(index) else { return false };
        let (Some(first), Some(held)) = (assoc.queue.get(0), assoc.queue.get(at)) else { return false };
        let header = &held.raw.header;
        let other = held.direction != first.direction;
        match wait {
            Wait::Handshake => {
                let due = HandshakeKind::of(header.channel, header.frame_type).is_some_and(|kind| is_due(assoc, kind, held.direction));
                due && unopened(assoc, at).is_none()
            }
            Wait::Confirmed(asked) => other && (header.channel, header.frame_type) == (first.raw.header.channel, asked),
            Wait::Request => other && header.channel == first.raw.header.channel && self.asks(index, at),
        }
    }

    /// Whether a frame asks what the first one answers.
    fn asks(&mut self, index: usize, at: usize) -> bool {
        let fits = |assoc: &Assoc| {
            let is_request = assoc.queue.get(at).is_some_and(|held| part(&held.raw) == Some(Part::Asks));
            is_request && assoc.queue.may_open(at) && unopened(assoc, at).is_none()
        };
        if !self.associations.get(index).is_some_and(fits) {
            return false;
        }
        self.open_held(index, at);
        let Some(assoc) = self.associations.get(index) else { return false };
        let named = |at: usize| assoc.queue.get(at).and_then(|held| self.correlation(assoc, held));
        named(0).is_some_and(|wanted| named(at) == Some(wanted))
    }

    /// Opens the frame at a place, whose wait for keys is over, and says whether it waits for a request.
    fn unasked(&mut self, index: usize, at: usize) -> Option<Wait> {
        self.open_held(index, at);
        let assoc = self.associations.get(index)?;
        let held = assoc.queue.get(at).filter(|held| held.raw.crc_ok && part(&held.raw) == Some(Part::Answers))?;
        let correlation = self.correlation(assoc, held).filter(|correlation| !correlation.is_empty())?;
        let (asker, channel) = (held.direction.flip(), held.raw.header.channel);
        let evidence = &assoc.state.evidence;
        // A request that cannot be read does not come.
        if !evidence.seen[asker.index()] || evidence.unread[asker.index()] {
            return None;
        }
        let known = if channel == Channel::BRIDGE {
            let correlator = &assoc.state.correlator;
            let own = held.raw.header.frame_type != FrameType::BRIDGE_RESPONSE && correlator.is_open(held.direction, correlation);
            own || correlator.is_open(asker, correlation)
        } else {
            assoc.state.native.pairing.is_open(channel, asker, correlation)
        };
        (!known).then_some(Wait::Request)
    }

    fn open_held(&mut self, index: usize, at: usize) {
        let Some(held) = self.associations.get_mut(index).and_then(|assoc| assoc.queue.get_mut(at)) else { return };
        if held.opened.is_some() {
            return;
        }
        let (direction, raw) = (held.direction, held.raw.clone());
        let opened = self.open_frame(index, direction, &raw);
        if let Some(held) = self.associations.get_mut(index).and_then(|assoc| assoc.queue.get_mut(at)) {
            held.opened = opened;
        }
    }

    /// The correlation that an opened frame names.
    fn correlation<'a>(&self, assoc: &Assoc, held: &'a Held) -> Option<&'a [u8]> {
        let opened = held.opened.as_ref()?;
        let plain = plaintext(&held.raw, &opened.opening, &opened.plain)?;
        let (channel, frame_type) = (held.raw.header.channel, held.raw.header.frame_type);
        if channel == Channel::BRIDGE {
            let generation = assoc.state.generation();
            let payload = payload::decode(plain, |protocol| self.store.mappings.class_of(protocol, generation), generation);
            return payload.envelope.map(|envelope: Envelope<'a>| envelope.correlation);
        }
        let (companion, schema) = native::of(channel, frame_type, plain)?;
        Body::read(companion, schema, plain, Bounds::of(&self.options.limits)).corr()
    }
}

/// What a frame is in an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Asks,
    Answers,
}

fn part(raw: &Raw) -> Option<Part> {
    let (channel, frame_type) = (raw.header.channel, raw.header.frame_type);
    if raw.header.flags & (flag::COMP | flag::FRAG) != 0 || !raw.complete {
        return None;
    }
    if channel == Channel::BRIDGE {
        return Some(match Kind::of(frame_type)? {
            Kind::Request => Part::Asks,
            Kind::Notify => return None,
            _ => Part::Answers,
        });
    }
    match native::schema(channel, frame_type)?.1.role {
        Role::Request | Role::Subscribe => Some(Part::Asks),
        Role::Reply | Role::Accept | Role::Page(_) | Role::Part | Role::End | Role::Error | Role::Push => Some(Part::Answers),
        _ => None,
    }
}

/// What a frame waits for before it can be opened.
fn unopened(assoc: &Assoc, at: usize) -> Option<Wait> {
    let held = assoc.queue.get(at).filter(|held| held.opened.is_none())?;
    let (direction, raw) = (held.direction, &held.raw);
    if !raw.complete || !raw.crc_ok {
        return None;
    }
    if needed(raw).iter().any(|kind| is_due(assoc, *kind, kind.direction()) && !is_behind(assoc, *kind, direction, raw)) {
        return Some(Wait::Handshake);
    }
    let asked = confirms(&raw.header).filter(|_| raw.header.has(flag::ENC))?;
    (!assoc.queue.has_asked(direction.flip(), raw.header.channel, asked)).then_some(Wait::Confirmed(asked))
}

/// The frames of the handshake that a frame was sent after.
fn needed(raw: &Raw) -> &'static [HandshakeKind] {
    let kind = HandshakeKind::of(raw.header.channel, raw.header.frame_type);
    let error = raw.header.channel == Channel::CONTROL && raw.header.frame_type == FrameType::ERROR;
    match kind {
        Some(kind) => HandshakeKind::ALL.get(..kind.index()).unwrap_or_default(),
        None if raw.header.has(flag::ENC) && !error => &HandshakeKind::ALL,
        None => &[],
    }
}

/// Whether a frame of the handshake is still to come from its sender, as far as the capture can tell.
fn is_due(assoc: &Assoc, kind: HandshakeKind, direction: Direction) -> bool {
    let evidence = &assoc.state.evidence;
    let seen = assoc.state.keyring.handshake().seen.get(kind.index()).copied().unwrap_or_default();
    let lost = evidence.late || evidence.gaps[direction.index()] || evidence.doubtful[direction.index()];
    kind.direction() == direction && !seen && !lost
}

/// Whether a frame of the handshake that is still to come lies behind a frame on its own run.
fn is_behind(assoc: &Assoc, kind: HandshakeKind, direction: Direction, raw: &Raw) -> bool {
    kind.direction() == direction && assoc.is_run_of_control(direction, raw)
}
