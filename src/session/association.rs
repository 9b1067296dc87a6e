//! One association over time: keys, sequence spaces, exchanges, what is missing from its evidence.

use hashbrown::HashMap;

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::base::limits::Limits;
use crate::base::time::Timestamp;
use crate::npamp::handshake::message::HandshakeKind;
use crate::npamp::keyring::Keyring;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::spec::generation::Generation;
use crate::spec::profile::Profile;
use crate::spec::protocol::Protocol;

use super::carried::Carried;
use super::channel::ChannelState;
use super::correlator::Correlator;
use super::evidence::Evidence;
use super::failures::Failures;
use super::ledger::Ledger;
use super::lifecycle::Lifecycle;
use super::moves::Moves;
use super::native::Native;
use super::native::hello::Hellos;
use super::rotation::Rotations;
use super::styles::Styles;
use super::tokens::Tokens;
use super::tools::ToolTable;

/// Handshake frames remembered: four are right, and sixteen show any disorder.
const MOST_HANDSHAKE_FRAMES: usize = 16;

/// A frame of the handshake as it came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandshakeFrame {
    /// Which of the four.
    pub kind: HandshakeKind,
    /// The way it went.
    pub direction: Direction,
    /// The frame.
    pub frame: FrameId,
    /// Its time.
    pub time: Timestamp,
    /// Whether everything that the other peer had sent before was seen.
    pub ordered: bool,
}

/// An association under observation.
#[derive(Debug)]
pub struct Association {
    /// Handshake, key schedule and opening.
    pub keyring: Keyring,
    /// What is missing.
    pub evidence: Evidence,
    /// Pairing.
    pub correlator: Correlator,
    /// Tools, by the direction in which the server sends.
    pub tools: [ToolTable; 2],
    /// MCP session phases.
    pub lifecycle: Lifecycle,
    /// The `CLOSE` or `CLOSE_ACK` that each direction sent.
    pub closed: [Option<FrameId>; 2],
    /// The last Bridge frame of each direction whose envelope cannot be read.
    pub malformed: [Option<FrameId>; 2],
    /// Protocols of which each direction's sender has answered a request with success.
    pub served: Vec<(Direction, Protocol)>,
    /// First uses and refusals of protocols.
    pub carried: Carried,
    /// Errors that ended requests, by their sender.
    pub failures: Failures,
    /// How each peer sets its JSON texts.
    pub styles: Styles,
    /// Exchanges, sub-streams, tasks and records of native channels.
    pub native: Native,
    /// The capability lists of both peers.
    pub hellos: Hellos,
    /// Progress tokens that each direction's sender gave out.
    pub progress: [Tokens; 2],
    /// The first Control application frame of each direction, to judge whether HELLO came first.
    pub hello: [Option<FrameId>; 2],
    /// The first frame of each kind of the handshake, in their order.
    pub handshake: [Option<FrameId>; 4],
    /// Handshake frames in the order in which they were captured, the first sixteen of them.
    pub handshake_frames: Vec<HandshakeFrame>,
    /// The first frame of each direction that is none of the handshake, and no `ERROR` about it.
    pub first_beyond: [Option<(FrameId, Channel, FrameType)>; 2],
    /// Key updates and re-KEM requests that wait for their answer.
    pub rotations: Rotations,
    /// The end, errors, credit and epochs.
    pub ledger: Ledger,
    /// Whether a direction has sent a sealed frame.
    pub seals: [bool; 2],
    /// Frames that should have been sealed and were not, per direction.
    pub unsealed: [u64; 2],
    /// Outstanding `tools/list` requests that ask for a further page.
    pub further_pages: Vec<FrameId>,
    /// Moves of its peers to other addresses.
    pub moves: Moves,
    /// Whether its octets come in several runs a direction, whose order among each other is unknown.
    streams: bool,
    channels: HashMap<(Direction, Channel), ChannelState>,
    most_channels: usize,
    /// How often octets or packets of a direction were found to be missing.
    lost: [u32; 2],
    /// Ratchet steps seen, per direction that they concern.
    steps: [u32; 2],
    /// Frames of channels for which there was no room.
    pub unplaced: u64,
    /// Sequence numbers skipped, per direction and channel.
    pub skipped: Vec<(Direction, Channel, u64)>,
}

impl Association {
    /// A new association.
    pub fn new(configured: Option<Generation>, late: bool, limits: &Limits) -> Self {
        Self {
            keyring: Keyring::new(configured, limits),
            evidence: Evidence { late, ..Evidence::default() },
            correlator: Correlator::new(limits.open_exchanges, limits.tombstones),
            tools: [ToolTable::new(limits.tools), ToolTable::new(limits.tools)],
            lifecycle: Lifecycle::default(),
            closed: [None; 2],
            malformed: [None; 2],
            served: Vec::new(),
            carried: Carried::default(),
            failures: Failures::default(),
            styles: Styles::default(),
            native: Native::new(limits),
            hellos: Hellos::default(),
            progress: [Tokens::new(limits.tools), Tokens::new(limits.tools)],
            hello: [None; 2],
            handshake: [None; 4],
            handshake_frames: Vec::new(),
            first_beyond: [None; 2],
            rotations: Rotations::default(),
            ledger: Ledger::new(limits.channels.saturating_mul(2)),
            seals: [false; 2],
            unsealed: [0; 2],
            further_pages: Vec::new(),
            moves: Moves::default(),
            streams: false,
            channels: HashMap::new(),
            most_channels: limits.channels,
            lost: [0; 2],
            steps: [0; 2],
            unplaced: 0,
            skipped: Vec::new(),
        }
    }

    /// Its octets come in several runs a direction.
    pub const fn has_streams(&mut self) {
        self.streams = true;
        self.keyring.has_streams();
    }

    /// Whether the order of its octets is known only run by run.
    pub const fn is_unordered(&self) -> bool {
        self.streams
    }

    /// The crypto generation, when known.
    pub fn generation(&self) -> Option<Generation> {
        self.keyring.negotiated().generation
    }

    /// The selected profile.
    pub fn profile(&self) -> Option<Profile> {
        self.keyring.negotiated().profile
    }

    /// The sequence space of a channel direction; `None` when too many channels were named.
    pub fn channel(&mut self, direction: Direction, channel: Channel) -> Option<&mut ChannelState> {
        let key = (direction, channel);
        if !self.channels.contains_key(&key) && self.channels.len() >= self.most_channels {
            self.unplaced = self.unplaced.saturating_add(1);
            return None;
        }
        let evidence = self.evidence;
        let from_start = !evidence.late && !evidence.gaps[direction.index()] && !evidence.doubtful[direction.index()];
        // On a run of its own it may begin before steps that were seen on Control, or before one that was not captured.
        let steps = if self.streams { self.steps[direction.index()].saturating_add(u32::from(evidence.late)) } else { 0 };
        Some(self.channels.entry(key).or_insert_with(|| ChannelState::new(from_start).before_steps(steps)))
    }

    /// Notes a frame of the handshake.
    pub fn shook(&mut self, shake: HandshakeFrame) {
        self.handshake[shake.kind.index()].get_or_insert(shake.frame);
        if self.handshake_frames.len() < MOST_HANDSHAKE_FRAMES {
            self.handshake_frames.push(shake);
        }
    }

    /// Octets of a direction are missing: no sequence number of it is surprising now.
    pub fn lost(&mut self, direction: Direction) {
        self.evidence.gaps[direction.index()] = true;
        self.lost[direction.index()] = self.lost[direction.index()].saturating_add(1);
        self.evidence.missed(direction);
        self.ledger.lost(direction);
        for ((of, _), state) in &mut self.channels {
            if *of == direction {
                state.doubt();
            }
        }
    }

    /// How often octets or packets of a direction were found to be missing so far.
    pub const fn lost_so_far(&self, direction: Direction) -> u32 {
        self.lost[direction.index()]
    }

    /// A frame of a direction may have been altered: its true channel and number are unknown.
    pub fn doubt(&mut self, direction: Direction) {
        self.evidence.doubtful[direction.index()] = true;
        self.evidence.missed(direction);
        self.ledger.lost(direction);
        for ((of, _), state) in &mut self.channels {
            if *of == direction {
                state.doubt();
            }
        }
    }

    /// A ratchet boundary: every channel of the direction begins at sequence 0 again. On other runs than that of Control it shows by
    /// itself, when a frame opens under the new root.
    pub fn rotate_all(&mut self, direction: Direction) {
        let streams = self.streams;
        self.steps[direction.index()] = self.steps[direction.index()].saturating_add(1);
        for ((of, on), state) in &mut self.channels {
            if *of == direction && (!streams || *on == Channel::CONTROL) {
                state.rotate();
            } else if *of == direction {
                state.step();
            }
        }
    }

    /// Client and server were taken for each other while nothing could be read yet.
    pub fn swap_roles(&mut self) {
        let evidence = &mut self.evidence;
        for pair in [&mut evidence.gaps, &mut evidence.seen, &mut evidence.unread, &mut evidence.doubtful, &mut evidence.pending] {
            pair.swap(0, 1);
        }
        evidence.losses.swap(0, 1);
        self.lost.swap(0, 1);
        self.steps.swap(0, 1);
        self.closed.swap(0, 1);
        self.hello.swap(0, 1);
        self.first_beyond.swap(0, 1);
        self.seals.swap(0, 1);
        self.unsealed.swap(0, 1);
        for entry in &mut self.handshake_frames {
            entry.direction = entry.direction.flip();
        }
        self.rotations.swap_roles();
        self.moves.swap_roles();
        self.ledger.swap_roles();
        self.malformed.swap(0, 1);
        self.carried.swap_roles();
        self.failures.swap_roles();
        self.styles.swap_roles();
        self.native.swap_roles();
        self.hellos.swap_roles();
        self.channels = std::mem::take(&mut self.channels).into_iter().map(|((of, on), state)| ((of.flip(), on), state)).collect();
        for entry in &mut self.skipped {
            entry.0 = entry.0.flip();
        }
    }

    /// Whether everything that a direction sent on a native channel so far was captured and read.
    pub fn whole_on(&self, direction: Direction, channel: Channel) -> bool {
        !self.evidence.late && self.evidence.is_captured(direction) && !self.native.missed(direction, channel)
    }

    /// Notes that the sender of a direction answered a request of a protocol with success.
    pub fn serve(&mut self, direction: Direction, protocol: Protocol) {
        if !self.served.contains(&(direction, protocol)) {
            self.served.push((direction, protocol));
        }
    }

    /// Notes that a channel direction skipped numbers.
    pub fn skip(&mut self, direction: Direction, channel: Channel, count: u64) {
        match self.skipped.iter_mut().find(|(of, on, _)| (*of, *on) == (direction, channel)) {
            Some((_, _, sum)) => *sum = sum.saturating_add(count),
            None => self.skipped.push((direction, channel, count)),
        }
    }
}
