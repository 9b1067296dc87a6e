//! What the keys of one association can open. The session gives it every frame in delivery order; it collects the handshake,
//! runs the key schedule, follows epochs and ratchet generations, and opens frames or says why not.

mod auth;
mod boundary;
mod negotiated;
mod opening;
mod probe;
mod reason;
mod record;
mod roots;
mod search;
mod slot;
mod trial;

use crate::base::direction::Direction;
use crate::base::limits::Limits;
use crate::base::secret::Secret;
use crate::carrier::keylog::{AssociationKey, AssociationSecrets, KeyLog};
use crate::crypto::aead::TAG_LEN;
use crate::npamp::handshake::message::HandshakeKind;
use crate::npamp::header::{HEADER_LEN, Header, flag};
use crate::npamp::protection::SealedReason;
use crate::spec::generation::Generation;

use auth::Handshake;
pub use auth::HandshakeProgress;
pub use negotiated::{Evidence, Negotiated};
pub use opening::{FrameEvidence, HandshakeEvent, KeyScope, Opening, Probe, RatchetEvent};
use roots::Roots;
use slot::Sides;

/// Failed frames behind a gap for which later epochs are searched, when the budget of the association is used up.
const SEARCHES_PER_GAP: u32 = 4;

/// Keys of one association.
#[derive(Debug)]
pub struct Keyring {
    negotiated: Negotiated,
    handshake: Handshake,
    roots: Roots,
    sides: Sides,
    /// Whose lines of the key log are used: the identity on the wire, or the one whose secret opened a frame.
    log_id: Option<AssociationKey>,
    /// Scopes handed out.
    scopes: u32,
    /// Revision of the key log that was last looked at.
    revision: Option<u64>,
    /// State of knowledge: grows when keys may have become available.
    stamp: u64,
    channels: usize,
    epoch_trials: u32,
    probes_left: u32,
    searches_left: u32,
    trials_left: usize,
    /// Trials of one frame, at most.
    trials_per_frame: usize,
}

impl Keyring {
    /// A keyring that has seen nothing. `configured` is the generation, where the user knows it.
    pub fn new(configured: Option<Generation>, limits: &Limits) -> Self {
        let trials = limits.key_trials.saturating_mul(trial::ATTEMPTS_PER_SECRET);
        Self {
            negotiated: Negotiated::new(configured),
            handshake: Handshake::default(),
            roots: Roots::default(),
            sides: Sides::default(),
            log_id: None,
            scopes: 0,
            revision: None,
            stamp: 1,
            channels: limits.channels,
            epoch_trials: limits.epoch_trials,
            probes_left: limits.probes,
            searches_left: limits.probes,
            trials_left: trials,
            trials_per_frame: trials.div_ceil(4),
        }
    }

    /// Opens (or explains) one complete frame of `wire` octets; `out` receives the plaintext when the frame opens.
    #[expect(clippy::too_many_arguments, reason = "the session alone calls it, once a frame")]
    pub fn open(
        &mut self,
        log: &KeyLog,
        direction: Direction,
        header: &Header,
        wire: &[u8],
        evidence: &FrameEvidence,
        out: &mut Vec<u8>,
    ) -> Opening {
        self.weigh(direction, *evidence);
        self.look_up(log);
        let kind = HandshakeKind::of(header.channel, header.frame_type);
        if !header.has(flag::ENC) {
            return self.open_clear(log, direction, kind, wire);
        }
        if (header.payload_len as usize) < TAG_LEN || wire.len() < HEADER_LEN.saturating_add(TAG_LEN) {
            out.clear();
            return Opening::sealed(SealedReason::TooShort);
        }
        match kind {
            Some(kind) if self.handshake.expects(kind, direction) => self.open_auth(log, kind, header, wire, out),
            Some(kind) => {
                let mut opening = self.open_record(log, direction, header, wire, out);
                opening.handshake = Some(self.handshake.repeated(kind, direction));
                opening
            }
            None => self.open_record(log, direction, header, wire, out),
        }
    }

    /// A frame whose payload is missing: its clear header still tells of boundaries.
    pub fn incomplete(&mut self, log: &KeyLog, direction: Direction, header: &Header) {
        self.weigh(direction, FrameEvidence { gap: true, ..self.sides.of(direction).evidence() });
        if let Some(kind) = HandshakeKind::of(header.channel, header.frame_type).filter(|kind| kind.direction() == direction) {
            self.handshake.saw(kind);
        }
        if header.has(flag::ENC) {
            self.boundary_by_header(log, direction, header);
        }
    }

    /// Frames come in several runs whose order among each other is unknown: a ratchet step on Control says nothing of when other
    /// channels take it.
    pub const fn has_streams(&mut self) {
        self.sides.of_mut(Direction::C2s).streams = true;
        self.sides.of_mut(Direction::S2c).streams = true;
    }

    /// The generation, as ALPN of the carrier says.
    pub fn carrier_says(&mut self, generation: Generation) {
        self.negotiated.carrier_says(generation);
    }

    /// A weak sign of a generation that frames behind the handshake give [evidence ranks 11 and 12].
    pub fn hint(&mut self, rank: u8, generation: Generation) {
        self.negotiated.hint(rank, generation);
    }

    /// What was agreed on.
    pub const fn negotiated(&self) -> &Negotiated {
        &self.negotiated
    }

    /// How the handshake fared.
    pub const fn handshake(&self) -> &HandshakeProgress {
        &self.handshake.progress
    }

    /// The identity whose key log lines are used: the one on the wire, or the one whose secret opened a frame.
    pub const fn log_id(&self) -> Option<&AssociationKey> {
        self.log_id.as_ref()
    }

    /// Whether some frame was opened.
    pub const fn has_opened(&self) -> bool {
        self.scopes > 0
    }

    fn weigh(&mut self, direction: Direction, evidence: FrameEvidence) {
        let side = self.sides.of_mut(direction);
        let before = side.gaps();
        side.unplaced = side.unplaced.saturating_add(u32::from(evidence.gap));
        side.losses = evidence.losses;
        side.late = side.late || evidence.late_start;
        if side.gaps() > before {
            self.searches_left = self.searches_left.max(SEARCHES_PER_GAP);
        }
    }

    fn held<'a>(&self, log: &'a KeyLog) -> Option<&'a AssociationSecrets> {
        log.association(self.log_id.as_ref()?)
    }

    /// Looks whether the key log has something new for this association.
    fn look_up(&mut self, log: &KeyLog) {
        if self.revision == Some(log.revision()) {
            return;
        }
        self.revision = Some(log.revision());
        if self.log_id.is_none() {
            self.trials_left = self.trials_left.max(self.trials_per_frame);
        }
        self.refresh(log);
    }

    /// Takes from the key log what is there for this association, and goes as far as it leads.
    fn refresh(&mut self, log: &KeyLog) {
        self.stamp = self.stamp.saturating_add(1);
        self.open_waiting_auths(log);
        let Some(held) = self.held(log) else { return };
        let from_start = self.negotiated.id.is_some();
        for master in &held.master {
            self.roots.add(master, from_start);
        }
        for direction in Direction::BOTH {
            let shared = |generation: u64| rekem_secrets(held, direction, generation);
            self.roots.resume(direction, &shared);
        }
    }
}

/// The re-KEM secrets that heal a direction at a generation.
fn rekem_secrets(held: &AssociationSecrets, direction: Direction, generation: u64) -> Vec<Secret> {
    let fits = |line: &&crate::carrier::keylog::RekemSecret| line.direction == direction && u64::from(line.generation) == generation;
    held.rekem.iter().filter(fits).map(|line| line.secret.clone()).collect()
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests panic on purpose")]
mod tests;
