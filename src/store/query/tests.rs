use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::base::direction::Direction;
use crate::base::id::{FlowId, PacketId, StreamId};
use crate::base::span::ByteSpan;
use crate::base::symbol::{Sym, Symbols};
use crate::base::time::Timestamp;
use crate::base::tree::{Buffer, TreeBuilder, Value as Carried};
use crate::spec::channel::Channel;
use crate::spec::clause::{Clause, Document, Level};
use crate::spec::effect::Effect;
use crate::spec::frame_type::FrameType;
use crate::spec::protocol::Protocol;
use crate::store::finding::{Certainty, Evidence, Fault, Finding, Place, RuleInfo, Scope, Severity};
use crate::store::row::{
    AssociationRow, Declared, EffectSource, End, ExchangeRow, ExchangeState, FrameRow, Protection, SealedReason, Start, StreamRow,
};
use crate::store::snapshot::Store;

static RULE: RuleInfo = RuleInfo {
    id: "safety/missing-must",
    severity: Severity::Error,
    severity3: None,
    certainty: Certainty::Certain,
    clause: Clause { document: Document::BRIDGE, section: "7", level: Level::Must },
    scope: Scope::Exchange,
    fault: Fault::Requester,
    doc: "",
    alternative: None,
};

/// One association: a request `tools/call` (frame 1) with its error reply (frame 2) 300 ms later, and a sealed frame on Memory (frame 3).
fn store() -> Store {
    let mut store = Store::default();
    let mut symbols = Symbols::new(16);
    let (method, token) = (symbols.intern("tools/call"), symbols.intern("-32602"));
    store.symbols = Arc::new(symbols);
    store.associations.push(association());
    for direction in Direction::BOTH {
        store.streams.push(StreamRow { association: AssociationId(0), direction, quic_stream: None, datagrams: false });
    }
    store.frames.push(bridge_frame(0, 0, FrameType::BRIDGE_REQUEST, 5));
    store.frames.push(bridge_frame(1, 300_000_000, FrameType::BRIDGE_ERROR, 101));
    store.frames.get_mut(0).unwrap().worst = Some(Severity::Warning);
    let mut sealed = FrameRow::new(StreamId(0), 400, 90, PacketId(2), Timestamp(1_000_000_000), Channel::MEMORY, FrameType(0x0120), 2, 9);
    sealed.protection = Protection::Sealed(SealedReason::ChannelKeyMissing);
    store.frames.push(sealed);
    store.exchanges.push(exchange(method, token));
    store.findings.push(finding());
    store.findings_by_frame = Arc::new([(FrameId(0), vec![FindingId(0)])].into_iter().collect());
    store.findings_by_exchange = Arc::new([(ExchangeId(0), vec![FindingId(0)])].into_iter().collect());
    store
}

fn bridge_frame(stream: u32, time: i64, kind: FrameType, seq: u64) -> FrameRow {
    let mut row = FrameRow::new(StreamId(stream), 0, 200, PacketId(stream), Timestamp(time), Channel::BRIDGE, kind, 0, seq);
    row.set_exchange(ExchangeId(0));
    row
}

fn exchange(method: Sym, error_token: Sym) -> ExchangeRow {
    ExchangeRow {
        association: AssociationId(0),
        request: Some(FrameId(0)),
        reply: Some(FrameId(1)),
        first: FrameId(0),
        frames: 2,
        method,
        error_token,
        transport_code: None,
        initiator: Direction::C2s,
        protocol: Protocol::MCP,
        state: ExchangeState::Error,
        effect_required: Some(Effect::Destructive),
        effect_declared: Declared::Nothing,
        effect_source: EffectSource::Annotation,
        worst: Some(Severity::Warning),
    }
}

fn association() -> AssociationRow {
    AssociationRow {
        flow: FlowId(0),
        first_packet: PacketId(0),
        client: "10.0.0.1:51000".parse().unwrap(),
        server: "[::1]:7447".parse().unwrap(),
        carrier: None,
        id: Some([0xab; 32]),
        generation: None,
        generation_source: None,
        profile: None,
        kem: None,
        signature: None,
        aead: Vec::new(),
        identities: [None, None],
        authenticated: None,
        start: Start::MidStream,
        end: End::CaptureEnd,
        first_time: Timestamp(0),
        last_time: Timestamp(1),
        frames: [2, 1],
        opened: 0,
        sealed: vec![(SealedReason::ChannelKeyMissing, 1)],
        exchanges: 1,
        findings: [1, 0, 0],
        gaps: [Vec::new(), Vec::new()],
        gap_count: [0, 0],
        seq_gaps: Vec::new(),
        seen: [true, true],
    }
}

fn finding() -> Finding {
    Finding {
        rule: &RULE,
        severity: Severity::Warning,
        message: "the label is absent".into(),
        association: Some(AssociationId(0)),
        frame: Some(FrameId(0)),
        exchange: Some(ExchangeId(0)),
        direction: Some(Direction::C2s),
        stream_offset: None,
        at_fault: Fault::Requester,
        time: Timestamp(0),
        place: Some(Place::Payload(ByteSpan::new(3, 12))),
        evidence: vec![
            ("tool", Evidence::Text("delete_branch".to_owned())),
            ("octets_hex", Evidence::Octets(vec![0xde, 0xad])),
            ("count", Evidence::Number(4)),
        ],
        method: Sym::EMPTY,
        protocol: None,
        peer: None,
    }
}

/// What frame 1 carries.
#[expect(clippy::unnecessary_wraps, reason = "the signature a filter asks for")]
fn dissect(id: FrameId) -> Option<Tree> {
    let mut tree = TreeBuilder::new(Buffer::Payload);
    let span = ByteSpan::default();
    if id == FrameId(0) {
        tree.text("bridge.method", "method", b"tools/call", span);
        tree.push("jsonrpc.id", "id", Carried::Text("\"s-3\"".into()), String::new(), span);
        tree.octets("foreign", "foreign", b"{\"Password\":1}", span);
        tree.octets("bridge.correlation", "correlation", &[0x31, 0x38], span);
    }
    Some(tree.finish())
}

/// Which of the frames 1, 2, 3 match.
fn frames(source: &str) -> Vec<u64> {
    let (store, query) = (store(), Query::parse(source).unwrap());
    let matcher = query.on(&store);
    (0..3).map(FrameId).filter(|id| matcher.frame(*id, &mut dissect)).map(FrameId::number).collect()
}

fn exchange_matches(source: &str) -> bool {
    Query::parse(source).unwrap().exchange(&store(), ExchangeId(0), &mut dissect)
}

#[test]
fn an_empty_expression_selects_everything() {
    assert_eq!(frames("  "), [1, 2, 3]);
}

#[test]
fn compares_numbers_and_names_of_frame_rows() {
    assert_eq!(frames("seq > 8"), [2, 3]);
    assert_eq!(frames("channel == Bridge && seq > 100"), [2]);
    assert_eq!(frames("channel == 0x000d and not seq gt 100"), [1]);
    assert_eq!(frames("channel in {memory, 0}"), [3]);
    assert_eq!(frames("type == BRIDGE_ERROR or type == 0x120"), [2, 3]);
    assert_eq!(frames("dir == s2c"), [2]);
    assert_eq!(frames("protection == sealed"), [3]);
    assert_eq!(frames("sealed_reason == channel-key-missing"), [3]);
    assert_eq!(frames("time >= \"1970-01-01T00:00:00.5Z\""), [3]);
    assert_eq!(frames("association == 1 && frame == 2"), [2]);
}

#[test]
fn words_and_symbols_mean_the_same_and_and_binds_tighter() {
    assert_eq!(frames("seq == 5 or seq == 9 and dir == s2c"), [1]);
    assert_eq!(frames("(seq == 5 || seq == 9) && !(dir == s2c)"), [1, 3]);
    assert_eq!(frames("not not seq == 5"), [1]);
}

#[test]
fn a_bare_name_asks_for_presence() {
    assert_eq!(frames("finding"), [1]);
    assert_eq!(frames("foreign"), [1]);
    assert_eq!(frames("!exchange"), [3]);
    assert_eq!(frames("complete"), [1, 2, 3]);
    assert!(exchange_matches("!safety"));
    assert!(exchange_matches("jsonrpc.error.code"));
}

#[test]
fn a_label_that_cannot_be_read_is_there_and_declares_no_effect() {
    let mut store = store();
    store.exchanges.get_mut(0).unwrap().effect_declared = Declared::Unreadable;
    let matches = |source: &str| Query::parse(source).unwrap().exchange(&store, ExchangeId(0), &mut dissect);
    assert!(matches("safety") && matches("effect_declared && !(effect_declared >= 0)"));
    assert!(!matches("!safety") && !matches("safety == destructive") && !matches("label:read_only"));
}

#[test]
fn reads_octets_back_for_what_rows_do_not_hold() {
    assert_eq!(frames("bridge.method == \"tools/call\""), [1]);
    assert_eq!(frames("bridge.method matches \"^tools/\""), [1]);
    assert_eq!(frames("foreign contains \"Password\""), [1]);
    assert_eq!(frames("foreign contains \"password\""), [0; 0]);
    assert_eq!(frames("jsonrpc.id == \"s-3\" && id:s-3"), [1]);
    assert_eq!(frames("correlation_hex == 3138 && bridge.correlation == \"18\""), [1]);
    assert_eq!(frames("bridge.method != \"ping\""), [1]);
}

#[test]
fn what_a_row_answers_is_not_read_back() {
    let mut unreadable = |_: FrameId| -> Option<Tree> { panic!("octets were asked for") };
    let query = Query::parse("bridge.method == \"tools/call\" && !safety && jsonrpc.error.code in {-32601, -32602}").unwrap();
    assert!(query.exchange(&store(), ExchangeId(0), &mut unreadable));
    assert!(!Query::parse("foreign && seq == 77").unwrap().frame(&store(), FrameId(0), &mut unreadable));
}

#[test]
fn a_field_of_another_row_is_looked_up_there() {
    assert_eq!(frames("state == error"), [1, 2]);
    assert_eq!(frames("method:TOOLS"), [1, 2]);
    assert_eq!(frames("latency > 250ms && latency < 0.5s"), [1, 2]);
    assert_eq!(frames("client == \"10.0.0.1:51000\""), [1, 2, 3]);
    assert_eq!(frames("finding.severity >= warning"), [1]);
    assert_eq!(frames("finding.severity >= error"), [0; 0]);
    assert!(exchange_matches("seq > 100"));
    assert!(exchange_matches("effect_required >= non_idempotent_write && exchange.state == error"));
    let query = Query::parse("rule:missing and sealed_reason and foreign").unwrap();
    assert!(query.association(&store(), AssociationId(0), &mut dissect));
    assert!(Query::parse("severity == warning && channel == Bridge").unwrap().finding(&store(), FindingId(0), &mut dissect));
}

#[test]
fn a_bare_word_searches_text() {
    assert_eq!(frames("password"), [1]);
    assert_eq!(frames("\"tools/CALL\""), [1, 2]);
    assert_eq!(frames("[::1]:7447"), [1, 2, 3]);
    assert_eq!(frames("bridge_err"), [2]);
    assert!(exchange_matches("safety/missing"));
}

/// Expressions with the frames (of 1, 2, 3) that they select.
const SELECTS: &[(&str, &[u64])] = &[
    ("seq in {5..9}", &[1, 3]),
    ("seq in {0x60 .. 0x70, 9}", &[2, 3]),
    ("seq in {5.. 9}", &[1, 3]),
    ("length in {90, 1KiB..2KiB}", &[3]),
    ("length >= 0.09kB && length < 1KiB", &[1, 2, 3]),
    ("severity in {note..warning}", &[1]),
    ("latency in {100ms..1s}", &[1, 2]),
    ("time in {1970-01-01T00:00:00Z..1970-01-01T00:00:00.5Z}", &[1, 2]),
    ("bridge.correlation == 31:38", &[1]),
    ("correlation contains 0x38", &[1]),
    ("foreign contains 50:61:73:73", &[1]),
    ("foreign matches \"(?i)pass\"", &[1]),
    ("tree.method == \"tools/call\"", &[1]),
    ("tree.id == \"s-3\" && tree.foreign", &[1]),
    ("tree.no_such_label", &[]),
    ("bridge.jsonrpc.id == s-3", &[1]),
    ("index == 0", &[1, 2]),
    ("evidence.tool == delete_branch && evidence.octets_hex == de:ad", &[1]),
    ("evidence.count > 3 && evidence.count in {3..9}", &[1]),
    ("finding.evidence.tool", &[1]),
    ("clause.section == 7 && clause.level == must", &[1]),
    ("span.in == payload && span.start < 4 && span.end == 12", &[1]),
    ("frames.c2s == 2 && findings.error == 1 && frames.s2c < 2", &[1, 2, 3]),
    ("carrier == tcp and kind == npamp", &[1, 2, 3]),
    ("!finding", &[2, 3]),
    ("seq != 5", &[2, 3]),
    ("exchange != 9", &[1, 2]),
    ("!(exchange == 9)", &[1, 2, 3]),
    ("type == bridge_error || type == BRIDGE_REQUEST", &[1, 2]),
    ("@calls && seq > 50", &[2]),
    ("!@calls", &[3]),
];

#[test]
fn expressions_select_the_rows_that_they_describe() {
    let store = store();
    let names = [("calls".to_owned(), "method == \"tools/call\" || seq == 77".to_owned())];
    for (source, expected) in SELECTS {
        let query = Query::parse_with(source, &names).unwrap_or_else(|fault| panic!("{source}: {fault}"));
        let matcher = query.on(&store);
        let found: Vec<u64> = (0..3).map(FrameId).filter(|id| matcher.frame(*id, &mut dissect)).map(FrameId::number).collect();
        assert_eq!(found, *expected, "{source}");
    }
}

/// Wrong expressions with the text over the carets and a part of the sentence.
const FAULTS: &[(&str, &str, &str)] = &[
    ("bridge.methd == 1", "bridge.methd", "there is no field bridge.methd (did you mean bridge.method?)"),
    ("zzzz == 1", "zzzz", "text to search for stands in quotes"),
    ("seq = 1", "=", "write == to compare"),
    ("seq > x", "x", "seq takes a number, decimal or 0x…"),
    ("channel == Brigde", "Brigde", "Brigde is no value of channel (did you mean Bridge?)"),
    ("state == zzz", "zzz", "its values are answered, error, transport-error"),
    ("type == BRIDGE_REQUST", "BRIDGE_REQUST", "did you mean BRIDGE_REQUEST?"),
    ("latency > 250", "250", "takes a time with its unit"),
    ("length > 4XB", "4XB", "takes a count of octets"),
    ("complete == maybe", "maybe", "is true or false"),
    ("time > yesterday", "yesterday", "takes a time like"),
    ("(seq == 1", "(", "never closed"),
    ("seq == 1)", ")", "closes nothing"),
    ("seq == 1 seq == 2", "seq", "expected and, or"),
    ("seq ==", "", "expected a value"),
    ("seq == )", ")", "expected a value"),
    ("method == \"a", "\"a", "no closing quote"),
    ("method matches \"(\"", "\"(\"", "this pattern is wrong"),
    ("method matches \"((a{99}){99}){99}\"", "\"((a{99}){99}){99}\"", "this pattern is wrong"),
    ("method > \"a\"", ">", "method has no order"),
    ("seq contains 1", "contains", "seq is no text"),
    ("seq in {}", "}", "expected a value"),
    ("seq in 1", "1", "in is followed by values in braces"),
    ("seq in {9..5}", "9..5", "this range is empty"),
    ("method in {a..b}", "a..b", "no ranges"),
    ("seq in {5..", "", "expected the end of the range"),
    ("a & b", "a", "there is no field a"),
    ("seq & 1", "&", "write && or and"),
    ("^", "^", "no meaning here"),
    ("@nothing", "@nothing", "there are calls, self"),
    ("@self", "@self", "names itself"),
    ("tree == 1", "tree", "is followed by a name"),
    ("rule:", "rule:", "is followed by what it should be"),
    ("type < BRIDGE_ERROR", "BRIDGE_ERROR", "a name of it has no order"),
];

#[test]
fn a_wrong_expression_says_what_and_where() {
    let names = [("calls".to_owned(), "seq == 1".to_owned()), ("self".to_owned(), "@self".to_owned())];
    for (source, over, words) in FAULTS {
        let fault = Query::parse_with(source, &names).expect_err(source);
        assert_eq!(source.get(fault.span.clone()), Some(*over), "{source}: {}", fault.message);
        assert!(fault.message.contains(words), "{source}: {}", fault.message);
    }
    assert!(Query::parse(&"(".repeat(100_000)).is_err());
}

#[test]
fn every_sample_of_the_page_is_right() {
    for field in fields::FIELDS.iter().chain([&fields::LABELLED, &fields::EVIDENCE]) {
        let sample = field.sample();
        assert!(Query::parse(&sample).is_ok(), "{sample}: {:?}", Query::parse(&sample));
        assert!(!field.doc.is_empty());
    }
}

/// Parts of expressions: fields of every kind with values that fit them, and searches.
fn atom() -> impl Strategy<Value = String> {
    let samples: Vec<String> = fields::FIELDS.iter().map(field::Field::sample).collect();
    let compared = SELECTS.iter().map(|(source, _)| (*source).to_owned()).filter(|source| !source.contains('@'));
    let all: Vec<String> =
        samples.into_iter().chain(compared).chain(["password", "\"a \\\" b\\\\\"", "[::1]:7447"].map(str::to_owned)).collect();
    prop::sample::select(all)
}

fn expression() -> impl Strategy<Value = String> {
    atom().prop_recursive(4, 24, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| format!("!({inner})")),
            (inner.clone(), inner.clone()).prop_map(|(left, right)| format!("({left}) && {right}")),
            (inner.clone(), inner).prop_map(|(left, right)| format!("{left} or ({right})")),
        ]
    })
}

fn selected(query: &Query) -> Vec<bool> {
    let store = store();
    let matcher = query.on(&store);
    let frames = (0..3).map(|at| matcher.frame(FrameId(at), &mut dissect));
    let others = [
        matcher.exchange(ExchangeId(0), &mut dissect),
        matcher.association(AssociationId(0), &mut dissect),
        matcher.finding(FindingId(0), &mut dissect),
    ];
    frames.chain(others).collect()
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(source in "\\PC{0,60}") {
        if let Err(fault) = Query::parse(&source) {
            prop_assert!(source.get(fault.span.clone()).is_some());
            fault.carets(&source);
        }
    }

    #[test]
    fn words_of_the_language_in_any_order_make_no_panic(words in prop::collection::vec(
        prop::sample::select(vec!["seq", "==", "in", "{", "}", "..", "5", "5..9", "\"a\"", "!", "(", ")", "and", "||", "method:", "@x", "contains", "tree.a", ","]), 0..12)
    ) {
        let _ = Query::parse(&words.join(" "));
    }

    #[test]
    fn what_is_written_anew_selects_the_same(source in expression()) {
        let query = Query::parse(&source).unwrap();
        let written = query.to_string();
        let again = Query::parse(&written).unwrap_or_else(|fault| panic!("{source} became {written}: {fault}"));
        prop_assert_eq!(selected(&query), selected(&again), "{} became {}", source, written);
    }

    #[test]
    fn not_selects_the_complement(source in expression()) {
        let complement = Query::parse(&format!("!({source})")).unwrap();
        let inverted: Vec<bool> = selected(&Query::parse(&source).unwrap()).into_iter().map(|hit| !hit).collect();
        prop_assert_eq!(selected(&complement), inverted);
    }
}

#[test]
fn carets_stand_under_the_fault() {
    let source = "method == \"é\" && seq = 1";
    let fault = Query::parse(source).unwrap_err();
    assert_eq!(fault.carets(source), "                     ^");
}

#[test]
fn names_are_unique() {
    let mut names: Vec<_> = field_names().collect();
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all);
}

#[test]
fn control_characters_are_spelled_and_read_back() {
    for text in ["clean\r\nverdict: findings\u{1b}]0;x\u{7}", "a\u{202e}\\u{1b}\"b", "plain"] {
        let written = equals_text("method", text);
        assert!(!written.chars().any(crate::base::text::is_unsafe), "{written:?}");
        assert_eq!(Query::parse(&written).unwrap().to_string(), written);
    }
    assert_eq!(equals_text("method", "\r"), "method == \"\\u{d}\"");
    let pattern = r#"method matches "a\u{2e}b""#;
    assert!(Query::parse(pattern).unwrap().to_string().contains(r"\\u{2e}"), "patterns keep theirs");
}
