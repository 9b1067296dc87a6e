//! Application roots: every one that the key log allows, stepped through the ratchet, until opened frames settle which is right.

use crate::base::direction::Direction;
use crate::base::secret::Secret;
use crate::crypto::digest::Hash;
use crate::npamp::handshake::schedule::{Scope, hash_of, ratchet, ratchet_rekem, traffic};
use crate::spec::channel::Channel;
use crate::spec::suite::Suite;

/// Roots considered at once.
const MOST_CANDIDATES: usize = 16;
/// Ratchet steps kept while a re-KEM secret is missing; after more of them the direction is given up.
const MOST_STEPS: usize = 64;

/// Roots of earlier generations kept.
const MOST_OLDER: usize = 2;

/// A ratchet step of one direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// Tier 1.
    Ratchet,
    /// Tier 2: the announced generation, and what `TH_rekem` covers, when it was seen.
    Rekem { announced: u64, transcript: Option<Vec<u8>> },
}

/// The root of one direction, and the steps that could not be made yet.
#[derive(Clone, Debug)]
struct Chain {
    root: Secret,
    generation: u32,
    /// Roots of generations before: frames of other runs may still be sealed under them.
    older: Vec<(u32, Secret)>,
    steps: Vec<Step>,
    lost: bool,
}

impl Chain {
    /// The present root becomes an older one.
    fn leave(&mut self) {
        if self.older.len() >= MOST_OLDER {
            self.older.remove(0);
        }
        self.older.push((self.generation, self.root.clone()));
    }
}

/// One possible root of the association.
#[derive(Clone, Debug)]
struct Candidate {
    hash: Hash,
    master: Secret,
    chains: [Chain; 2],
}

/// All candidates.
#[derive(Clone, Debug, Default)]
pub(super) struct Roots {
    candidates: Vec<Candidate>,
    settled: bool,
    /// Steps seen before the root was settled, for roots that come to be known late.
    history: [Vec<Step>; 2],
}

impl Candidate {
    fn chain(&self, direction: Direction) -> &Chain {
        let [c2s, s2c] = &self.chains;
        if direction == Direction::C2s { c2s } else { s2c }
    }

    fn chain_mut(&mut self, direction: Direction) -> &mut Chain {
        let [c2s, s2c] = &mut self.chains;
        if direction == Direction::C2s { c2s } else { s2c }
    }

    /// The root of a generation: the current one, or a later one by Tier 1 steps.
    fn root(&self, direction: Direction, generation: u32) -> Option<Secret> {
        let chain = self.chain(direction);
        if generation < chain.generation {
            return chain.older.iter().find(|(of, _)| *of == generation).map(|(_, root)| root.clone());
        }
        if chain.lost || (!chain.steps.is_empty() && generation > chain.generation) {
            return None;
        }
        let mut root = chain.root.clone();
        for step in chain.generation..generation {
            root = ratchet(self.hash, root.expose(), u64::from(step).saturating_add(1));
        }
        Some(root)
    }
}

impl Roots {
    /// Adds a root of generation 0, unless it is there or an opened frame has settled the question. `from_start` says that
    /// all ratchet steps since generation 0 were seen.
    pub(super) fn add(&mut self, master: &Secret, from_start: bool) -> bool {
        let known = self.candidates.iter().any(|candidate| candidate.master == *master);
        let Some(hash) = hash_of(master.expose()).filter(|_| !known && !self.settled && self.candidates.len() < MOST_CANDIDATES) else {
            return false;
        };
        let chains = self.history.each_ref().map(|history| Chain {
            root: master.clone(),
            generation: 0,
            older: Vec::new(),
            steps: if from_start { history.clone() } else { Vec::new() },
            lost: from_start && history.len() >= MOST_STEPS,
        });
        self.candidates.push(Candidate { hash, master: master.clone(), chains });
        true
    }

    pub(super) fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// Whether an opened frame has settled which root is right.
    pub(super) const fn settled(&self) -> bool {
        self.settled
    }

    /// Whether some root of a direction reaches a generation.
    pub(super) fn reaches(&self, direction: Direction, generation: u32) -> bool {
        self.candidates.iter().any(|candidate| candidate.root(direction, generation).is_some())
    }

    /// Whether a direction's root is out of reach for want of a re-KEM secret.
    pub(super) fn is_stuck(&self, direction: Direction) -> bool {
        self.candidates.iter().any(|candidate| {
            let chain = candidate.chain(direction);
            chain.lost || !chain.steps.is_empty()
        })
    }

    /// A step of one direction. `shared` gives the re-KEM secrets of a generation.
    pub(super) fn advance(&mut self, direction: Direction, step: &Step, shared: &dyn Fn(u64) -> Vec<Secret>) {
        for candidate in &mut self.candidates {
            let chain = candidate.chain_mut(direction);
            if chain.steps.len() < MOST_STEPS { chain.steps.push(step.clone()) } else { chain.lost = true }
        }
        let history = self.history.get_mut(direction.index()).filter(|history| !self.settled && history.len() < MOST_STEPS);
        if let Some(history) = history {
            history.push(step.clone());
        }
        self.resume(direction, shared);
    }

    /// Makes the steps that have become possible. Several secrets for one step make several candidates.
    pub(super) fn resume(&mut self, direction: Direction, shared: &dyn Fn(u64) -> Vec<Secret>) -> bool {
        let mut moved = false;
        let mut todo = std::mem::take(&mut self.candidates);
        while let Some(mut candidate) = todo.pop() {
            let hash = candidate.hash;
            let chain = candidate.chain_mut(direction);
            let roots = chain.steps.first().map(|step| next_roots(hash, chain, step, shared)).unwrap_or_default();
            if roots.is_empty() {
                self.candidates.push(candidate);
                continue;
            }
            moved = true;
            chain.steps.remove(0);
            chain.leave();
            chain.generation = chain.generation.saturating_add(1);
            for root in roots {
                candidate.chain_mut(direction).root = root;
                todo.push(candidate.clone());
            }
            todo.truncate(MOST_CANDIDATES);
        }
        self.candidates.reverse();
        self.candidates.truncate(MOST_CANDIDATES);
        moved
    }

    /// The generation was found to be a later one.
    pub(super) fn skip_to(&mut self, direction: Direction, generation: u32) {
        for candidate in &mut self.candidates {
            if let Some(root) = candidate.root(direction, generation) {
                let chain = candidate.chain_mut(direction);
                chain.leave();
                (chain.root, chain.generation) = (root, generation);
            }
        }
    }

    /// The traffic secrets of a scope, one a candidate, without repetition.
    pub(super) fn traffic(&self, generation: u32, scope: &Scope) -> Vec<Secret> {
        self.derive(scope.direction, generation, |hash, root| traffic(hash, root, scope))
    }

    /// Hash and root of every candidate that reaches a generation, through `make`.
    pub(super) fn derive(&self, direction: Direction, generation: u32, make: impl Fn(Hash, &[u8]) -> Secret) -> Vec<Secret> {
        let mut out: Vec<Secret> = Vec::new();
        for candidate in &self.candidates {
            if let Some(root) = candidate.root(direction, generation) {
                let secret = make(candidate.hash, root.expose());
                if !out.contains(&secret) {
                    out.push(secret);
                }
            }
        }
        out
    }

    /// A frame opened under a traffic secret: candidates that do not lead to it are wrong.
    pub(super) fn settle(&mut self, generation: u32, scope: &Scope, secret: &Secret) {
        let right = |candidate: &Candidate| {
            candidate.root(scope.direction, generation).is_some_and(|root| traffic(candidate.hash, root.expose(), scope) == *secret)
        };
        if self.candidates.iter().any(right) {
            self.candidates.retain(right);
            self.settled = true;
            self.history = Default::default();
        }
    }

    /// Whether several candidates are left although one is settled: a re-KEM had several secrets.
    pub(super) fn ambiguous(&self) -> bool {
        self.candidates.len() > 1
    }
}

fn next_roots(hash: Hash, chain: &Chain, step: &Step, shared: &dyn Fn(u64) -> Vec<Secret>) -> Vec<Secret> {
    match step {
        Step::Ratchet => vec![ratchet(hash, chain.root.expose(), u64::from(chain.generation).saturating_add(1))],
        Step::Rekem { transcript: None, .. } => Vec::new(),
        Step::Rekem { announced, transcript: Some(transcript) } => {
            let covered = hash.digest(transcript);
            shared(*announced).iter().map(|secret| ratchet_rekem(hash, chain.root.expose(), secret.expose(), &covered)).collect()
        }
    }
}

/// Suites that a frame may be sealed with when none was selected.
pub(super) const KNOWN_SUITES: [Suite; 2] = [Suite::AES_256_GCM, Suite::CHACHA20_POLY1305];

/// A scope on a channel.
pub(super) const fn scope(direction: Direction, epoch: u32, suite: Suite, channel: Channel) -> Scope {
    Scope { direction, epoch: epoch as u64, suite, channel }
}
