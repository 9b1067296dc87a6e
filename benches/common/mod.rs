//! What every bench shares: short measurements, and made traffic.
#![allow(dead_code, reason = "every bench is a crate of its own and uses a part of this")]
#![allow(unreachable_pub, reason = "a module shared by crates that export nothing")]

use std::sync::Arc;
use std::time::Duration;

use criterion::Criterion;
use npscope::base::direction::Direction;
use npscope::base::direction::Direction::{C2s, S2c};
use npscope::base::id::{AssociationId, ExchangeId, FindingId, FrameId, PacketId, StreamId};
use npscope::base::symbol::Sym;
use npscope::base::time::Timestamp;
use npscope::rules::RULES;
use npscope::scenario::{BridgeSpec, Scenario, TlsPlan, jsonrpc};
use npscope::spec::channel::Channel;
use npscope::spec::effect::Effect;
use npscope::spec::frame_type::FrameType;
use npscope::spec::protocol::Protocol;
use npscope::store::finding::{Finding, Severity};
use npscope::store::row::{Declared, EffectSource, ExchangeRow, ExchangeState, FrameRow, StreamRow};
use npscope::store::snapshot::Store;

/// Frames of a long capture; half as many exchanges.
const MILLION: u32 = 1_000_000;

/// Runs benches with a measurement that is short enough to be made often. Arguments of the command line go first.
pub fn run(benches: fn(&mut Criterion)) {
    let brief = Criterion::default().sample_size(20).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(2));
    let mut criterion = brief.configure_from_args();
    benches(&mut criterion);
    criterion.final_summary();
}

/// A `tools/call` of exactly 272 octets, when `id` has four digits.
pub fn tools_call(id: &str) -> String {
    let params = |text: &str| format!(r#"{{"name":"write_note","arguments":{{"name":"seven","text":"{text}"}}}}"#);
    let bare = jsonrpc::request("tools/call", id, &params("")).len();
    jsonrpc::request("tools/call", id, &params(&"x".repeat(272_usize.saturating_sub(bare))))
}

/// The answer to a `tools/list`: about 6.9 KiB.
pub fn tools_list(id: &str) -> String {
    let tool = |at: usize| {
        format!(
            concat!(
                r#"{{"name":"tool_{:02}","description":"Reads the record with this number and says when it was last \"touched\".","#,
                r#""inputSchema":{{"type":"object","properties":{{"id":{{"type":"integer","minimum":0}},"deep":{{"type":"boolean"}}}},"#,
                r#""required":["id"]}},"annotations":{{"readOnlyHint":true}}}}"#
            ),
            at
        )
    };
    jsonrpc::response(id, &format!(r#"{{"tools":[{}]}}"#, (0..26).map(tool).collect::<Vec<_>>().join(",")))
}

/// Whether the frames of [`session`] are sealed, and whether the key log tells with what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    /// Clear payloads.
    Clear,
    /// Sealed payloads, keys in the log.
    Sealed,
    /// Sealed payloads, no keys.
    Unopened,
}

/// An MCP session of `calls` labelled tool calls with their answers.
pub fn session(calls: usize, cover: Cover) -> Scenario {
    let mut scenario = Scenario::new();
    if cover == Cover::Unopened {
        scenario.no_keys();
    }
    carry(&mut scenario, calls, cover);
    scenario
}

/// The same over TLS, sealed and with keys in the log.
pub fn session_over_tls(calls: usize, plan: fn(&mut TlsPlan)) -> Scenario {
    let mut scenario = Scenario::new();
    carry(scenario.tls(plan), calls, Cover::Sealed);
    scenario
}

fn carry(scenario: &mut Scenario, calls: usize, cover: Cover) {
    scenario.mcp_session();
    for call in 0..calls {
        let id = (1000 + call % 9000).to_string();
        let asked = BridgeSpec::request(Protocol::MCP, "tools/call", &id, tools_call(&id)).label(Effect::IdempotentWrite, "write_note");
        let text = r#"{"content":[{"type":"text","text":"stored"}],"isError":false}"#;
        let answered = BridgeSpec::response(Protocol::MCP, &id, jsonrpc::response(&id, text));
        for (direction, message) in [(C2s, asked), (S2c, answered)] {
            let message = if cover == Cover::Clear { message.frame(npscope::scenario::FrameSpec::clear) } else { message };
            scenario.bridge(direction, message).wait(1);
        }
    }
    scenario.close();
}

/// Requests with replies on Bridge, ten methods, one exchange in a hundred with a finding.
pub fn million() -> Store {
    let mut store = Store::default();
    for direction in Direction::BOTH {
        store.streams.push(StreamRow { association: AssociationId(0), direction, quic_stream: None, datagrams: false });
    }
    let symbols = Arc::make_mut(&mut store.symbols);
    let methods = ["tools/call", "tools/list", "ping", "resources/read", "prompts/get", "a/b", "c/d", "e/f", "g/h", "initialize"];
    let methods = methods.map(|method| symbols.intern(method));
    let code = symbols.intern("-32602");
    for at in 0..MILLION {
        let exchange = ExchangeId(at / 2);
        let kind = if at % 2 == 0 { FrameType::BRIDGE_REQUEST } else { FrameType::BRIDGE_RESPONSE };
        let time = Timestamp(i64::from(at) * 1000);
        let mut row = FrameRow::new(StreamId(at % 2), u64::from(at) * 300, 300, PacketId(at), time, Channel::BRIDGE, kind, 0, at.into());
        row.set_exchange(exchange);
        row.worst = (exchange.0.is_multiple_of(100) && at % 2 == 0).then_some(Severity::Warning);
        store.frames.push(row);
        if at % 2 == 1 {
            push_exchange(&mut store, exchange, methods[exchange.index() % methods.len()], code);
        }
    }
    store
}

fn push_exchange(store: &mut Store, id: ExchangeId, method: Sym, code: Sym) {
    let request = FrameId(id.0 * 2);
    let is_error = id.0.is_multiple_of(10);
    store.exchanges.push(ExchangeRow {
        association: AssociationId(0),
        request: Some(request),
        reply: Some(FrameId(request.0 + 1)),
        first: request,
        frames: 2,
        method,
        error_token: if is_error { code } else { Sym::EMPTY },
        transport_code: None,
        initiator: C2s,
        protocol: Protocol::MCP,
        state: if is_error { ExchangeState::Error } else { ExchangeState::Answered },
        effect_required: Some(Effect::Destructive),
        effect_declared: Declared::Nothing,
        effect_source: EffectSource::Mapping,
        worst: id.0.is_multiple_of(100).then_some(Severity::Warning),
    });
    if id.0.is_multiple_of(100) {
        let rule = &RULES[id.index() % RULES.len()].info;
        let finding = FindingId::from_index(store.findings.push(finding(rule, request, id)));
        Arc::make_mut(&mut store.findings_by_frame).insert(request, vec![finding]);
        Arc::make_mut(&mut store.findings_by_exchange).insert(id, vec![finding]);
    }
}

fn finding(rule: &'static npscope::store::finding::RuleInfo, frame: FrameId, exchange: ExchangeId) -> Finding {
    Finding {
        rule,
        severity: Severity::Warning,
        message: "the label is absent".into(),
        association: Some(AssociationId(0)),
        frame: Some(frame),
        exchange: Some(exchange),
        direction: Some(C2s),
        stream_offset: None,
        at_fault: rule.fault,
        time: Timestamp(0),
        place: None,
        evidence: Vec::new(),
        method: Sym::EMPTY,
        protocol: Some(Protocol::MCP),
        peer: None,
    }
}
