//! What earlier messages may say about later ones, beyond the exchange they belong to.

use std::collections::VecDeque;

use super::name::{Key, Name};
use crate::base::id::FrameId;
use crate::base::time::Timestamp;
use crate::session::arrival::{Arrival, Token};

/// Replies without request that are remembered, in case the request comes after them.
const STRAYS: usize = 64;
/// How long a sender that waits for an answer is silent, in nanoseconds.
const PATIENCE: i64 = 5_000_000_000;

/// Replies that came too early, and the last notification of each peer.
#[derive(Debug, Default)]
pub(super) struct Memory {
    strays: VecDeque<Stray>,
    notices: [Option<Notice>; 2],
}

/// A reply whose request had not been seen.
#[derive(Clone, Debug)]
struct Stray {
    key: Key,
    id: Option<Token>,
    frame: FrameId,
}

/// A notification after which its sender said nothing.
#[derive(Clone, Copy, Debug)]
struct Notice {
    mark: u32,
    frame: FrameId,
    time: Timestamp,
}

impl Memory {
    /// A reply came for which there is no request under `name`.
    pub(super) fn stray(&mut self, name: Name<'_>, arrival: &Arrival<'_>) {
        if name.octets.is_empty() {
            return;
        }
        if self.strays.len() >= STRAYS {
            self.strays.pop_front();
        }
        self.strays.push_back(Stray { key: name.key(), id: arrival.id.token().map(Token::from_slice), frame: arrival.frame });
    }

    /// The reply that came before the request under `name`, when their ids agree; it is forgotten then.
    pub(super) fn came_first(&mut self, name: Name<'_>, arrival: &Arrival<'_>) -> Option<FrameId> {
        if self.strays.is_empty() {
            return None;
        }
        let id = arrival.id.token();
        let at = self.strays.iter().position(|stray| name.is(&stray.key) && stray.id.as_deref() == id)?;
        self.strays.remove(at).map(|stray| stray.frame)
    }

    /// The same notification, when it is the last that its sender said and lies some time back.
    pub(super) fn notified(&mut self, arrival: &Arrival<'_>) -> Option<FrameId> {
        let slot = self.notices.get_mut(arrival.direction.index())?;
        let last = slot.replace(Notice { mark: arrival.mark, frame: arrival.frame, time: arrival.time })?;
        let waited = arrival.time.0.saturating_sub(last.time.0) >= PATIENCE;
        (waited && last.mark == arrival.mark).then_some(last.frame)
    }

    /// A peer said something other than a notification.
    pub(super) fn spoke(&mut self, arrival: &Arrival<'_>) {
        if let Some(slot) = self.notices.get_mut(arrival.direction.index()) {
            *slot = None;
        }
    }
}
