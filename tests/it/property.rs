//! Four properties that hold for every traffic: segmentation does not matter, drivers do not matter, loss accuses nobody, octets come back.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;

use proptest::prelude::*;

use npscope::base::direction::Direction::{self, C2s, S2c};
use npscope::base::id::FrameId;
use npscope::base::input::{Input, Packet};
use npscope::base::secret::Secret;
use npscope::base::time::Timestamp;
use npscope::base::tree::Buffer;
use npscope::carrier::suite::CipherSuite;
use npscope::engine::{Engine, Options, dissect};
use npscope::scenario::sample::SAMPLES;
use npscope::scenario::{BridgeSpec, FrameSpec, Scenario, jsonrpc};
use npscope::source::FileSource;
use npscope::spec::channel::Channel;
use npscope::spec::effect::Effect;
use npscope::spec::frame_type::FrameType;
use npscope::spec::generation::Generation;
use npscope::spec::profile::Profile;
use npscope::spec::protocol::Protocol;
use npscope::store::finding::Severity;
use npscope::store::octets::Octets;
use npscope::store::snapshot::Snapshot;

/// The act that sends octets which are no frame.
const NOISE: u8 = 13;

/// One thing that peers do, by number.
fn act(s: &mut Scenario, at: usize, kind: u8) {
    let id = (at + 10).to_string();
    match kind {
        0 => done(s.request(C2s, "ping", &id, "").respond(S2c, &id, "{}")),
        1 => done(s.call(&id, "read_file", Some(Effect::ReadOnly)).called(&id, "text")),
        2 => done(s.notify(S2c, "notifications/message", r#"{"level":"info","data":"x"}"#)),
        3 => done(s.ping(S2c)),
        4 => done(s.key_update(C2s, Channel::BRIDGE).key_update_ack(S2c, Channel::BRIDGE, 1)),
        5 => done(s.master_ratchet(S2c)),
        6 => done(s.rekem(C2s)),
        7 => done(s.a2a_stream(&id, 3)),
        8 => done(s.call(&id, "delete_branch", None).fail(S2c, &id, -32602, "no")),
        9 => done(s.request(C2s, "tools/list", &id, "{}").bridge(S2c, BridgeSpec::error(Protocol::MCP, &id, "text"))),
        10 => done(s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING).reserved(1, 1))),
        11 => done(s.frame(S2c, FrameSpec::new(Channel::TELEMETRY, FrameType::PING).seq(at as u64 * 3))),
        12 => done(s.request(C2s, "ping", &id, "").respond(S2c, &id, "{}").respond(S2c, &id, "{}")),
        NOISE => done(s.octets(C2s, b"no frame at all, but forty octets of noise")),
        14 => done(s.bridge(S2c, BridgeSpec::response(Protocol::MCP, "stray", jsonrpc::response("1", "{}")))),
        _ => done(s.request(C2s, "ping", &id, "")),
    }
}

/// Ends a chain of calls, which return the scenario.
const fn done(_: &mut Scenario) {}

/// A session of numbered acts, cut into segments of at most `segment` octets.
fn session(acts: &[u8], segment: usize) -> Scenario {
    let mut s = Scenario::new();
    s.segment_size(segment).mcp_session();
    for (at, kind) in acts.iter().enumerate() {
        act(&mut s, at, *kind);
    }
    s.close();
    s
}

fn packets(inputs: &[Input]) -> Vec<Packet> {
    inputs.iter().filter_map(|input| if let Input::Packet(packet) = input { Some(packet.clone()) } else { None }).collect()
}

/// Runs the engine over a key log and these packets.
fn run(keys: &str, packets: Vec<Packet>) -> Snapshot {
    let mut engine = Engine::new(Options::default());
    engine.ingest(Input::Secrets(Secret::new(keys.as_bytes().to_vec())));
    for packet in packets {
        engine.ingest(Input::Packet(packet));
    }
    engine.finish();
    engine.into_snapshot()
}

/// Runs the engine over a capture file, read in batches; somebody looks after each.
fn run_file(octets: &[u8], keys: &str, batch: usize) -> Snapshot {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(octets).unwrap();
    let mut source = FileSource::open(&[file.path().to_owned()]).unwrap();
    let mut engine = Engine::new(Options::default());
    engine.ingest(Input::Secrets(Secret::new(keys.as_bytes().to_vec())));
    let mut inputs = Vec::new();
    while source.next_batch(&mut inputs, batch).unwrap() {
        inputs.drain(..).for_each(|input| engine.ingest(input));
        let _ = engine.snapshot();
    }
    engine.finish();
    engine.snapshot()
}

/// The packets without some of them.
fn without(packets: &[Packet], lost: &[usize]) -> Vec<Packet> {
    packets.iter().enumerate().filter(|(at, _)| !lost.contains(at)).map(|(_, packet)| packet.clone()).collect()
}

/// Everything about frames and exchanges but packets and times.
fn rows(snapshot: &Snapshot) -> Vec<String> {
    let frame = |(at, row): (usize, &npscope::store::row::FrameRow)| {
        let place = (snapshot.association_of(row), snapshot.direction_of(row), row.offset, row.length);
        format!("{at} {place:?} {:?} {:?} {} {:?} {:?}", row.channel, row.frame_type, row.seq, row.protection, row.exchange())
    };
    let exchange = |(at, row): (usize, &npscope::store::row::ExchangeRow)| {
        format!("{at} {:?} {:?} {:?} {}", row.state, row.request, row.reply, snapshot.text(row.method))
    };
    snapshot.frames.iter().map(frame).chain(snapshot.exchanges.iter().map(exchange)).collect()
}

/// Every finding but its packets and times.
fn findings(snapshot: &Snapshot) -> Vec<String> {
    let line = |row: &npscope::store::finding::Finding| {
        format!("{} {:?} {:?} {:?} {}", row.rule.id, row.severity, row.frame, row.exchange, row.message)
    };
    let mut out: Vec<String> = snapshot.findings.iter().map(|(_, row)| line(row)).collect();
    out.sort();
    out
}

/// Direction and frame (channel, type, sequence number), or the layer of the rule where no frame is at fault.
type Subject = (Option<Direction>, Result<(u16, u16, u64), &'static str>);

/// Whoever is accused, with the rule. What is said of the capture itself accuses nobody.
fn accusations(snapshot: &Snapshot) -> BTreeSet<(Subject, &'static str)> {
    let loud = snapshot.findings.iter().map(|(_, row)| row).filter(|row| row.severity > Severity::Note && row.rule.layer() != "capture");
    let frame = |id: FrameId| snapshot.frame(id).map(|row| (row.channel.0, row.frame_type.0, row.seq));
    loud.map(|row| ((row.direction, row.frame.and_then(frame).ok_or_else(|| row.rule.layer())), row.rule.id)).collect()
}

/// Whoever is accused when everything was captured.
fn guilty(keys: &str, all: &[Packet]) -> BTreeSet<Subject> {
    accusations(&run(keys, all.to_vec())).into_iter().map(|(subject, _)| subject).collect()
}

/// Accusations against the innocent that arise from a loss.
fn unfounded(keys: &str, all: &[Packet], lost: &[usize], guilty: &BTreeSet<Subject>) -> Vec<(Subject, &'static str)> {
    accusations(&run(keys, without(all, lost))).into_iter().filter(|(subject, _)| !guilty.contains(subject)).collect()
}

/// Which way a packet goes; the server has the low port.
fn direction(packet: &Packet) -> Direction {
    if packet.bytes.get(36..38) == Some(&7447_u16.to_be_bytes()) { C2s } else { S2c }
}

/// Whether a packet carries octets of a stream.
fn carries(packet: &Packet) -> bool {
    packet.bytes.len() > 54
}

/// Neighbours of one direction change places where `swaps` says so, and some packets come twice. Times stay in order.
fn disturbed(mut packets: Vec<Packet>, swaps: &[usize], copies: &[usize]) -> Vec<Packet> {
    let times: Vec<Timestamp> = packets.iter().map(|packet| packet.time).collect();
    let count = packets.len();
    for at in swaps.iter().map(|at| at % (count - 1)) {
        let pair = [&packets[at], &packets[at + 1]];
        if pair.iter().all(|packet| carries(packet)) && direction(pair[0]) == direction(pair[1]) {
            packets.swap(at, at + 1);
        }
    }
    for (packet, time) in packets.iter_mut().zip(times) {
        packet.time = time;
    }
    for at in copies.iter().map(|at| at % count) {
        if carries(&packets[at]) {
            let copy = Packet { time: packets[packets.len() - 1].time, ..packets[at].clone() };
            let place = (at + 2).min(packets.len());
            packets.insert(place, copy);
        }
    }
    packets
}

fn acts() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(0_u8..16, 0..12)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn segmentation_does_not_matter(
        acts in acts(),
        segment in 1_usize..900,
        swaps in prop::collection::vec(0_usize..10_000, 0..20),
        copies in prop::collection::vec(0_usize..10_000, 0..5),
    ) {
        let (whole, cut) = (session(&acts, 1448), session(&acts, segment));
        prop_assert_eq!(whole.streams(), cut.streams());
        let expected = run(&whole.keys(), packets(&whole.inputs()));
        let found = run(&cut.keys(), disturbed(packets(&cut.inputs()), &swaps, &copies));
        prop_assert_eq!(rows(&expected), rows(&found));
        prop_assert_eq!(findings(&expected), findings(&found));
    }

    #[test]
    fn drivers_do_not_matter(acts in acts(), batch in 1_usize..50) {
        let scenario = session(&acts, 1448);
        let (expected, told) = (run(&scenario.keys(), packets(&scenario.inputs())), scenario.keys());
        let files = [(scenario.pcap(), told.as_str()), (scenario.pcapng(false), told.as_str()), (scenario.pcapng(true), "")];
        for (octets, keys) in files {
            let found = run_file(&octets, keys, batch);
            prop_assert_eq!(rows(&expected), rows(&found));
            prop_assert_eq!(findings(&expected), findings(&found));
        }
    }

    #[test]
    fn loss_accuses_nobody(
        acts in acts(),
        segment in prop::sample::select(vec![1448_usize, 300]),
        lost in prop::array::uniform3(0_usize..10_000),
        burst in 1_usize..8,
    ) {
        let scenario = session(&acts, segment);
        let all = packets(&scenario.inputs());
        let mut lost = lost.map(|at| at % all.len()).to_vec();
        lost.extend(lost[0]..lost[0] + burst);
        let guilty = guilty(&scenario.keys(), &all);
        let found = unfounded(&scenario.keys(), &all, &lost, &guilty);
        prop_assert!(found.is_empty(), "loss of {:?} led to {:?}", lost, found);
    }

    #[test]
    fn octets_come_back(acts in acts(), segment in 1_usize..1448) {
        comes_back(&session(&acts, segment), acts.contains(&NOISE))?;
    }
}

/// Traffic of many kinds, by name.
fn stories() -> Vec<(&'static str, Scenario)> {
    let mut out: Vec<(&str, Scenario)> = SAMPLES.iter().map(|sample| (sample.name, sample.scenario())).collect();
    let mut story = |name, tell: fn(&mut Scenario)| {
        let mut s = Scenario::new();
        tell(&mut s);
        out.push((name, s));
    };
    story("without an end", |s| done(s.mcp_session().call("3", "read_file", Some(Effect::ReadOnly)).called("3", "text")));
    story("streams", |s| {
        done(s.protocol(Protocol::A2A).a2a_send("1").a2a_stream("2", 4).a2a_stream("3", 1).close());
    });
    story("key updates", |s| {
        s.mcp_session();
        for epoch in 1..4 {
            s.key_update(C2s, Channel::BRIDGE).key_update_ack(S2c, Channel::BRIDGE, epoch);
            s.request(C2s, "ping", &format!("{}", epoch + 10), "").respond(S2c, &format!("{}", epoch + 10), "{}");
            s.key_update(S2c, Channel::BRIDGE).key_update_ack(C2s, Channel::BRIDGE, epoch);
        }
        s.close();
    });
    story("ratchets", |s| {
        s.mcp_session().master_ratchet(C2s).master_ratchet_ack(S2c, 1).request(C2s, "ping", "5", "").respond(S2c, "5", "{}");
        s.rekem(C2s).request(C2s, "ping", "6", "").respond(S2c, "6", "{}");
        s.rekem(S2c).request(S2c, "ping", "7", "").respond(C2s, "7", "{}");
        s.key_update(C2s, Channel::BRIDGE).key_update_ack(S2c, Channel::BRIDGE, 1).ping(S2c).close();
    });
    story("generation 3", |s| {
        s.generation(Generation::Three).profile(Profile::HIGH).mcp_session();
        s.key_update(C2s, Channel::BRIDGE).key_update_ack(S2c, Channel::BRIDGE, 1).call("3", "read_file", Some(Effect::ReadOnly));
        s.called("3", "text").close();
    });
    story("two associations", |s| {
        s.mcp_session().next_association().mcp_session().association(0).call("3", "write_note", Some(Effect::IdempotentWrite));
        s.association(1).call("3", "read_file", Some(Effect::ReadOnly)).association(0).called("3", "one");
        s.association(1).called("3", "two").close().association(0).close();
    });
    story("pipelined", |s| {
        s.mcp_session();
        (10..16).for_each(|id| done(s.request(C2s, "ping", &id.to_string(), "")));
        (10..16).rev().for_each(|id| done(s.respond(S2c, &id.to_string(), "{}")));
        (1..5).for_each(|id| done(s.request(S2c, "ping", &id.to_string(), "").notify(C2s, "notifications/roots/list_changed", "")));
        (1..5).for_each(|id| done(s.respond(C2s, &id.to_string(), "{}")));
        s.close();
    });
    story("small segments", |s| {
        s.segment_size(200).mcp_session().call("3", "send_mail", Some(Effect::NonIdempotentWrite));
        s.fail(S2c, "3", -32602, "no").close();
    });
    story("TLS", |s| {
        s.tls(|_| {}).mcp_session().call("3", "read_file", Some(Effect::ReadOnly)).called("3", "text").tls_ticket();
        s.tls_key_update(C2s, true).tls_key_update(S2c, false).request(C2s, "ping", "5", "").respond(S2c, "5", "{}").close();
    });
    story("TLS in small records", |s| {
        s.tls(|tls| {
            (tls.record, tls.padding, tls.suite) = (300, 20, CipherSuite::CHACHA20_POLY1305_SHA256);
        });
        s.mcp_session().call("3", "write_note", Some(Effect::IdempotentWrite)).called("3", "text").close().tls_close(C2s);
    });
    out
}

/// Accusations that arise because packets are lost, one a rule; `apart` says how far apart two of them may lie.
fn unfounded_by_loss(name: &str, scenario: &Scenario, apart: usize) -> BTreeMap<&'static str, String> {
    let (all, keys) = (packets(&scenario.inputs()), scenario.keys());
    let (guilty, mut out) = (guilty(&keys, &all), BTreeMap::new());
    for first in 0..all.len() {
        for second in first..(first + apart + 1).min(all.len()) {
            for (subject, rule) in unfounded(&keys, &all, &[first, second], &guilty) {
                out.entry(rule).or_insert_with(|| format!("{name}, without packets {first} and {second}: {subject:?}"));
            }
        }
    }
    out
}

#[test]
fn conformant_stories_accuse_nobody() {
    for (name, scenario) in stories().iter().filter(|(name, _)| *name != "violations") {
        let found = accusations(&run(&scenario.keys(), packets(&scenario.inputs())));
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}

#[test]
fn loss_of_any_packet_accuses_nobody() {
    let found: Vec<_> = stories().iter().flat_map(|(name, scenario)| unfounded_by_loss(name, scenario, 2)).collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn octets_of_the_stories_come_back() {
    for (name, scenario) in stories() {
        comes_back(&scenario, name == "violations").expect(name);
    }
}

/// Frames read back are what lies at their place in the stream, together all of it unless there is noise; every span of every
/// field lies in its buffer.
fn comes_back(scenario: &Scenario, noise: bool) -> Result<(), TestCaseError> {
    let snapshot = run(&scenario.keys(), packets(&scenario.inputs()));
    let (octets, streams) = (Octets::new(scenario.read_back()), scenario.streams());
    let mut ends = vec![[0_usize; 2]; streams.len()];
    for (at, row) in snapshot.frames.iter() {
        let (id, place) = (FrameId::from_index(at), usize::try_from(row.offset).unwrap());
        let (association, direction) = (snapshot.association_of(row).index(), snapshot.direction_of(row).index());
        let frame = octets.frame(&snapshot, id).expect("a captured frame can be read back");
        let end = place + frame.wire.len();
        prop_assert_eq!(Some(frame.wire.as_slice()), streams[association][direction].get(place..end));
        prop_assert!(noise || place == ends[association][direction], "frame {at} does not follow the one before");
        ends[association][direction] = end;
        for field in dissect::frame(&snapshot, id, &frame).fields {
            let size = match field.buffer {
                Buffer::Header => frame.header().len(),
                Buffer::Payload => frame.plain.as_ref().map_or_else(|| frame.wire.len() - frame.header().len(), Vec::len),
            };
            prop_assert!(field.span.end as usize <= size, "{} of frame {at} ends at {} of {size}", field.label, field.span.end);
        }
    }
    let whole: Vec<[usize; 2]> = streams.iter().map(|pair| pair.each_ref().map(Vec::len)).collect();
    prop_assert!(noise || ends == whole, "octets are left over: {ends:?} of {whole:?}");
    Ok(())
}
