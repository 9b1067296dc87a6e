//! The capability lists of both peers [hello §3–§7].

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::base::span::ByteSpan;
use crate::native::body::Body;
use crate::native::hello::{PROTOCOLS, VERSION, ids};

/// What one peer said of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// The frame.
    pub frame: FrameId,
    /// The version.
    pub version: Option<u64>,
    /// Protocols and channels, which share one list.
    pub ids: Vec<u64>,
    /// An unknown negative key, which its receiver must answer with `CLOSE`.
    pub negative: Option<ByteSpan>,
    /// Application frames that the peer sent since.
    pub own: u32,
    /// The first application frame that the other peer sent when it had heard of the list: after a later frame of this peer.
    pub heard: Option<FrameId>,
}

/// Both lists.
#[derive(Debug, Default)]
pub struct Hellos {
    said: [Option<Said>; 2],
    done: [Option<FrameId>; 2],
}

impl Hellos {
    /// What the sender of a direction said.
    pub const fn of(&self, direction: Direction) -> Option<&Said> {
        self.said[direction.index()].as_ref()
    }

    /// The `HELLO_DONE` of a direction.
    pub const fn done(&self, direction: Direction) -> Option<FrameId> {
        self.done[direction.index()]
    }

    /// Whether a peer said anything.
    pub const fn is_used(&self) -> bool {
        self.said[0].is_some() || self.said[1].is_some()
    }

    /// Takes a `HELLO`; the first one counts.
    pub fn take(&mut self, direction: Direction, frame: FrameId, body: &Body<'_>) {
        let version = body.value(VERSION).and_then(|version| version.uint());
        let negative = body.negative.map(|key| key.span);
        let said = Said { frame, version, ids: ids(body, PROTOCOLS), negative, own: 0, heard: None };
        self.said[direction.index()].get_or_insert(said);
    }

    /// Takes a `HELLO_DONE`.
    pub fn end(&mut self, direction: Direction, frame: FrameId) {
        self.done[direction.index()].get_or_insert(frame);
    }

    /// A peer sent an application frame: it went on after what the other one had said.
    pub fn goes_on(&mut self, direction: Direction, frame: FrameId) {
        if let Some(said) = &mut self.said[direction.index()] {
            said.own = said.own.saturating_add(1);
        }
        if let Some(said) = self.said[direction.flip().index()].as_mut().filter(|said| said.own > 0) {
            said.heard.get_or_insert(frame);
        }
    }

    /// Whether a peer lists an id, as protocol or as channel; `None` when its list was not seen.
    pub fn lists(&self, direction: Direction, id: u64) -> Option<bool> {
        self.of(direction).map(|said| said.ids.contains(&id))
    }

    /// Client and server were taken for each other.
    pub fn swap_roles(&mut self) {
        self.said.swap(0, 1);
        self.done.swap(0, 1);
    }
}
