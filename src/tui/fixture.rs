//! A small capture, built by hand, for tests of what is shown.

use std::sync::Arc;

use crate::base::direction::Direction;
use crate::base::id::{AssociationId, ExchangeId, FindingId, FlowId, FrameId, PacketId, StreamId};
use crate::base::span::ByteSpan;
use crate::base::symbol::Sym;
use crate::base::time::Timestamp;
use crate::base::tree::{Buffer, Mark, Tree, TreeBuilder};
use crate::engine::{Engine, Options, dissect};
use crate::npamp::header::Header;
use crate::scenario::Scenario;
use crate::spec::channel::Channel;
use crate::spec::clause::{Clause, Document, Level};
use crate::spec::effect::Effect as Class;
use crate::spec::frame_type::FrameType;
use crate::spec::generation::{Generation, GenerationSource};
use crate::spec::profile::Profile;
use crate::spec::protocol::Protocol;
use crate::spec::suite::Suite;
use crate::store::finding::{Certainty, Fault, Finding, Place, RuleInfo, Scope, Severity};
use crate::store::octets::{FrameOctets, Octets};
use crate::store::row::{
    AssociationRow, Declared, EffectSource, End, ExchangeRow, ExchangeState, FrameRow, Protection, SealedReason, Start, StreamRow,
};
use crate::store::snapshot::{Snapshot, Store};
use crate::store::tally::{Deed, Deeds};

use super::command::View;
use super::detail::Loaded;
use super::keymap::Key;
use super::model::{Model, Origin, Setup};
use super::msg::{Effect, Msg};
use super::update::{search, update};

/// A rule about labels.
pub(crate) static UNLABELLED: RuleInfo = RuleInfo {
    id: "safety/missing-tool-mutating",
    severity: Severity::Error,
    severity3: None,
    certainty: Certainty::Certain,
    clause: Clause { document: Document::MAP_MCP, section: "6.2", level: Level::Must },
    scope: Scope::Exchange,
    fault: Fault::Requester,
    doc: " ## What it checks\n That a call of a tool that is not read-only carries a SafetyLabel.\n ## Why it matters\n \
          The receiver must assume the worst, and a policy may refuse the call.\n ## What to do\n \
          Send a SafetyLabel whose effect is at least that of the tool.",
    alternative: None,
};

/// A heuristic about error codes.
pub(crate) static FOREIGN_CODE: RuleInfo = RuleInfo {
    id: "error/transport-holds-jsonrpc-code",
    severity: Severity::Warning,
    severity3: None,
    certainty: Certainty::Heuristic,
    clause: Clause { document: Document::BRIDGE, section: "6", level: Level::Should },
    scope: Scope::Frame,
    fault: Fault::Responder,
    doc: " ## What it checks\n That a transport error does not carry a JSON-RPC code.\n ## Why it matters\n Peers cannot tell them apart.\n \
          ## What to do\n Put the foreign error into a BRIDGE_ERROR that carries it.",
    alternative: Some("the private code happens to look like one of JSON-RPC"),
};

/// The time of the first frame: 2026-11-30 12:04:30.700 UTC.
const START: i64 = 1_796_040_270_700_000_000;

/// Builds snapshots.
pub(crate) struct Capture {
    store: Store,
    time: i64,
    seq: [u64; 2],
}

impl Capture {
    /// One association that began with its handshake.
    pub(crate) fn new() -> Self {
        let mut store = Store::default();
        for direction in Direction::BOTH {
            store.streams.push(StreamRow { association: AssociationId(0), direction, quic_stream: None, datagrams: false });
        }
        store.associations.push(association());
        store.packets = 4;
        Self { store, time: START, seq: [0, 0] }
    }

    /// A frame, some milliseconds after the one before.
    pub(crate) fn frame(&mut self, direction: Direction, channel: Channel, frame_type: FrameType, length: u32) -> FrameId {
        self.time += 12_400_000;
        let seq = &mut self.seq[direction.index()];
        let stream = StreamId(u32::try_from(direction.index()).unwrap());
        let packet = PacketId(u32::try_from(self.store.packets).unwrap());
        let row = FrameRow::new(stream, *seq * 400, length, packet, Timestamp(self.time), channel, frame_type, 0, *seq);
        *seq += 1;
        self.store.packets += 1;
        self.store.associations.get_mut(0).unwrap().frames[direction.index()] += 1;
        FrameId::from_index(self.store.frames.push(row))
    }

    /// A request on Bridge; with a reply unless it stays pending.
    pub(crate) fn exchange(&mut self, method: &str, initiator: Direction, state: ExchangeState) -> ExchangeId {
        let request = self.frame(initiator, Channel::BRIDGE, FrameType::BRIDGE_REQUEST, 310);
        let reply = (!state.is_open() && state != ExchangeState::Notification)
            .then(|| self.frame(initiator.flip(), Channel::BRIDGE, FrameType::BRIDGE_RESPONSE, 1280));
        let asked = Deeds::default().with(Deed::Enveloped, true).with(Deed::Carried, true);
        let asked = if state == ExchangeState::Notification {
            asked.with(Deed::Notified, true)
        } else {
            asked.with(Deed::Requested, true).with(Deed::Changed, true)
        };
        let answered = Deeds::default().with(Deed::Enveloped, true).with(Deed::Carried, true).with(Deed::Replied, true);
        self.store.tally.add(Protocol::MCP, true, asked);
        self.store.tally.add(Protocol::MCP, true, if reply.is_some() { answered.with(Deed::Succeeded, true) } else { Deeds::default() });
        let symbols = Arc::make_mut(&mut self.store.symbols);
        let (method, code) = (symbols.intern(method), symbols.intern("-32602"));
        let id = ExchangeId::from_index(self.store.exchanges.push(ExchangeRow {
            association: AssociationId(0),
            request: Some(request),
            reply,
            first: request,
            frames: 1 + u32::from(reply.is_some()),
            method,
            error_token: if state == ExchangeState::Error { code } else { Sym::EMPTY },
            transport_code: (state == ExchangeState::TransportError).then_some(4),
            initiator,
            protocol: Protocol::MCP,
            state,
            effect_required: Some(Class::NonIdempotentWrite),
            effect_declared: Declared::Effect(2),
            effect_source: EffectSource::Mapping,
            worst: None,
        }));
        for frame in [Some(request), reply].into_iter().flatten() {
            self.store.frames.get_mut(frame.index()).unwrap().set_exchange(id);
        }
        self.store.associations.get_mut(0).unwrap().exchanges += 1;
        id
    }

    /// A request whose answer comes as a stream of so many events, and ends.
    pub(crate) fn stream(&mut self, method: &str, events: usize) -> ExchangeId {
        let id = self.exchange(method, Direction::C2s, ExchangeState::Pending);
        let mut frames = vec![self.store.exchange(id).unwrap().first];
        for _ in 0..events {
            frames.push(self.frame(Direction::S2c, Channel::BRIDGE, FrameType::BRIDGE_STREAM_DATA, 240));
        }
        let end = self.frame(Direction::S2c, Channel::BRIDGE, FrameType::BRIDGE_RESPONSE, 200);
        frames.push(end);
        for frame in &frames {
            self.store.frames.get_mut(frame.index()).unwrap().set_exchange(id);
        }
        let row = self.store.exchanges.get_mut(id.index()).unwrap();
        (row.reply, row.frames, row.state) = (Some(end), u32::try_from(frames.len()).unwrap(), ExchangeState::Streamed);
        Arc::make_mut(&mut self.store.long_exchanges).insert(id, frames);
        id
    }

    /// The last exchange's label: what it declares and what is needed.
    pub(crate) fn label(&mut self, declared: Option<u8>, needed: Class) {
        let last = self.store.exchanges.len() - 1;
        let row = self.store.exchanges.get_mut(last).unwrap();
        (row.effect_declared, row.effect_required) = (declared.map_or(Declared::Nothing, Declared::Effect), Some(needed));
    }

    /// A finding about the request of an exchange.
    pub(crate) fn finding(&mut self, rule: &'static RuleInfo, exchange: ExchangeId, message: &str) {
        let row = self.store.exchanges.get_mut(exchange.index()).unwrap();
        row.worst = row.worst.max(Some(rule.severity));
        let frame = row.first;
        let frames = self.store.frames.get_mut(frame.index()).unwrap();
        frames.worst = frames.worst.max(Some(rule.severity));
        let time = frames.time;
        let id = FindingId::from_index(self.store.findings.push(Finding {
            rule,
            severity: rule.severity,
            message: message.into(),
            association: Some(AssociationId(0)),
            frame: Some(frame),
            exchange: Some(exchange),
            direction: Some(Direction::C2s),
            stream_offset: None,
            at_fault: rule.fault,
            time,
            place: Some(Place::Payload(ByteSpan::new(8, 18))),
            evidence: vec![("tool", "delete_branch".into())],
            method: Sym::EMPTY,
            protocol: Some(Protocol::MCP),
            peer: None,
        }));
        Arc::make_mut(&mut self.store.findings_by_frame).entry(frame).or_default().push(id);
        Arc::make_mut(&mut self.store.findings_by_exchange).entry(exchange).or_default().push(id);
        self.store.associations.get_mut(0).unwrap().findings[rule.severity.index()] += 1;
    }

    /// The other frame of the last finding.
    pub(crate) fn peer(&mut self, frame: FrameId) {
        let last = self.store.findings.len() - 1;
        self.store.findings.get_mut(last).unwrap().peer = Some(frame);
    }

    /// Seals every frame, for a reason.
    pub(crate) fn seal(&mut self, reason: SealedReason) {
        for at in 0..self.store.frames.len() {
            self.store.frames.get_mut(at).unwrap().protection = Protection::Sealed(reason);
        }
        self.store.associations.get_mut(0).unwrap().sealed = vec![(reason, self.store.frames.len() as u64)];
    }

    /// Time passes.
    pub(crate) fn wait(&mut self, millis: i64) {
        self.time += millis * 1_000_000;
    }

    /// Lets the oldest frames and exchanges go.
    pub(crate) fn evict(&mut self, frames: usize, exchanges: usize) {
        self.store.retain(frames, exchanges);
    }

    /// Rows as a reading has them that went back for them.
    pub(crate) fn goes_back(&mut self) {
        self.store.reading = 1 << 31;
    }

    /// Rows as another reading of the capture would have them.
    pub(crate) fn read_again(&mut self) {
        (self.store.reading, self.store.numbering) = (self.store.reading + 1, self.store.numbering + 1);
    }

    /// The capture so far.
    pub(crate) fn so_far(&self) -> Arc<Snapshot> {
        Arc::new(self.store.clone())
    }

    /// The capture at its end.
    pub(crate) fn finish(mut self) -> Arc<Snapshot> {
        self.store.finished = true;
        Arc::new(self.store)
    }
}

/// The capture of the sketches: a handshake, calls with and without labels, an error, a stream that goes on.
pub(crate) fn sample() -> Arc<Snapshot> {
    capture().finish()
}

/// The same, still to be finished.
pub(crate) fn capture() -> Capture {
    let mut capture = Capture::new();
    for (at, kind) in [FrameType::CLIENT_HELLO, FrameType::SERVER_HELLO, FrameType::SERVER_AUTH, FrameType::CLIENT_AUTH].iter().enumerate()
    {
        capture.frame([Direction::C2s, Direction::S2c, Direction::S2c, Direction::C2s][at], Channel::CONTROL, *kind, 1412);
    }
    capture.exchange("initialize", Direction::C2s, ExchangeState::Answered);
    capture.exchange("notifications/initialized", Direction::C2s, ExchangeState::Notification);
    capture.exchange("tools/call", Direction::C2s, ExchangeState::Answered);
    let weak = capture.exchange("tools/call", Direction::C2s, ExchangeState::Answered);
    capture.label(Some(0), Class::Destructive);
    capture.finding(&UNLABELLED, weak, "the label read_only is weaker than the tool delete_branch, which is destructive");
    let absent = capture.exchange("tools/call", Direction::C2s, ExchangeState::Answered);
    capture.label(None, Class::Destructive);
    capture.finding(
        &UNLABELLED,
        absent,
        "the client must label a call of delete_branch: tools/list (frame 12) says destructiveHint = true",
    );
    capture.exchange("sampling/createMessage", Direction::S2c, ExchangeState::Error);
    let foreign = capture.exchange("tools/call", Direction::C2s, ExchangeState::TransportError);
    capture.finding(&FOREIGN_CODE, foreign, "the transport error carries 4, and its message names a JSON-RPC code");
    capture.exchange("資料/読み取り\u{1b}[2J\u{202e}", Direction::C2s, ExchangeState::Streaming);
    capture.exchange("tools/call", Direction::C2s, ExchangeState::Pending);
    capture
}

/// A demonstration capture as the engine reads it.
pub(crate) fn demonstration(name: &str) -> (Arc<Snapshot>, Octets) {
    read(&crate::scenario::sample::find(name).unwrap().scenario())
}

/// Traffic as the engine reads it.
pub(crate) fn read(scenario: &Scenario) -> (Arc<Snapshot>, Octets) {
    let mut engine = Engine::new(Options::default());
    scenario.inputs().into_iter().for_each(|input| engine.ingest(input));
    engine.finish();
    (Arc::new(engine.into_snapshot()), Octets::new(scenario.read_back()))
}

/// Presses keys; frames are read back from the octets of the capture.
pub(crate) fn press_on(model: &mut Model, octets: &Octets, keys: &str) {
    for key in Key::parse_all(keys).expect("keys in notation") {
        let mut effects = update(model, Msg::Key(key));
        while search(model, &mut |_| None).0 {}
        effects.extend(search(model, &mut |_| None).1);
        let read = |snapshot: &Snapshot, frame| {
            let read = octets.frame(snapshot, frame).map_err(|error| error.to_string());
            let tree = read.as_ref().map(|octets| dissect::frame(snapshot, frame, octets)).unwrap_or_default();
            Loaded::new(frame, read, tree)
        };
        for (id, frame) in super::ids::wanted(model) {
            let tree = read(&model.world.shown, frame).tree;
            model.ids.learn(id, Some(&tree));
        }
        for effect in effects {
            match effect {
                Effect::Load(frame) => {
                    let loaded = read(&model.world.shown, frame);
                    update(model, Msg::Loaded(Box::new(loaded)));
                }
                Effect::Compare(frames) => {
                    let pair = frames.map(|frame| read(&model.world.shown, frame));
                    update(model, Msg::Compared(Box::new(pair)));
                }
                _ => {}
            }
        }
    }
}

/// Many equal exchanges.
pub(crate) fn long(count: usize) -> Arc<Snapshot> {
    let mut capture = Capture::new();
    for _ in 0..count {
        capture.exchange("ping", Direction::C2s, ExchangeState::Answered);
    }
    capture.finish()
}

/// A model of a snapshot at a size.
pub(crate) fn model(snapshot: Arc<Snapshot>, width: u16, height: u16) -> Model {
    let setup = Setup {
        origin: Origin { title: "bridge-prod.pcapng".to_owned(), ..Origin::default() },
        theme: "dark".to_owned(),
        mouse: true,
        ..Setup::default()
    };
    Model::new(setup, (width, height), snapshot)
}

/// Presses keys, runs what they ask for as the loop would, and answers with the effects that leave the program.
pub(crate) fn press(model: &mut Model, keys: &str) -> Vec<Effect> {
    let mut left = Vec::new();
    for key in Key::parse_all(keys).expect("keys in notation") {
        let effects = update(model, Msg::Key(key));
        left.extend(settle(model, effects));
    }
    left
}

/// Runs effects as the loop would.
pub(crate) fn settle(model: &mut Model, mut effects: Vec<Effect>) -> Vec<Effect> {
    let mut left = Vec::new();
    loop {
        let (more, found) = search(model, &mut |_| None);
        effects.extend(found);
        if !more {
            break;
        }
    }
    for (id, frame) in super::ids::wanted(model) {
        let tree = load(&model.world.shown, frame).tree;
        model.ids.learn(id, Some(&tree));
    }
    for effect in effects {
        match effect {
            Effect::Load(frame) => {
                let loaded = load(&model.world.shown, frame);
                let more = update(model, Msg::Loaded(Box::new(loaded)));
                left.extend(settle(model, more));
            }
            Effect::Compare(frames) => {
                let pair = frames.map(|frame| load(&model.world.shown, frame));
                let more = update(model, Msg::Compared(Box::new(pair)));
                left.extend(settle(model, more));
            }
            other => left.push(other),
        }
    }
    left
}

/// A frame with made octets.
fn load(snapshot: &Snapshot, frame: FrameId) -> Loaded {
    let Some(row) = snapshot.frame(frame) else {
        return Loaded::new(frame, Err("the row was evicted".to_owned()), Tree::default());
    };
    let envelope = [&[0, 16, 0, 18, 1, 1, 1, 0, 2, b'1', b'8', 10][..], b"tools/call"].concat();
    let body = br#"{"jsonrpc":"2.0","id":18,"method":"tools/call","params":{"name":"delete_branch"}}"#;
    let payload = [envelope.as_slice(), body].concat();
    let length = u32::try_from(payload.len()).unwrap();
    let header = Header::new(0, row.channel, row.frame_type, row.seq, length);
    let wire = [&header.encode()[..], &payload].concat();
    Loaded::new(frame, Ok(FrameOctets { wire, plain: Some(payload.clone()) }), tree(&header, &payload))
}

fn tree(header: &Header, payload: &[u8]) -> Tree {
    let mut b = TreeBuilder::new(Buffer::Header);
    b.group("Header", "36 octets, CRC right".to_owned(), ByteSpan::new(0, 36), |b| {
        b.octets("frame.magic", "magic", &header.magic, ByteSpan::new(0, 4));
        b.uint("frame.seq", "sequence", header.seq, ByteSpan::new(9, 17));
    });
    b.count_in(Buffer::Payload);
    b.group("BridgeEnvelope", "18 octets".to_owned(), ByteSpan::new(0, 22), |b| {
        b.code("bridge.protocol_id", "protocol", 1, "MCP (0x01)".to_owned(), ByteSpan::new(4, 5));
        b.text("bridge.correlation", "correlation", b"18", ByteSpan::new(9, 11));
        b.text("bridge.method", "method", b"tools/call", ByteSpan::new(12, 22));
    });
    b.push("safety", "SafetyLabel", crate::base::tree::Value::None, "absent".to_owned(), ByteSpan::default());
    b.note(Mark::Bad, "taken as destructive");
    let foreign = crate::base::tree::Value::Octets(payload[22..].to_vec());
    b.push("foreign", "JSON-RPC", foreign, "request, id 18".to_owned(), ByteSpan::new(22, payload.len()));
    b.nest(|b| {
        b.text("jsonrpc.id", "id", b"18", ByteSpan::new(43, 45));
        b.text("jsonrpc.method", "method", b"tools/call", ByteSpan::new(57, 69));
        b.group("params", String::new(), ByteSpan::new(79, payload.len() - 1), |b| {
            b.text("", "name", b"delete_branch", ByteSpan::new(87, 102));
        });
    });
    b.finish()
}

fn association() -> AssociationRow {
    AssociationRow {
        flow: FlowId(0),
        first_packet: PacketId(0),
        client: "127.0.0.1:43820".parse().unwrap(),
        server: "127.0.0.1:9441".parse().unwrap(),
        carrier: None,
        id: Some([0xa7; 32]),
        generation: Some(Generation::Two),
        generation_source: Some(GenerationSource::Verified),
        profile: Some(Profile::STANDARD),
        kem: None,
        signature: None,
        aead: vec![Suite::AES_256_GCM],
        identities: [None, None],
        authenticated: Some(true),
        start: Start::Handshake,
        end: End::CaptureEnd,
        first_time: Timestamp(START),
        last_time: Timestamp(START + 5_000_000_000),
        frames: [0, 0],
        opened: 0,
        sealed: Vec::new(),
        exchanges: 0,
        findings: [0, 0, 0],
        gaps: [Vec::new(), Vec::new()],
        gap_count: [0, 0],
        seq_gaps: Vec::new(),
        seen: [true, true],
    }
}

/// Every view, for tests that walk them.
pub(crate) const VIEWS: [(View, &str); 7] = [
    (View::Exchanges, "exchanges"),
    (View::Frames, "frames"),
    (View::Associations, "associations"),
    (View::Findings, "findings"),
    (View::Channels, "channels"),
    (View::Diagram, "diagram"),
    (View::Conformance, "conformance"),
];
