//! The keys of every JSON object, in the order of the contract with users.

use crate::program::{folder, run, sampled};
use crate::strict::{Strict, parse, rows};
use npscope::base::direction::Direction;
use npscope::scenario::{BridgeSpec, FrameSpec, Scenario};
use npscope::spec::channel::Channel;
use npscope::spec::frame_type::FrameType;
use npscope::spec::protocol::Protocol;

const ASSOCIATION: &str = "association kind client server carrier alpn_offered alpn sealed_reason id_hex generation generation_source profile \
    kem signature aead client_identity_hex server_identity_hex authenticated start end first_time last_time frames opened sealed exchanges \
    findings";
const FRAME: &str = "association frame direction complete index stream_offset quic_stream input packet time length channel channel_name type \
    type_name flags seq epoch ratchet_generation protection sealed_reason plaintext_length plaintext_sha256 exchange findings bridge";
const BRIDGE: &str = "protocol_id protocol message_kind content_type flags final correlation_hex method safety stream foreign_length \
    foreign_sha256 transport_error jsonrpc malformed";
const EXCHANGE: &str = "association exchange initiator protocol_id protocol method id correlation_hex request_frame reply_frame frames state \
    error_code error_code_token transport_code http_status effect_required effect_declared effect_source latency_ns findings";
const FINDING: &str =
    "rule severity certainty clause message association frame stream_offset exchange direction at_fault time span evidence alternative";
const REPORT: &str = "schema tool inputs verdict evidence_gaps counts associations findings conformance suppressed";
const GAP: &str = "kind association direction channel count octets detail";
const RULE: &str = "id layer severity certainty clause state summary";

#[track_caller]
fn all_have_keys<'a>(values: impl IntoIterator<Item = &'a Strict>, keys: &str) {
    for value in values {
        has_keys(value, keys);
    }
}

#[track_caller]
fn has_keys(value: &Strict, keys: &str) {
    assert_eq!(value.keys(), keys.split_whitespace().collect::<Vec<_>>());
}

fn listed(folder: &tempfile::TempDir, command: &str) -> Vec<Strict> {
    rows(&run(folder.path(), &[command, "a.pcapng", "-k", "a.keys", "--format", "jsonl"]).out)
}

#[test]
fn listings_have_the_keys_of_the_contract() {
    let folder = sampled("a2a-stream");
    all_have_keys(&listed(&folder, "associations"), ASSOCIATION);
    all_have_keys(&listed(&folder, "exchanges"), EXCHANGE);
    let frames = listed(&folder, "frames");
    all_have_keys(&frames, FRAME);
    let carried = frames.iter().filter_map(|row| row.get("bridge")).filter(|bridge| !bridge.keys().is_empty());
    assert!(carried.inspect(|bridge| has_keys(bridge, BRIDGE)).count() > 0);
}

#[test]
fn the_report_has_the_keys_of_the_contract() {
    let mut scenario = Scenario::new();
    scenario.mcp_session().frame(Direction::C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING).reserved(0, 1));
    scenario.lose_next(Direction::S2c).respond(Direction::S2c, "1", "{}");
    let folder = folder(&scenario);
    let report = parse(&run(folder.path(), &["audit", "a.pcapng", "-k", "a.keys", "--format", "json"]).out);
    has_keys(&report, REPORT);
    for (list, keys) in [("associations", ASSOCIATION), ("findings", FINDING), ("evidence_gaps", GAP)] {
        let rows = report.get(list).expect("the list is there").elements();
        assert!(!rows.is_empty(), "{list}");
        all_have_keys(rows, keys);
    }
    for book in report.get("conformance").unwrap().elements() {
        has_keys(book, "document section clauses recorded");
        all_have_keys(book.get("clauses").unwrap().elements(), "document section clause title exercised violated suspected verdict");
        all_have_keys(book.get("recorded").unwrap().elements(), "name seen");
    }
    has_keys(report.get("tool").unwrap(), "name version rules_sha256");
    has_keys(&report.get("inputs").unwrap().elements()[0], "name sha256 packets drops drops_by damage");
    has_keys(report.get("counts").unwrap(), "packets associations frames opened sealed exchanges findings");
}

#[test]
fn rules_have_the_keys_of_the_contract() {
    let folder = sampled("mcp-session");
    let rules = parse(&run(folder.path(), &["rules", "--format", "json"]).out);
    for rule in rules.elements() {
        let keys: Vec<&str> = rule.keys().into_iter().filter(|key| *key != "severity_by_generation").collect();
        assert_eq!(keys, RULE.split_whitespace().collect::<Vec<_>>());
    }
}

#[test]
fn a_request_that_nothing_can_answer_is_unanswered_once_its_connection_is_over() {
    let mut s = Scenario::new();
    s.mcp_session().bridge(Direction::C2s, BridgeSpec::request(Protocol::MCP, "ping", "", r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#));
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.pcapng"), s.close().pcapng(true)).unwrap();
    let listed = run(folder.path(), &["exchanges", "a.pcapng", "-Y", "method == \"ping\"", "--format", "jsonl"]).out;
    assert!(listed.contains(r#""state":"unanswered""#), "{listed}");
}
