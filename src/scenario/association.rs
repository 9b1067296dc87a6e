//! One association under construction: what the peers will agree on, the connection, and where its keys stand.

use crate::base::direction::Direction;
use crate::base::text::hex;
use crate::spec::channel::Channel;
use crate::spec::generation::Generation;
use crate::spec::profile::Profile;
use crate::spec::suite::{Signature, Suite};

use super::frame::{FrameSpec, Sealing};
use super::handshake::{Edit, Handshake, HelloTlvs, Inputs};
use super::keys::{Lane, Seal};
use super::quic::Quic;
use super::tls::Tls;
use super::wire::Connection;

/// Channels whose traffic secrets are told where one suite is, or one channel is told wrongly.
const DISCLOSED: [Channel; 3] = [Channel::CONTROL, Channel::MEMORY, Channel::BRIDGE];

/// What the key log tells about an association.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyLog {
    /// Handshake and master secret, and what every re-KEM mixed in.
    Full,
    /// Nothing.
    Empty,
    /// Secrets that open nothing.
    Wrong,
    /// The traffic secrets of one channel.
    Channel(Channel),
    /// Traffic secrets of one suite.
    Suite(Suite),
    /// Traffic secrets, those of one channel from somewhere else.
    WrongChannel(Channel),
}

/// How much of the handshake happens and is captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Opening {
    /// All of it.
    Captured,
    /// It happens before the capture begins, as does the opening of the connection.
    Missed,
    /// None: frames begin after the connection opened.
    Absent,
}

/// What happens once, when the first frame is sent.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) generation: Generation,
    pub(super) profile: Profile,
    pub(super) suites: Option<Vec<Suite>>,
    pub(super) signature: Option<Signature>,
    pub(super) opening: Opening,
    pub(super) key_log: KeyLog,
    pub(super) edits: [Option<Edit>; 4],
}

/// An association under construction.
#[derive(Clone, Debug)]
pub(super) struct Association {
    pub(super) number: usize,
    pub(super) plan: Plan,
    pub(super) connection: Connection,
    /// The TLS layer, when there is one.
    pub(super) tls: Option<Tls>,
    /// The QUIC connection, when that carries it instead.
    pub(super) quic: Option<Quic>,
    /// Octets sent in each direction, lost or not.
    pub(super) streams: [Vec<u8>; 2],
    session: Option<Session>,
    rekeys: Vec<String>,
}

/// What follows from the handshake.
#[derive(Clone, Debug)]
struct Session {
    handshake: Handshake,
    /// Suites selected, primary first.
    suites: Vec<Suite>,
    lanes: [Lane; 2],
}

impl Association {
    /// Association `number`, of generation 2 at the Standard profile.
    pub(super) fn new(number: usize) -> Self {
        let plan = Plan {
            generation: Generation::Two,
            profile: Profile::STANDARD,
            suites: None,
            signature: None,
            opening: Opening::Captured,
            key_log: KeyLog::Full,
            edits: [None; 4],
        };
        let connection = Connection::new(number);
        Self { number, plan, connection, tls: None, quic: None, streams: [Vec::new(), Vec::new()], session: None, rekeys: Vec::new() }
    }

    /// Whether the handshake has been computed.
    pub(super) const fn begun(&self) -> bool {
        self.session.is_some()
    }

    /// Computes the handshake, and hands its messages over to be sent.
    pub(super) fn begin(&mut self) -> Vec<HelloTlvs> {
        let both = [Suite::AES_256_GCM, Suite::CHACHA20_POLY1305];
        let usual = if self.plan.profile.is_sha384() { &both[..] } else { &both[..1] };
        let suites = self.plan.suites.clone().unwrap_or_else(|| usual.to_vec());
        let mut inputs = Inputs::made(self.number, self.plan.generation, self.plan.profile, &suites);
        inputs.edits = self.plan.edits;
        inputs.signature = self.plan.signature.unwrap_or(inputs.signature);
        let handshake = Handshake::run(&inputs);
        let lane = |direction: Direction| {
            Lane::new(direction, handshake.hash, handshake.sides[direction.index()].clone(), handshake.master.clone())
        };
        let lanes = Direction::BOTH.map(lane);
        let messages = handshake.messages.to_vec();
        self.session = Some(Session { suites: inputs.selected().to_vec(), handshake, lanes });
        messages
    }

    /// The octets of a frame, sealed as it asks.
    pub(super) fn assemble(&mut self, direction: Direction, spec: FrameSpec) -> Vec<u8> {
        let Some(session) = &mut self.session else { return Vec::new() };
        let lane = &mut session.lanes[direction.index()];
        if spec.frame_type.is_handshake(spec.channel) {
            let seq = spec.seq.unwrap_or(0);
            let primary = session.suites.first().copied().unwrap_or_default();
            let suite = if let Sealing::Suite(other) = spec.sealing { other } else { primary };
            return spec.assemble(seq, |header, plain| lane.seal_handshake(suite, seq, header, plain));
        }
        let scope = lane.take(&spec);
        let suite = suite_of(&session.suites, scope.seq);
        let seal = Seal { channel: spec.channel, sealing: spec.sealing, scope, suite };
        spec.assemble(scope.seq, |header, plain| lane.seal(seal, header, plain))
    }

    /// The sender's state of a direction, once begun.
    pub(super) fn lane(&mut self, direction: Direction) -> Option<&mut Lane> {
        self.session.as_mut().map(|session| &mut session.lanes[direction.index()])
    }

    /// A hash value under the profile of the association.
    pub(super) fn digest(&self, octets: &[u8]) -> Vec<u8> {
        self.session.as_ref().map(|session| session.handshake.hash.digest(octets)).unwrap_or_default()
    }

    /// Notes what a re-KEM mixed into a direction.
    pub(super) fn log_rekey(&mut self, direction: Direction, generation: u64, shared: &[u8]) {
        let Some(session) = &self.session else { return };
        let id = hex(&session.handshake.id());
        self.rekeys.push(format!("NPAMP_REKEM_SHARED_SECRET {id} {} {generation} {}\n", direction.index(), hex(shared)));
    }

    /// The lines of the key log about this association.
    pub(super) fn keys(&self) -> String {
        let outer = self.tls.as_ref().map(Tls::keys).or_else(|| self.quic.as_ref().map(Quic::keys));
        outer.unwrap_or_default() + &self.npamp_keys()
    }

    fn npamp_keys(&self) -> String {
        let Some(session) = &self.session else { return String::new() };
        let id = hex(&session.handshake.id());
        let (first, master) = (session.handshake.secret.expose(), session.handshake.master.expose());
        let flipped = |secret: &[u8]| hex(&secret.iter().map(|octet| octet ^ 0xFF).collect::<Vec<u8>>());
        match self.plan.key_log {
            KeyLog::Empty => String::new(),
            KeyLog::Full => {
                let lines = format!("NPAMP_HANDSHAKE_SECRET {id} {}\nNPAMP_MASTER_SECRET {id} {}\n", hex(first), hex(master));
                lines + &self.rekeys.concat()
            }
            KeyLog::Wrong => format!("NPAMP_HANDSHAKE_SECRET {id} {}\nNPAMP_MASTER_SECRET {id} {}\n", flipped(first), flipped(master)),
            KeyLog::Channel(channel) => session.lanes.iter().map(|lane| traffic_lines(&id, lane, channel, &session.suites)).collect(),
            KeyLog::Suite(suite) => {
                let lanes = session.lanes.iter().flat_map(|lane| DISCLOSED.map(|channel| (lane, channel)));
                lanes.map(|(lane, channel)| traffic_lines(&id, lane, channel, &[suite])).collect()
            }
            KeyLog::WrongChannel(wrong) => {
                let right = DISCLOSED.into_iter().filter(|channel| *channel != wrong);
                let scopes = session.lanes.iter().flat_map(|lane| right.clone().map(move |channel| (lane, channel)));
                let lines: String = scopes.map(|(lane, channel)| traffic_lines(&id, lane, channel, &session.suites)).collect();
                lines + &session.lanes.iter().map(|lane| foreign_lines(&id, lane, wrong, &session.suites)).collect::<String>()
            }
        }
    }
}

/// The suite of a sequence number: the primary, or every selected one in turn [core-3 §7.4].
fn suite_of(selected: &[Suite], seq: u64) -> Suite {
    let turn = usize::try_from(seq % selected.len().max(1) as u64).unwrap_or(0);
    selected.get(turn).copied().unwrap_or_default()
}

/// Traffic secrets that open nothing.
fn foreign_lines(id: &str, lane: &Lane, channel: Channel, suites: &[Suite]) -> String {
    let lines = traffic_lines(id, lane, channel, suites);
    let flip = |line: &str| {
        let (place, secret) = line.rsplit_once(' ').unwrap_or_default();
        format!("{place} {}\n", secret.chars().rev().collect::<String>())
    };
    lines.lines().map(flip).collect()
}

fn traffic_lines(id: &str, lane: &Lane, channel: Channel, suites: &[Suite]) -> String {
    let mut out = String::new();
    for scope in lane.scopes(channel) {
        for suite in suites {
            let secret = hex(lane.traffic(scope, *suite, channel).expose());
            let (direction, generation, epoch) = (lane.direction().index(), scope.generation, scope.epoch);
            let place = format!("{direction} {generation} {epoch} {:04x} {:04x}", suite.0, channel.0);
            out.extend(["NPAMP_TRAFFIC_SECRET ", id, " ", &place, " ", &secret, "\n"]);
        }
    }
    out
}
