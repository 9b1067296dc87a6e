//! What the sender-side rules of generation 3 need to remember of an association [gen 3 core §8.2, §8.3]: the end, errors, credit,
//! epochs. Times are those of packets; everything is bounded, and what the capture may have missed is forgotten instead of guessed.

mod closing;
mod credit;
mod echo;
mod epoch;
mod owed;
mod path;

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::base::time::Timestamp;
use crate::npamp::control::ControlBody;
use crate::npamp::header::Header;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::spec::profile::Profile;

pub use closing::{Closing, Ending, ErrorSent, Sent, Suspect};
pub use credit::{Credit, CreditFact, INITIAL_CREDIT};
pub use epoch::{EpochFact, Measure};
pub use path::Paths;

use echo::Echoes;
use epoch::Epochs;
use owed::Owed;

/// One frame as the ledger sees it.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The frame.
    pub frame: FrameId,
    /// Its direction.
    pub direction: Direction,
    /// Its time.
    pub time: Timestamp,
    /// Its header.
    pub header: &'a Header,
    /// Its plaintext, when it can be read.
    pub plain: Option<&'a [u8]>,
    /// Ratchet generation and epoch of the application key that opened it.
    pub phase: Option<(u32, u32)>,
    /// Whether its receiver took it: its CRC is right, its tag does not contradict it, and it is no repetition.
    pub taken: bool,
    /// Whether it is one of the four handshake frames, or sealed under a handshake key.
    pub handshake: bool,
    /// Stream offset behind its last octet.
    pub end: u64,
    /// Up to where the sender had acknowledged the other direction when it sent the frame.
    pub heard: Option<u64>,
}

/// What the ledger says about a frame, before the frame takes effect.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// Flow control.
    pub credit: Option<CreditFact>,
    /// The bounds of its epoch that it reaches.
    pub epoch: Vec<EpochFact>,
    /// The sender's own `ERROR` before, when no frame was named for it yet.
    pub after_error: Option<FrameId>,
    /// On a GREASE channel: the frame of the other peer whose content it repeats.
    pub echoes: Option<FrameId>,
    /// The other peer's `ERROR`, which the sender had acknowledged.
    pub heard_error: Option<FrameId>,
}

impl Standing {
    /// Whether there is nothing to say.
    pub fn is_quiet(&self) -> bool {
        *self == Self::default()
    }
}

/// The ledger of one association. Arrays of two are indexed by direction.
#[derive(Clone, Debug)]
pub struct Ledger {
    /// `CLOSE`, `CLOSE_ACK`, `ERROR` and the end of the transport, by sender.
    pub closing: [Closing; 2],
    /// Credit of the sender of a direction.
    pub credit: [Credit; 2],
    /// Path challenges that wait for their response.
    pub paths: Paths,
    /// Frames that no receiver may react to, by sender: the last one in the clear or with a wrong tag.
    pub suspect: [Option<Suspect>; 2],
    /// The last frame of a direction that earns a fatal code, and the code.
    pub earned: [Option<(FrameId, u8)>; 2],
    /// The last frame of each direction that its receiver took.
    pub last: [Option<(FrameId, Timestamp)>; 2],
    /// Whether a direction sent a `KEY_UPDATE` or its confirmation.
    pub rotated: [bool; 2],
    epochs: Epochs,
    echoes: Echoes,
    owed: Owed,
}

impl Ledger {
    /// A ledger that keeps count of `most` channels.
    pub fn new(most: usize) -> Self {
        Self {
            closing: Default::default(),
            credit: Default::default(),
            paths: Paths::default(),
            suspect: [None; 2],
            earned: [None; 2],
            last: [None; 2],
            rotated: [false; 2],
            epochs: Epochs::new(most),
            echoes: Echoes::default(),
            owed: Owed::default(),
        }
    }

    /// Counts a frame and says what is remarkable about it.
    pub fn look(&mut self, entry: &Entry<'_>, profile: Option<Profile>) -> Standing {
        let mut standing = Standing::default();
        if !entry.taken {
            return standing;
        }
        let (own, other) = (entry.direction.index(), entry.direction.flip().index());
        if let Some(error) = self.closing[own].error.as_mut().filter(|error| !error.named) {
            error.named = true;
            standing.after_error = Some(error.sent.frame);
        }
        if entry.header.frame_type == FrameType::ERROR {
            let earlier = self.closing[other].error.filter(|error| entry.heard.is_some_and(|heard| heard >= error.end));
            standing.heard_error = earlier.map(|error| error.sent.frame);
        }
        if !entry.handshake {
            standing.credit = self.credit[own].spend(entry.header, entry.time);
            standing.epoch = self.epochs.look(entry, profile.unwrap_or_default());
            standing.echoes = self.echoes.look(entry);
        }
        standing
    }

    /// Lets a frame that was judged take effect.
    pub fn settle(&mut self, entry: &Entry<'_>, body: Option<&ControlBody>) {
        if !entry.taken {
            return self.excuse(entry);
        }
        let (own, other) = (entry.direction.index(), entry.direction.flip().index());
        self.last[own] = Some((entry.frame, entry.time));
        let control = entry.header.channel == Channel::CONTROL;
        match entry.header.frame_type {
            FrameType::CLOSE if control => self.closing[own].closes(entry),
            FrameType::CLOSE_ACK if control => {
                let solicited = self.closing[other].close.is_some() || self.closing[other].attempted;
                self.closing[own].acknowledges(entry, solicited);
            }
            FrameType::ERROR if control => {
                let code = body.and_then(ControlBody::error_code);
                self.closing[own].fails(entry, code);
            }
            FrameType::FLOW_UPDATE => self.credit[other].grant(entry, body.and_then(ControlBody::limit)),
            FrameType::PATH_CHALLENGE => self.paths.challenge(entry.direction, entry.frame),
            FrameType::PATH_RESPONSE => self.paths.respond(entry.direction),
            FrameType::KEY_UPDATE => self.epochs.rotate(entry),
            FrameType::KEY_UPDATE_ACK => self.epochs.confirm(entry),
            FrameType::MASTER_RATCHET | FrameType::REKEM_ACK if control => self.epochs.restart(entry.direction, entry.time),
            _ => {}
        }
        self.rotated[own] |= matches!(entry.header.frame_type, FrameType::KEY_UPDATE | FrameType::KEY_UPDATE_ACK);
        self.echoes.keep(entry);
        self.owed.take(entry);
    }

    /// A frame that its receiver should have dropped, and may have taken all the same: it excuses whoever reacts to it.
    fn excuse(&mut self, entry: &Entry<'_>) {
        match entry.header.frame_type {
            FrameType::CLOSE => self.closing[entry.direction.index()].attempted = true,
            FrameType::FLOW_UPDATE => self.credit[entry.direction.flip().index()].unknown = true,
            FrameType::PATH_RESPONSE => self.paths.respond(entry.direction),
            FrameType::KEY_UPDATE | FrameType::MASTER_RATCHET | FrameType::REKEM => self.owed.take(entry),
            _ => {}
        }
    }

    /// Whether, by headers alone, an answer to a key update or ratchet step has no request that waits.
    pub fn is_unasked(&self, direction: Direction, channel: Channel, answer: FrameType) -> bool {
        self.owed.is_unasked(direction, channel, answer)
    }

    /// The handshake is complete: every epoch 0 begins.
    pub fn establish(&mut self, time: Timestamp) {
        for direction in Direction::BOTH {
            self.epochs.restart(direction, time);
        }
    }

    /// Octets of a direction are missing, or it may have been altered: a boundary may have passed unseen.
    pub fn lost(&mut self, direction: Direction) {
        self.epochs.forget(direction);
    }

    /// The transport of a direction ended.
    pub fn ends(&mut self, direction: Direction, time: Timestamp, reset: bool) {
        self.closing[direction.index()].end.get_or_insert(Ending { time, reset });
    }

    /// Client and server were taken for each other.
    pub fn swap_roles(&mut self) {
        self.closing.swap(0, 1);
        self.credit.swap(0, 1);
        self.suspect.swap(0, 1);
        self.earned.swap(0, 1);
        self.last.swap(0, 1);
        self.rotated.swap(0, 1);
        self.paths.swap_roles();
        self.epochs.swap_roles();
        self.echoes.swap_roles();
        self.owed.swap_roles();
    }
}
