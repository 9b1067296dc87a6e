//! Frames of an association that wait for others, in the order in which they were captured.

use std::collections::VecDeque;

use crate::base::direction::Direction;
use crate::base::id::StreamId;
use crate::base::limits::Limits;
use crate::base::secret::wipe;
use crate::base::time::Timestamp;
use crate::npamp::header::{Header, flag};
use crate::npamp::splitter::Mark;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;

use super::raw::{Opened, Raw};

/// Nanoseconds for which frames wait for the handshake: peers wait about as long for each other [gen 3 core §11.7].
const HANDSHAKE: i64 = 10_000_000_000;
/// Nanoseconds after which a timer gives an answer up whose question does not come.
const TIMER: i64 = 2_000_000_000;
/// Kinds of questions about keys and the end that are counted: each channel of either direction has few.
const MOST_ASKED: usize = 512;

/// What a frame waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wait {
    /// Frames of the handshake.
    Handshake,
    /// The frame that it confirms, of this type, on its channel.
    Confirmed(FrameType),
    /// The request that it answers.
    Request,
}

/// What has passed since a frame began to wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Patience {
    /// Frames, up to a time.
    Frames(Timestamp),
    /// Nothing but time.
    Timer(Timestamp),
    /// Nothing will come any more.
    Over,
}

/// A frame in its place.
pub(super) struct Held {
    pub(super) direction: Direction,
    pub(super) raw: Raw,
    /// Once it could be opened.
    pub(super) opened: Option<Opened>,
    /// How many frames came before it.
    arrival: u64,
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(opened) = &mut self.opened {
            wipe(&mut opened.plain);
        }
    }
}

/// The frames from the first one that waits. Nothing overtakes it but what it waits for.
#[derive(Default)]
pub(super) struct Queue {
    held: VecDeque<Held>,
    octets: usize,
    arrivals: u64,
    /// Frames behind the first one that are known not to be what it waits for.
    pub(super) compared: usize,
    /// The packet of the last frame that was taken.
    newest: Mark,
    /// What was asked about keys and the end, and not confirmed.
    asked: Vec<(Direction, Channel, FrameType, u32)>,
    /// How often frames had to be taken because too much waited.
    pub(super) overflows: u64,
}

impl Queue {
    pub(super) fn push(&mut self, direction: Direction, raw: Raw) {
        self.octets = self.octets.saturating_add(raw.octets.len());
        self.held.push_back(Held { direction, raw, opened: None, arrival: self.arrivals });
        self.arrivals = self.arrivals.saturating_add(1);
    }

    /// Takes a frame out. One that had to wait counts as delivered by the packet that ended its wait.
    pub(super) fn take(&mut self, at: usize) -> Option<Held> {
        let mut held = self.held.remove(at)?;
        self.octets = self.octets.saturating_sub(held.raw.octets.len());
        self.compared = 0;
        self.newest = if held.raw.mark.packet >= self.newest.packet { held.raw.mark } else { self.newest };
        held.raw.mark = self.newest;
        self.note(held.direction, &held.raw.header);
        Some(held)
    }

    pub(super) fn get(&self, at: usize) -> Option<&Held> {
        self.held.get(at)
    }

    pub(super) fn get_mut(&mut self, at: usize) -> Option<&mut Held> {
        self.held.get_mut(at)
    }

    pub(super) fn len(&self) -> usize {
        self.held.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// The first frame behind the first one that lies on a run.
    pub(super) fn first_of(&self, run: StreamId) -> Option<usize> {
        (1..self.held.len()).find(|at| self.held.get(*at).is_some_and(|held| held.raw.stream == run))
    }

    /// Whether no frame before one on its run is left unopened.
    pub(super) fn may_open(&self, at: usize) -> bool {
        let run = self.held.get(at).map(|held| held.raw.stream);
        self.held.iter().take(at).all(|held| Some(held.raw.stream) != run || held.opened.is_some())
    }

    /// Whether something was asked on a channel that is not confirmed yet.
    pub(super) fn has_asked(&self, direction: Direction, channel: Channel, frame_type: FrameType) -> bool {
        self.asked.iter().any(|(of, on, asked, count)| (*of, *on, *asked) == (direction, channel, frame_type) && *count > 0)
    }

    /// Whether the first frame has waited long enough.
    pub(super) fn is_patient(&self, wait: Wait, patience: Patience, limits: &Limits) -> bool {
        let Some(first) = self.held.front() else { return false };
        let (now, timer) = match patience {
            Patience::Frames(now) => (now, false),
            Patience::Timer(now) => (now, true),
            Patience::Over => return true,
        };
        let (passed, age) = (self.arrivals.saturating_sub(first.arrival), now.since(first.raw.mark.time));
        let over = match wait {
            Wait::Handshake => age >= HANDSHAKE,
            _ if timer => age >= TIMER,
            _ => passed > u64::from(limits.reorder_packets) && age >= limits.reorder_nanos,
        };
        over || passed > u64::from(limits.reorder_span) || self.is_full(limits)
    }

    /// Whether more waits than may.
    pub(super) const fn is_full(&self, limits: &Limits) -> bool {
        self.octets > limits.frames_waiting
    }

    /// Client and server were taken for each other.
    pub(super) fn swap_roles(&mut self) {
        for held in &mut self.held {
            held.direction = held.direction.flip();
        }
        for entry in &mut self.asked {
            entry.0 = entry.0.flip();
        }
    }

    /// Counts what is asked about keys and the end, and what is confirmed.
    fn note(&mut self, direction: Direction, header: &Header) {
        if !header.has(flag::ENC) {
            return;
        }
        if let Some(asked) = confirms(header) {
            let same = |(of, on, kind, _): &&mut (Direction, Channel, FrameType, u32)| {
                (*of, *on, *kind) == (direction.flip(), header.channel, asked)
            };
            if let Some(entry) = self.asked.iter_mut().find(same) {
                entry.3 = entry.3.saturating_sub(1);
            }
        } else if is_question(header) {
            let key = (direction, header.channel, header.frame_type);
            if let Some(entry) = self.asked.iter_mut().find(|entry| (entry.0, entry.1, entry.2) == key) {
                entry.3 = entry.3.saturating_add(1);
            } else if self.asked.len() < MOST_ASKED {
                self.asked.push((key.0, key.1, key.2, 1));
            }
        }
    }
}

/// The type of the frame that one of this header confirms.
pub(super) const fn confirms(header: &Header) -> Option<FrameType> {
    let control = matches!(header.channel, Channel::CONTROL);
    match header.frame_type {
        FrameType::KEY_UPDATE_ACK => Some(FrameType::KEY_UPDATE),
        FrameType::CLOSE_ACK => Some(FrameType::CLOSE),
        FrameType::MASTER_RATCHET_ACK if control => Some(FrameType::MASTER_RATCHET),
        FrameType::REKEM_ACK if control => Some(FrameType::REKEM),
        _ => None,
    }
}

const fn is_question(header: &Header) -> bool {
    let control = matches!(header.channel, Channel::CONTROL);
    match header.frame_type {
        FrameType::KEY_UPDATE | FrameType::CLOSE => true,
        FrameType::MASTER_RATCHET | FrameType::REKEM => control,
        _ => false,
    }
}
