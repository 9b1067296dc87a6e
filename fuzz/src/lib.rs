//! One total function a target: whatever the octets, it returns. What must hold besides is asserted.
//!
//! The fuzzer calls them through `fuzz_targets/`; the tests here replay the seeds, and mutations of them, on any toolchain.
#![forbid(unsafe_code)]

mod agree;
mod conversation;
mod encoding;
mod framing;
mod quic;
#[cfg(test)]
mod replay;
#[cfg(test)]
mod seeds;
mod tls;

use std::collections::HashMap;
use std::io::Write;
use std::sync::LazyLock;

use bytes::Bytes;
use npscope::base::direction::Direction;
use npscope::base::id::{AssociationId, ExchangeId, FindingId, FrameId};
use npscope::base::input::{Input, SCATTERED};
use npscope::base::limits::Limits;
use npscope::base::tree::{Buffer, TreeBuilder};
use npscope::bridge::carriage;
use npscope::bridge::payload::decode;
use npscope::carrier::keylog::KeyLog;
use npscope::engine::{Engine, Options};
use npscope::net::{NetEvent, Network};
use npscope::npamp::header::{HEADER_LEN, Header, verifies};
use npscope::npamp::splitter::{Mark, Piece, Splitter};
use npscope::npamp::tlv::{TlvBody, append};
use npscope::scenario::Scenario;
use npscope::source::FileSource;
use npscope::spec::frame_type::FrameType;
use npscope::spec::generation::Generation;
use npscope::store::query::Query;
use npscope::store::snapshot::Snapshot;

/// A header is decoded and encoded again without loss.
pub fn header(octets: &[u8]) {
    match Header::decode(octets) {
        Ok(header) => {
            assert_eq!(header.encode(), octets[..HEADER_LEN]);
            assert_eq!(verifies(octets), verifies(&header.encode()));
            assert!(header.frame_len() >= HEADER_LEN as u64);
        }
        Err(_) => assert!(octets.len() < HEADER_LEN),
    }
}

/// A stream in segments of a size of the input's choice, with a hole: pieces lie in order, and frames are what was sent.
pub fn splitter(octets: &[u8]) {
    let Some((&[size, hole_at, hole], stream)) = octets.split_first_chunk::<3>() else { return };
    let limits = Limits { frame_octets: 2048, resync_octets: 512, ..Limits::default() };
    let mut splitter = Splitter::new(&limits, hole_at & 1 == 0);
    let (mut at, mut behind) = (0, 0);
    let hole_at = usize::from(hole_at) * 4;
    while at < stream.len() {
        if at == hole_at && hole > 0 {
            let end = (at + usize::from(hole)).min(stream.len());
            splitter.gap(at as u64, (end - at) as u64, Mark::default());
            at = end;
        } else {
            let stop = if at < hole_at { hole_at } else { stream.len() };
            let end = (at + 1 + usize::from(size)).min(stop).min(stream.len());
            splitter.push(at as u64, Bytes::copy_from_slice(&stream[at..end]), Mark::default());
            at = end;
        }
        behind = pieces(&mut splitter, stream, behind);
    }
    splitter.finish(Mark::default());
    pieces(&mut splitter, stream, behind);
}

/// Takes what there is; returns where the last piece ends.
fn pieces(splitter: &mut Splitter, stream: &[u8], mut behind: u64) -> u64 {
    while let Some(piece) = splitter.poll() {
        let (offset, length) = match &piece {
            Piece::Frame { offset, octets, .. } => {
                let at = usize::try_from(*offset).expect("a test stream is short");
                assert_eq!(octets[..], stream[at..at + octets.len()], "a frame is what was sent");
                (*offset, octets.len() as u64)
            }
            Piece::Garbage { offset, length, .. } => (*offset, *length),
            Piece::Truncated { have, need, .. } => {
                assert!(have < need, "a truncated frame lacks something");
                continue;
            }
        };
        assert!(offset >= behind, "pieces lie in order: {piece:?} begins before {behind}");
        assert!(offset + length <= stream.len() as u64, "no octets are made up");
        behind = offset + length;
    }
    behind
}

/// A body of TLVs, walked and written again.
pub fn tlv(octets: &[u8]) {
    let body = TlvBody::walk(octets);
    let mut again = Vec::new();
    for tlv in &body.items {
        append(&mut again, tlv.ty, tlv.value.of(octets));
    }
    let walked = body.fault.map_or(octets.len(), |fault| fault.at as usize);
    assert_eq!(again, octets[..walked]);
    for (channel, frame_type) in [(0, FrameType::CLIENT_HELLO), (0, FrameType::SERVER_AUTH), (1, FrameType::KEY_UPDATE)] {
        let mut tree = TreeBuilder::new(Buffer::Payload);
        npscope::npamp::dissect::tlv_body(&mut tree, octets, npscope::spec::channel::Channel(channel), frame_type, None);
        tree.finish();
    }
}

/// A Bridge payload, taken apart and shown.
pub fn payload(octets: &[u8]) {
    for generation in [None, Some(Generation::Two), Some(Generation::Three)] {
        let payload = decode(octets, |protocol| carriage::class_of(protocol, generation), generation);
        assert_eq!(payload.foreign_span().of(octets), payload.foreign);
        assert!(payload.reference_foreign_at <= octets.len());
        let _ = (payload.malformed(), payload.reference_diverges(), payload.foreign_looks_like_tlv());
        for frame_type in [FrameType::BRIDGE_REQUEST, FrameType::BRIDGE_ERROR, FrameType::BRIDGE_STREAM_DATA] {
            let mut tree = TreeBuilder::new(Buffer::Payload);
            let mappings = npscope::bridge::mapping::Mappings::default();
            let reading = npscope::bridge::dissect::Reading { generation, mappings: &mappings };
            npscope::bridge::dissect::payload(&mut tree, octets, frame_type, &reading);
            tree.finish();
        }
    }
}

/// A JSON-RPC message, against another reader of JSON.
pub fn json(octets: &[u8]) {
    agree::json(octets);
}

/// One CBOR item: places lie in order, and what is without fault is what a writer of the one encoding writes.
pub fn cbor(octets: &[u8]) {
    encoding::cbor(octets);
}

/// A native body, read and shown as every type of the channel that its first octet picks.
pub fn native(octets: &[u8]) {
    let Some((pick, body)) = octets.split_first() else { return };
    let companions = npscope::native::COMPANIONS;
    let companion = companions[usize::from(*pick) % companions.len()];
    for schema in companion.frames {
        let read = npscope::native::body::Body::read(companion, schema, body, npscope::codec::cbor::scan::Bounds::default());
        assert!(read.faults.len() <= 8 && read.entries.len() <= schema.fields.len() + 3, "what a body says is bounded");
        assert!(read.is_sound() || read.faults.is_empty(), "nothing is said about fields that cannot be trusted");
        let mut tree = TreeBuilder::new(Buffer::Payload);
        npscope::native::dissect::body(&mut tree, companion, schema, body);
        tree.finish();
    }
}

/// Key log text: the cap holds, and reading it twice adds nothing.
pub fn keylog(octets: &[u8]) {
    let limits = Limits { secrets: 8, ..Limits::default() };
    let mut log = KeyLog::new(&limits);
    let first = log.push_text(octets);
    let revision = log.revision();
    let second = log.push_text(octets);
    assert!(log.len() <= limits.secrets);
    assert!(first.dropped > 0 || second.added == 0, "known secrets are not added again");
    assert!(first.dropped > 0 || log.revision() == revision, "what is known is no news");
}

/// A hello message of TLS.
pub fn tls_hello(octets: &[u8]) {
    tls::hello(octets);
}

/// Records of TLS, cut anyhow, with a hole, with keys or without.
pub fn tls_records(octets: &[u8]) {
    tls::records(octets);
}

/// Octets as a capture file: packets are numbered, and can be read back where they are said to lie.
pub fn capture(octets: &[u8]) {
    let mut file = tempfile::NamedTempFile::new().expect("a temporary file can be made");
    file.write_all(octets).expect("a temporary file can be written");
    let Ok(mut source) = FileSource::open(&[file.path().to_owned()]) else { return };
    let (mut batch, mut packets) = (Vec::new(), 0);
    while matches!(source.next_batch(&mut batch, 64), Ok(true)) {
        for input in batch.drain(..) {
            let Input::Packet(packet) = input else { continue };
            assert_eq!(packet.id.index(), packets, "packets are numbered");
            packets += 1;
            let mut again = vec![0; packet.bytes.len()];
            source.read_at().read_at(0, packet.file_offset, &mut again).expect("a packet can be read back");
            assert_eq!(again, packet.bytes);
        }
    }
}

/// Packets of any link: data and gaps of a side cover its stream, and nothing follows the end of a flow.
pub fn packets(octets: &[u8]) {
    let limits = Limits {
        flows: 4,
        reassembly_stream: 4096,
        reassembly_total: 8192,
        reassembly_segments: 16,
        recent_segments: 16,
        fragments: 4,
        fragment_octets: 4096,
        ..Limits::default()
    };
    let mut network = Network::new(&limits);
    let mut streams: HashMap<u32, [u64; 2]> = HashMap::new();
    for packet in framing::packets(octets) {
        network.push(&packet);
        events(&mut network, &mut streams);
        assert!(streams.len() <= limits.flows, "the cap on flows holds");
    }
    network.finish();
    events(&mut network, &mut streams);
    assert!(streams.is_empty(), "every flow is closed in the end");
}

fn events(network: &mut Network, streams: &mut HashMap<u32, [u64; 2]>) {
    while let Some(event) = network.poll() {
        match event {
            NetEvent::Open { flow, .. } => assert!(streams.insert(flow.0, [0; 2]).is_none(), "a flow opens once"),
            NetEvent::Data { flow, side, offset, bytes, .. } => advance(streams, flow.0, side, offset, bytes.len() as u64),
            NetEvent::Gap { flow, side, offset, length, .. } => advance(streams, flow.0, side, offset, length),
            NetEvent::Closed { flow, .. } => assert!(streams.remove(&flow.0).is_some(), "a flow closes once"),
            NetEvent::Conflict { flow, .. } | NetEvent::Fin { flow, .. } | NetEvent::Rst { flow, .. } => {
                assert!(streams.contains_key(&flow.0), "events belong to open flows");
            }
            NetEvent::Scattered { place, .. } => assert!(place >= SCATTERED, "numbers are no places"),
            NetEvent::Datagram(datagram) => assert!(datagram.bytes.len() <= 65_535, "a datagram has a bound"),
        }
    }
}

fn advance(streams: &mut HashMap<u32, [u64; 2]>, flow: u32, side: usize, offset: u64, length: u64) {
    let at = &mut streams.get_mut(&flow).expect("octets belong to open flows")[side];
    assert_eq!(*at, offset, "a stream has no holes and no overlap");
    *at += length;
}

/// A QUIC connection that follows a script: streams have neither holes nor overlap, the caps hold, and the engine takes it.
pub fn quic(octets: &[u8]) {
    let scenario = quic::play(octets);
    quic::carry(quic::packets(&scenario), &scenario.keys());
    let mut engine = Engine::new(Options { limits: quic::limits(), ..Options::default() });
    for input in scenario.inputs() {
        engine.ingest(input);
    }
    engine.finish();
    show(&engine.into_snapshot(), &scenario);
}

/// Datagrams of any octets, beside the key log of a connection that seeds are taken from.
pub fn datagrams(octets: &[u8]) {
    let limits = quic::limits();
    let (mut connections, mut told) = (npscope::carrier::quic::Quic::new(&limits), quic::Told::default());
    let mut log = KeyLog::new(&limits);
    log.push_text(SECRETS.as_bytes());
    for datagram in quic::datagrams(octets) {
        connections.push(&datagram, &log);
        told.drain(&mut connections, &limits);
    }
    connections.finish(&log);
    told.drain(&mut connections, &limits);
    told.finish();
}

/// The key log of the connection whose datagrams are seeds.
static SECRETS: LazyLock<String> = LazyLock::new(|| quic::play(quic::SEED).keys());

/// A conversation of two peers who follow a script: a second end changes nothing, and the caps hold.
pub fn engine(octets: &[u8]) {
    let limits = Limits {
        findings: 64,
        findings_per_rule: 3,
        open_exchanges: 4,
        tombstones: 4,
        channels: 4,
        replay_window: 8,
        symbols: 16,
        tools: 2,
        json_depth: 8,
        json_names: 8,
        probes: 2,
        gaps: 2,
        exchange_frames: 4,
        frame_octets: 4096,
        ..Limits::default()
    };
    let scenario = conversation::play(octets);
    let mut engine = Engine::new(Options { limits: limits.clone(), ..Options::default() });
    for input in scenario.inputs() {
        engine.ingest(input);
    }
    engine.finish();
    let once = engine.snapshot();
    engine.finish();
    let twice = engine.into_snapshot();
    assert_eq!(counts(&once), counts(&twice), "a second end changes nothing");
    assert!(twice.finished && twice.findings.len() <= limits.findings, "the cap on findings holds");
    assert!(twice.associations.iter().all(|(_, row)| row.gaps.len() <= limits.gaps), "the cap on gaps holds");
    assert!(twice.long_exchanges.values().all(|frames| frames.len() <= limits.exchange_frames), "the cap on exchange frames holds");
    show(&twice, &scenario);
}

fn counts(snapshot: &Snapshot) -> [usize; 4] {
    [snapshot.associations.len(), snapshot.frames.len(), snapshot.exchanges.len(), snapshot.findings.len()]
}

/// Reads every frame back and shows it.
fn show(snapshot: &Snapshot, scenario: &Scenario) {
    let octets = npscope::store::octets::Octets::new(scenario.read_back());
    for (at, _) in snapshot.frames.iter() {
        let id = FrameId::from_index(at);
        if let Ok(read) = octets.frame(snapshot, id) {
            npscope::engine::dissect::frame(snapshot, id, &read);
        }
    }
}

/// A display filter of any text: a fault lies inside it; a filter that parses can be asked about every row.
pub fn query(octets: &[u8]) {
    let text = String::from_utf8_lossy(octets);
    match Query::parse(&text) {
        Ok(query) => ask(&query, &ROWS),
        Err(error) => {
            assert!(text.get(error.span.clone()).is_some(), "the fault {:?} lies in {text:?}", error.span);
            error.carets(&text);
        }
    }
}

fn ask(query: &Query, rows: &Snapshot) {
    let matcher = query.on(rows);
    for at in 0..4 {
        matcher.frame(FrameId(at * 3), &mut |_| None);
        matcher.exchange(ExchangeId(at), &mut |_| None);
        matcher.association(AssociationId(at), &mut |_| None);
        matcher.finding(FindingId(at), &mut |_| None);
    }
}

/// Rows to ask filters about.
static ROWS: LazyLock<Snapshot> = LazyLock::new(|| {
    let mut scenario = Scenario::new();
    scenario.mcp_session().call("3", "read_file", None).called("3", "text").lose_next(Direction::C2s).ping(Direction::C2s).close();
    let mut engine = Engine::new(Options::default());
    for input in scenario.inputs() {
        engine.ingest(input);
    }
    engine.finish();
    engine.into_snapshot()
});
