//! Sealed records: opened, sorted by content, delivered; and what of them changes the keys.

use bytes::BytesMut;

use crate::carrier::event::{Event, Run};
use crate::carrier::facts::{Choice, Closed, Early};
use crate::carrier::hello;
use crate::net::At;

use super::head::kind;
use super::keys::{Content, Keyed, Phase};
use super::messages::{Message, message};
use super::record::Record;
use super::{Env, Tls};

/// The content of a record, with where it was.
pub(super) struct Opened {
    pub(super) content: Content,
    pub(super) bytes: BytesMut,
    pub(super) number: u64,
    pub(super) place: u64,
    pub(super) sealed: usize,
    pub(super) at: At,
}

impl Tls {
    /// Takes a sealed record.
    pub(super) fn sealed(&mut self, side: usize, record: Record, env: &mut Env<'_>) {
        if self.side(side).keyed.is_none() && self.side(side).candidates.is_none() && !self.find_keys(side, env) {
            self.wait(side, record, env);
        } else {
            self.open(side, record, env);
        }
    }

    fn open(&mut self, side: usize, mut record: Record, env: &mut Env<'_>) {
        let state = self.side(side);
        let (place, at, sealed) = (record.place, record.at, record.octets.len());
        if let (Some(keyed), None) = (&state.keyed, state.doubt)
            && keyed.phase != Phase::Early
        {
            let number = keyed.number;
            match keyed.open(number, &mut record.octets) {
                Some(content) => self.opened(side, Opened { content, bytes: record.octets, number, place, sealed, at }),
                None => self.missed(side, sealed as u64, false),
            }
            return;
        }
        match self.search(side, &record.octets, env) {
            Some(hit) => {
                let (content, number) = (hit.content, hit.number);
                let bytes = self.settle(side, hit, at);
                self.opened(side, Opened { content, bytes, number, place, sealed, at });
            }
            None => self.missed(side, sealed as u64, false),
        }
    }

    /// A sealed record cannot be opened, or was not captured whole.
    pub(super) fn missed(&mut self, side: usize, octets: u64, snaplen: bool) {
        self.count_closed(side, octets);
        self.broken(side);
        let state = self.side(side);
        state.failed(octets, snaplen);
        let fresh = state.keyed.as_ref().is_none_or(|keyed| keyed.number == 0 || keyed.phase == Phase::Handshake);
        let only_later = state.expect.is_some_and(|expect| {
            let candidates = state.candidates.as_deref().unwrap_or_default();
            state.keyed.is_none() && candidates.iter().all(|candidate| candidate.phase > expect)
        });
        if only_later {
            self.close(side, Closed::KeyMissing);
        } else if fresh && !snaplen && !state.started {
            self.close(side, Closed::KeyWrong);
        }
    }

    /// Content goes missing: said once, until a record opens again.
    pub(super) fn broken(&mut self, side: usize) {
        let state = self.side(side);
        let flows = state.keyed.as_ref().is_some_and(|keyed| keyed.phase == Phase::Application);
        if flows && state.doubt.is_none() {
            self.events.push_back(Event::Broken { run: Run { side, stream: None } });
        }
    }

    /// Notes why records of a side stay closed.
    pub(super) fn close(&mut self, side: usize, why: Closed) {
        let role = self.role(side);
        if let Some(slot) = self.facts.closed.get_mut(role).filter(|slot| **slot != Some(why)) {
            *slot = Some(why);
            self.changed();
        }
    }

    /// Takes the content of a record that opened with the key in force.
    fn opened(&mut self, side: usize, opened: Opened) {
        let role = self.role(side);
        if let Some(shape) = self.facts.shape.get_mut(role) {
            shape.opened = shape.opened.saturating_add(1);
        }
        if let Some(slot) = self.facts.closed.get_mut(role).filter(|slot| slot.is_some()) {
            *slot = None;
            self.changed();
        }
        let state = self.side(side);
        let Some(keyed) = state.keyed.as_mut() else { return };
        keyed.number = opened.number.saturating_add(1);
        if keyed.phase == Phase::Application {
            state.padding.saw(opened.bytes.len(), opened.content.padding);
        }
        match (opened.content.kind, keyed.phase) {
            (kind::DATA, Phase::Early) => self.early(side, opened),
            (kind::DATA, Phase::Application) => self.deliver(side, opened),
            (kind::HANDSHAKE, phase) => self.sealed_messages(side, phase, &opened.bytes),
            (kind::ALERT, _) => self.alert(side, &opened.bytes),
            _ => {}
        }
    }

    fn sealed_messages(&mut self, side: usize, phase: Phase, mut octets: &[u8]) {
        while let Some(Message { kind, body }) = self.side(side).messages.next(&mut octets) {
            match (kind, phase) {
                (message::ENCRYPTED_EXTENSIONS, Phase::Handshake) => self.extensions(&body),
                (message::FINISHED, Phase::Handshake) => return self.expect(side, Phase::Application),
                (message::END_OF_EARLY_DATA, Phase::Early) => {
                    self.settle_early(true);
                    return self.expect(side, Phase::Handshake);
                }
                (message::KEY_UPDATE, Phase::Application) => return self.update(side),
                _ => {}
            }
        }
    }

    fn extensions(&mut self, body: &[u8]) {
        let Some(read) = hello::encrypted_extensions(body) else { return };
        self.changed();
        self.facts.alpn = read.alpn.map_or(Choice::Nothing, |name| Choice::Protocol(name.into()));
        self.settle_early(read.early_data);
    }

    /// The records of a side go on under the keys of the next phase.
    fn expect(&mut self, side: usize, phase: Phase) {
        if phase == Phase::Application && Some(side) == self.client && self.facts.early == Early::Offered {
            self.settle_early(false);
        }
        let state = self.side(side);
        (state.keyed, state.candidates, state.expect) = (None, None, Some(phase));
        state.messages.reset();
    }

    fn update(&mut self, side: usize) {
        let role = self.role(side);
        let state = self.side(side);
        state.keyed = state.keyed.as_ref().and_then(Keyed::next);
        state.candidates = None;
        state.messages.reset();
        self.count_updates(role, 1);
    }

    /// Counts changes of keys.
    pub(super) fn count_updates(&mut self, role: usize, count: u32) {
        if let Some(slot) = self.facts.updates.get_mut(role) {
            *slot = slot.saturating_add(count);
        }
    }
}
