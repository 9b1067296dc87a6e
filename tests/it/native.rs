//! Native channels from end to end: the families of faults are found where they are, and right traffic is left alone.

use npscope::base::direction::Direction::{C2s, S2c};
use npscope::base::text::unhex;
use npscope::engine::{Engine, Options};
use npscope::scenario::native::{protocol_record, tool_record};
use npscope::scenario::{Cbor, FrameSpec, NativeSpec, Scenario};
use npscope::spec::channel::Channel;
use npscope::spec::effect::Effect;
use npscope::spec::frame_type::FrameType;
use npscope::spec::generation::Generation;
use npscope::spec::profile::Profile;
use npscope::store::finding::Severity;
use npscope::store::row::ExchangeState;
use npscope::store::snapshot::Snapshot;

fn run(scenario: &Scenario) -> Snapshot {
    let mut engine = Engine::new(Options::default());
    for input in scenario.inputs() {
        engine.ingest(input);
    }
    engine.finish();
    engine.into_snapshot()
}

/// The rules that speak of a scenario at warning or error, in order.
fn loud(scenario: &Scenario) -> Vec<&'static str> {
    let snapshot = run(scenario);
    snapshot.findings.iter().filter(|(_, finding)| finding.severity > Severity::Note).map(|(_, finding)| finding.rule.id).collect()
}

fn exchanges(snapshot: &Snapshot) -> Vec<(String, ExchangeState)> {
    snapshot.exchanges.iter().map(|(_, row)| (snapshot.text(row.method).to_owned(), row.state)).collect()
}

const GENERATIONS: [Generation; 2] = [Generation::Two, Generation::Three];

/// One request with its right reply, on every channel that has such.
fn right_traffic(s: &mut Scenario) {
    let on = NativeSpec::new;
    let amount = || Cbor::record([(0, Cbor::Int(1250)), (1, Cbor::Int(2)), (2, Cbor::Text("USD"))]);
    let token = || {
        let fields = [(0, "tok-1"), (1, "issuer"), (2, "subject"), (3, "mem.read")];
        Cbor::record(fields.map(|(key, text)| (key, Cbor::Text(text))))
    };
    s.native(C2s, NativeSpec::hello(&[1, 2, 5, 7, 9, 10, 12, 14, 15, 16, 17, 18, 19]));
    s.native(S2c, NativeSpec::hello(&[1, 2, 5, 7, 9, 10, 12, 14, 15, 16, 17, 18, 19]));
    s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::HELLO_DONE));
    s.native(C2s, NativeSpec::memory_read("m1")).native(S2c, NativeSpec::memory_record("m1"));
    s.native(C2s, NativeSpec::memory_retrieve("m1"))
        .native(S2c, NativeSpec::memory_page("m1"))
        .native(S2c, NativeSpec::memory_pages_end("m1"));
    s.native(C2s, on(Channel::MEMORY, 0x0036).corr("m2").text(2, "rec-1").int(3, 1));
    s.native(S2c, on(Channel::MEMORY, 0x0101).corr("m2").text(2, "rec-1").text(3, "revived"));
    s.native(S2c, on(Channel::CAPABILITY, 0x0100).corr("c1").text(2, "agent").text(3, "read").int(9, 2));
    s.native(C2s, on(Channel::CAPABILITY, 0x0101).corr("c1").set(2, token()).text(3, "issued"));
    s.native(C2s, on(Channel::CAPABILITY, 0x0062).corr("c1").text(2, "tok-1").bytes(3, &[7; 16]).int(4, 0));
    s.native(S2c, on(Channel::CAPABILITY, 0x0063).corr("c1").text(2, "tok-1").bytes(3, &[7; 64]));
    s.native(C2s, on(Channel::IMMUNE, 0x00C4).corr("i1").bytes(2, &[1, 2]).int(3, 8).int(4, 0));
    s.native(S2c, on(Channel::IMMUNE, 0x00C1).corr("i1").int(4, 1));
    s.native(C2s, on(Channel::SETTLEMENT, 0x0100).corr("s1").text(2, "obligation:7").text(5, "12.50").int(8, 2));
    s.native(S2c, on(Channel::SETTLEMENT, 0x0104).corr("s1").int(2, 4).text(3, "approval required").text(5, "appr-1"));
    s.native(S2c, NativeSpec::telemetry_subscribe("t1", 2)).native(C2s, NativeSpec::telemetry_accept("t1", 2));
    s.native(C2s, NativeSpec::telemetry_report("t1", 0)).native(C2s, NativeSpec::telemetry_report("t1", 1));
    s.native(S2c, on(Channel::TELEMETRY, 0x0104).corr("t1").bytes(2, &[7]).int(3, 1)).native(C2s, NativeSpec::telemetry_report("t1", 2));
    s.native(S2c, on(Channel::TELEMETRY, 0x0103).corr("t1").bytes(2, &[7]));
    s.native(S2c, NativeSpec::telemetry_subscribe("t1", 1)).native(C2s, NativeSpec::telemetry_accept("t1", 1));
    s.native(C2s, on(Channel::COMMERCE, 0x0100).corr("b1").text(2, "a").text(3, "b").set(4, amount()).int(13, 3));
    s.native(S2c, on(Channel::COMMERCE, 0x0101).corr("b1").text(2, "mandate:1").text(3, "active"));
    s.native(C2s, on(Channel::INTERACTION, 0x0102).corr("p1").int(2, 1).text(3, "name?"));
    s.native(C2s, on(Channel::INTERACTION, 0x0106).corr("p1")).native(S2c, on(Channel::INTERACTION, 0x0103).corr("p1").int(2, 1));
    s.native(C2s, on(Channel::WORKFLOW, 0x0100).corr("w1").text(2, "summarize").int(11, 1));
    s.native(S2c, on(Channel::WORKFLOW, 0x0101).corr("w1").text(2, "task-7").int(3, 0));
    s.native(S2c, NativeSpec::workflow_step(0, 1))
        .native(S2c, NativeSpec::workflow_step(1, 1))
        .native(S2c, NativeSpec::workflow_complete(2, 2));
    s.native(C2s, on(Channel::KNOWLEDGE, 0x0100).corr("k1").text(2, "n-pamp").set(7, Cbor::Raw(&[0xF9, 0x38, 0x00])));
    s.native(S2c, on(Channel::KNOWLEDGE, 0x0101).corr("k1").list(2, []).flag(3, false));
    s.native(S2c, NativeSpec::announce(protocol_record(1, 1))).native(S2c, NativeSpec::announce(protocol_record(2, 2)));
    s.native(C2s, NativeSpec::stream_open(0, 100))
        .native(S2c, NativeSpec::stream_open(0, 20))
        .native(C2s, NativeSpec::stream_data(0, 0, 20));
    s.native(S2c, on(Channel::STREAM, 0x0104).int(1, 0).int(2, 40)).native(C2s, NativeSpec::stream_data(0, 20, 20).int(4, 1));
    s.native(S2c, NativeSpec::stream_data(0, 0, 5)).native(S2c, NativeSpec::stream_close(0, 5));
    s.close();
}

#[test]
fn right_traffic_of_every_channel_is_left_alone() {
    for generation in GENERATIONS {
        let mut s = Scenario::new();
        right_traffic(s.generation(generation));
        assert_eq!(loud(&s), Vec::<&str>::new(), "{generation:?}");
    }
}

#[test]
fn right_traffic_accuses_nobody_whatever_the_capture_lacks() {
    for lost in 0..70 {
        let mut s = Scenario::new();
        right_traffic(&mut s);
        let mut packets = s.inputs();
        let at = 12 + lost;
        if at < packets.len() {
            packets.remove(at);
        }
        let mut engine = Engine::new(Options::default());
        for input in packets {
            engine.ingest(input);
        }
        engine.finish();
        let snapshot = engine.into_snapshot();
        let wrong: Vec<_> = snapshot
            .findings
            .iter()
            .filter(|(_, finding)| finding.severity > Severity::Note && matches!(finding.rule.layer(), "native" | "hello" | "channel"))
            .map(|(_, finding)| (finding.rule.id, finding.message.clone()))
            .collect();
        assert!(wrong.is_empty(), "without input {at}: {wrong:?}");
    }
}

#[test]
fn a_capture_that_begins_later_accuses_nobody() {
    let mut s = Scenario::new();
    s.late();
    right_traffic(&mut s);
    assert_eq!(loud(&s), Vec::<&str>::new());
    let mut s = Scenario::new();
    s.native(C2s, NativeSpec::memory_read("m"))
        .native(C2s, NativeSpec::telemetry_subscribe("t", 1))
        .native(C2s, NativeSpec::stream_open(0, 10));
    s.capture_starts_here();
    s.native(S2c, NativeSpec::memory_record("m"))
        .native(S2c, NativeSpec::telemetry_accept("t", 1))
        .native(S2c, NativeSpec::stream_open(0, 10));
    s.native(S2c, NativeSpec::telemetry_report("t", 7))
        .native(C2s, NativeSpec::stream_data(0, 0, 5))
        .native(S2c, NativeSpec::workflow_step(3, 1));
    assert_eq!(loud(&s), Vec::<&str>::new());
}

#[test]
fn exchanges_of_native_channels_have_their_outcomes() {
    let on = NativeSpec::new;
    let mut s = Scenario::new();
    s.native(C2s, NativeSpec::memory_read("a")).native(S2c, NativeSpec::memory_record("a"));
    s.native(C2s, NativeSpec::memory_read("b")).native(S2c, NativeSpec::memory_error("b", 5));
    s.native(C2s, NativeSpec::memory_retrieve("c"))
        .native(S2c, NativeSpec::memory_page("c"))
        .native(S2c, NativeSpec::memory_pages_end("c"));
    s.native(C2s, NativeSpec::memory_read("d"));
    s.native(C2s, on(Channel::INTERACTION, 0x0102).corr("p").int(2, 1).text(3, "name?"))
        .native(C2s, on(Channel::INTERACTION, 0x0106).corr("p"));
    s.native(S2c, NativeSpec::memory_record("z"));
    s.native(C2s, NativeSpec::stream_open(0, 9)).native(S2c, NativeSpec::stream_open(0, 9)).native(C2s, NativeSpec::stream_data(0, 0, 3));
    s.close();
    let snapshot = run(&s);
    let expected = [
        ("MEMORY_READ_REQ", ExchangeState::Answered),
        ("MEMORY_READ_REQ", ExchangeState::Error),
        ("MEMORY_RETRIEVE_REQ", ExchangeState::Streamed),
        ("MEMORY_READ_REQ", ExchangeState::Unanswered),
        ("INTERACT_PROMPT_REQ", ExchangeState::Cancelled),
        ("MEMORY_READ_RESULT", ExchangeState::ReplyOnly),
        ("STREAM_OPEN", ExchangeState::Answered),
    ];
    assert_eq!(exchanges(&snapshot), expected.map(|(name, state)| (name.to_owned(), state)));
    let (_, failed) = snapshot.exchanges.iter().nth(1).unwrap();
    assert_eq!(
        (snapshot.text(failed.error_token), failed.effect_required, failed.effect_declared.octet()),
        ("5", Some(Effect::ReadOnly), Some(0))
    );
    let (id, _) = snapshot.exchanges.iter().nth(2).unwrap();
    assert_eq!(snapshot.exchange_frames(npscope::base::id::ExchangeId::from_index(id)).len(), 3);
    assert!(snapshot.frames.iter().filter(|(_, row)| row.channel == Channel::MEMORY).all(|(_, row)| row.exchange().is_some()));
}

#[test]
fn filters_find_fields_of_native_bodies() {
    use npscope::store::octets::Octets;
    use npscope::store::query::Query;
    let mut s = Scenario::new();
    s.native(C2s, NativeSpec::hello(&[1])).native(C2s, NativeSpec::memory_read("a")).native(S2c, NativeSpec::memory_error("a", 5));
    s.native(S2c, NativeSpec::workflow_step(0, 1)).request(C2s, "ping", "1", "");
    let (snapshot, octets) = (run(&s), Octets::new(s.read_back()));
    let count = |filter: &str| {
        let query = Query::parse(filter).unwrap();
        let matcher = query.on(&snapshot);
        let mut dissect = |id| Some(npscope::engine::dissect::frame(&snapshot, id, &octets.frame(&snapshot, id).ok()?));
        (0..snapshot.frames.len()).filter(|at| matcher.frame(npscope::base::id::FrameId::from_index(*at), &mut dissect)).count()
    };
    let expected = [
        ("native", 4),
        ("native == HELLO", 1),
        ("native.error.code == 5", 1),
        ("native.error.message contains \"record\"", 1),
        ("native.corr == \"a\"", 2),
        ("native.effect == read_only", 1),
        ("native.task_id == \"task-7\" && native.seq == 0", 1),
    ];
    for (filter, wanted) in expected {
        assert_eq!(count(filter), wanted, "{filter}");
    }
}

#[test]
fn requests_that_no_reply_can_reach_are_unanswered_in_the_end() {
    let mut s = Scenario::new();
    s.native(C2s, NativeSpec::memory_read("")).native(C2s, NativeSpec::memory_read("a")).native(C2s, NativeSpec::memory_read("a")).close();
    assert!(run(&s).exchanges.iter().all(|(_, row)| row.state == ExchangeState::Unanswered));
}

/// A fault and the rules that must speak of it.
type Case = (&'static str, fn(&mut Scenario), &'static [&'static str]);

const FAULTS: &[Case] = &[
    (
        "a reply of another type",
        |s| {
            s.native(C2s, NativeSpec::memory_read("a"))
                .native(S2c, NativeSpec::new(Channel::MEMORY, 0x0105).corr("a").text(2, "r").text(3, "ok"));
        },
        &["native/reply-type"],
    ),
    (
        "a second result",
        |s| {
            s.native(C2s, NativeSpec::memory_read("a"))
                .native(S2c, NativeSpec::memory_record("a"))
                .native(S2c, NativeSpec::memory_error("a", 6));
        },
        &["native/second-terminal"],
    ),
    (
        "a correlation used twice",
        |s| {
            s.native(C2s, NativeSpec::memory_read("a")).native(C2s, NativeSpec::memory_retrieve("a"));
        },
        &["native/corr-duplicate"],
    ),
    (
        "a reply to nobody",
        |s| {
            s.native(S2c, NativeSpec::memory_record("x"));
        },
        &["native/reply-unmatched"],
    ),
    (
        "beyond the window",
        |s| {
            s.native(C2s, NativeSpec::stream_open(0, 9))
                .native(S2c, NativeSpec::stream_open(0, 9))
                .native(C2s, NativeSpec::stream_data(0, 0, 10));
        },
        &["native/stream-window"],
    ),
    (
        "octets twice, then left out",
        |s| {
            s.native(C2s, NativeSpec::stream_open(0, 99)).native(S2c, NativeSpec::stream_open(0, 99));
            s.native(C2s, NativeSpec::stream_data(0, 0, 10))
                .native(C2s, NativeSpec::stream_data(0, 5, 10))
                .native(C2s, NativeSpec::stream_data(0, 20, 1));
        },
        &["native/stream-overlap", "native/stream-overlap"],
    ),
    (
        "a server's stream with an even number",
        |s| {
            s.native(S2c, NativeSpec::stream_open(8, 9));
        },
        &["native/stream-id-parity"],
    ),
    (
        "more pushes than credit",
        |s| {
            s.native(C2s, NativeSpec::telemetry_subscribe("t", 1)).native(S2c, NativeSpec::telemetry_accept("t", 1));
            s.native(S2c, NativeSpec::telemetry_report("t", 0)).native(S2c, NativeSpec::telemetry_report("t", 1));
        },
        &["native/credit-exceeded"],
    ),
    (
        "credit raised by the producer",
        |s| {
            s.native(C2s, NativeSpec::telemetry_subscribe("t", 1)).native(S2c, NativeSpec::telemetry_accept("t", 9));
        },
        &["native/credit-ack-raised"],
    ),
    (
        "steps out of order",
        |s| {
            s.native(S2c, NativeSpec::workflow_step(0, 1))
                .native(S2c, NativeSpec::workflow_step(0, 1))
                .native(S2c, NativeSpec::workflow_complete(0, 2));
        },
        &["native/workflow-seq", "native/workflow-seq"],
    ),
    (
        "an amount with a comma",
        |s| {
            s.native(C2s, NativeSpec::new(Channel::SETTLEMENT, 0x0100).corr("s").text(2, "o").text(5, "12,50").int(8, 2));
        },
        &["native/settlement-amount"],
    ),
    (
        "a lower revision, and a change under one",
        |s| {
            s.native(S2c, NativeSpec::announce(tool_record(3, "a", 0))).native(S2c, NativeSpec::announce(tool_record(2, "a", 0)));
            s.native(S2c, NativeSpec::announce(tool_record(3, "a", 3)));
        },
        &["native/disco-revision", "native/disco-revision-same"],
    ),
    (
        "an error that nobody defined",
        |s| {
            s.native(C2s, NativeSpec::memory_read("a")).native(S2c, NativeSpec::memory_error("a", 99));
        },
        &["native/error-code-unknown"],
    ),
    (
        "a deletion that says it reads",
        |s| {
            s.native(C2s, NativeSpec::new(Channel::MEMORY, 0x0106).corr("a").text(2, "r").int(3, 0));
        },
        &["native/effect-fixed"],
    ),
    (
        "keys out of order",
        |s| {
            s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType(0x0102)).payload(&[0xA2, 1, 0x41, 0x63, 0, 0x19, 1, 2]));
        },
        &["native/cbor-invalid"],
    ),
    (
        "HELLO twice",
        |s| {
            s.native(C2s, NativeSpec::hello(&[1])).native(C2s, NativeSpec::hello(&[1]));
        },
        &["hello/duplicate"],
    ),
    (
        "HELLO as an array",
        |s| {
            s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::HELLO).payload(&[0x80]));
        },
        &["hello/bad-cbor"],
    ),
];

#[test]
fn every_family_of_faults_is_found_once_in_both_generations() {
    for generation in GENERATIONS {
        for (name, build, wanted) in FAULTS {
            let mut s = Scenario::new();
            build(s.generation(generation));
            assert_eq!(loud(&s), *wanted, "{name}, {generation:?}");
        }
    }
}

#[test]
fn a_grease_channel_and_an_unknown_type_may_carry_anything() {
    let mut s = Scenario::new();
    s.frame(C2s, FrameSpec::new(Channel(0xF00D), FrameType(0x0102)).payload(b"hello"))
        .frame(S2c, FrameSpec::new(Channel(0x0020), FrameType(0x0102)));
    s.frame(C2s, FrameSpec::new(Channel::GOVERNANCE, FrameType::PING));
    let native = |id: &&str| id.starts_with("native/");
    assert!(!loud(&s).iter().any(native));
    let mut s = Scenario::new();
    s.profile(Profile::HIGH).frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType(0x0120)).payload(b"hello"));
    assert!(!loud(&s).iter().any(native));
}

/// What the reference encoders wrote: the client opens sub-stream 1 and presents a token as `read_only`, and nothing else is odd.
#[test]
fn what_the_reference_encoders_wrote_is_read_as_they_meant_it() {
    let Some(path) = crate::observed::shared("captures") else { return };
    let truth: serde_json::Value = serde_json::from_slice(&std::fs::read(path.join("tls-native-channels.truth.json")).unwrap()).unwrap();
    let mut s = Scenario::new();
    let mut sent = 0;
    for frame in truth["frames"].as_array().unwrap().iter().filter(|frame| frame["phase"] != "handshake") {
        let number = |name: &str| u16::try_from(frame[name].as_u64().unwrap()).unwrap();
        let Some(octets) = frame["plaintext_hex"].as_str().and_then(unhex).filter(|_| number("channel") != 13) else { continue };
        let direction = if frame["direction"] == 0 { C2s } else { S2c };
        s.frame(direction, FrameSpec::new(Channel(number("channel")), FrameType(number("frame_type"))).payload(&octets));
        sent += 1;
    }
    assert!(sent > 30, "{sent} native frames");
    let found: Vec<&str> = loud(&s).into_iter().filter(|id| *id != "frame/type-unknown-app").collect();
    assert_eq!(found, ["native/effect-fixed", "native/stream-id-parity"]);
}
