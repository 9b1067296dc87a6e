//! Why a frame stays sealed, from the closed list. A frame is to blame only where a key that is known to be right does not open it.

use crate::base::direction::Direction;
use crate::carrier::keylog::{AssociationSecrets, KeyLog};
use crate::crypto::digest::Hash;
use crate::npamp::handshake::schedule::hash_of;
use crate::npamp::header::Header;
use crate::npamp::protection::SealedReason;
use crate::spec::channel::Channel;
use crate::spec::generation::Generation;
use crate::spec::suite::Suite;

use super::Keyring;
use super::opening::Probe;
use super::slot::ScopeKey;

impl Keyring {
    /// Why no key opened a frame.
    pub(super) fn reason(&mut self, log: &KeyLog, direction: Direction, header: &Header, probe: Option<Probe>) -> SealedReason {
        if probe.is_some() {
            return SealedReason::TagMismatch;
        }
        let lost = self.may_have_moved(direction, header.channel);
        let slot = self.slot(direction, header.channel);
        if slot.keys.is_empty() {
            return self.missing(self.held(log), direction, header.channel);
        }
        if self.possible_suites(direction, header).is_empty() {
            return SealedReason::SuiteUnknown;
        }
        if self.lacks_suite(direction, header) {
            return SealedReason::ChannelKeyMissing;
        }
        let is_right = self.is_rooted(direction, header.channel) || self.has_proven(direction, header);
        match (is_right, lost) {
            (true, false) => SealedReason::TagMismatch,
            (false, false) => SealedReason::KeyWrong,
            (false, true) if self.scopes == 0 => SealedReason::KeyWrong,
            (_, true) => SealedReason::EpochKeyMissing,
        }
    }

    /// Whether a boundary may have passed unseen between the last frame of a channel that opened and the one at hand: something of the
    /// direction is missing there.
    pub(super) fn may_have_moved(&mut self, direction: Direction, channel: Channel) -> bool {
        let side = self.sides.of(direction);
        let (gaps, late) = (side.gaps(), side.late);
        let slot = self.slot(direction, channel);
        slot.gaps != gaps || (!slot.confirmed && (late || gaps > 0))
    }

    /// Whether a frame may be sealed with a suite of which its scope has no key although it has others.
    pub(super) fn lacks_suite(&mut self, direction: Direction, header: &Header) -> bool {
        let possible = self.possible_suites(direction, header);
        let keys = &self.slot(direction, header.channel).keys;
        !keys.is_empty() && possible.iter().any(|suite| !keys.iter().any(|key| key.scope.suite == *suite))
    }

    /// Whether every key that may have sealed a frame has opened another one.
    fn has_proven(&mut self, direction: Direction, header: &Header) -> bool {
        let possible = self.possible_suites(direction, header);
        let keys = &self.slot(direction, header.channel).keys;
        possible.iter().all(|suite| keys.iter().any(|key| key.is_proven() && key.scope.suite == *suite))
    }

    /// Whether the keys of a scope follow from a root that is known to be right.
    fn is_rooted(&mut self, direction: Direction, channel: Channel) -> bool {
        let generation = self.slot(direction, channel).generation;
        (self.roots.settled() || self.handshake.is_complete()) && self.roots.reaches(direction, generation)
    }

    /// Suites that a frame may be sealed with. Without the handshake, a secret of 32 octets tells of the Standard profile,
    /// which has one.
    fn possible_suites(&mut self, direction: Direction, header: &Header) -> Vec<Suite> {
        if self.negotiated.generation == Some(Generation::Three)
            && let Some(due) = self.negotiated.suite_of(header.seq)
        {
            return [due].into_iter().filter(|suite| suite.name().is_some()).collect();
        }
        let (named, known) = (self.suites(), !self.negotiated.suites.is_empty());
        let keys = &self.slot(direction, header.channel).keys;
        if known || keys.iter().any(|key| hash_of(key.secret.expose()) != Some(Hash::Sha256)) {
            return named;
        }
        let proven: Vec<Suite> = keys.iter().filter(|key| key.is_proven()).map(suite_of).collect();
        if proven.is_empty() { keys.iter().map(suite_of).collect() } else { proven }
    }

    /// Which key is missing.
    fn missing(&self, held: Option<&AssociationSecrets>, direction: Direction, channel: Channel) -> SealedReason {
        if self.handshake.progress.key_wrong {
            return SealedReason::KeyWrong;
        }
        let Some(held) = held else {
            return if self.log_id.is_none() { SealedReason::HandshakeNotCaptured } else { SealedReason::NoKeyForAssociation };
        };
        if !self.negotiated.suites.is_empty() && self.suites().is_empty() {
            return SealedReason::SuiteUnknown;
        }
        let generation = self.sides.of(direction).generation;
        if self.roots.is_stuck(direction) {
            return SealedReason::RatchetKeyMissing;
        }
        if !held.traffic.is_empty() {
            let mut lines = held.traffic.iter().filter(|line| (line.direction, line.channel) == (direction, channel)).peekable();
            if lines.peek().is_none() {
                return SealedReason::ChannelKeyMissing;
            }
            let same_generation = lines.any(|line| line.generation == generation);
            return if same_generation { SealedReason::EpochKeyMissing } else { SealedReason::RatchetKeyMissing };
        }
        if self.roots.is_empty() { SealedReason::HandshakeNotCaptured } else { SealedReason::RatchetKeyMissing }
    }
}

const fn suite_of(key: &ScopeKey) -> Suite {
    key.scope.suite
}
