//! The display filter over a million frames and half a million exchanges of them.

mod common;

use std::hint::black_box;
use std::sync::Arc;

use criterion::Criterion;
use npscope::base::direction::Direction;
use npscope::base::id::{AssociationId, ExchangeId, FindingId, FrameId, PacketId, StreamId};
use npscope::base::symbol::Sym;
use npscope::base::time::Timestamp;
use npscope::rules::RULES;
use npscope::spec::channel::Channel;
use npscope::spec::effect::Effect;
use npscope::spec::frame_type::FrameType;
use npscope::spec::protocol::Protocol;
use npscope::store::finding::{Finding, Severity};
use npscope::store::query::Query;
use npscope::store::row::{EffectSource, ExchangeRow, ExchangeState, FrameRow, StreamRow};
use npscope::store::snapshot::Store;

/// Frames; half as many exchanges.
const FRAMES: u32 = 1_000_000;
/// Expressions as people type them.
const EXPRESSIONS: [&str; 8] = [
    "seq > 900000",
    "channel == Bridge && seq in {5..500}",
    "type == BRIDGE_RESPONSE",
    "method == \"tools/call\"",
    "method matches \"^tools/(call|list)$\"",
    "finding.severity >= warning",
    "latency > 250us && state == error",
    "method:prompts || rule:label",
];

fn main() {
    common::run(filter);
}

fn filter(criterion: &mut Criterion) {
    let store = store();
    for kind in ["frames", "exchanges"] {
        let mut group = criterion.benchmark_group(format!("filter a million frames, {kind}"));
        group.sample_size(10);
        for source in EXPRESSIONS {
            let query = Query::parse(source).expect("the expression is right");
            group.bench_function(source, |bencher| bencher.iter(|| black_box(count(&store, &query, kind))));
        }
        group.finish();
    }
}

fn count(store: &Store, query: &Query, kind: &str) -> usize {
    let matcher = query.on(store);
    if kind == "frames" {
        return (0..store.frames.len()).filter(|at| matcher.frame(FrameId::from_index(*at), &mut |_| None)).count();
    }
    (0..store.exchanges.len()).filter(|at| matcher.exchange(ExchangeId::from_index(*at), &mut |_| None)).count()
}

/// Requests with replies on Bridge, ten methods, one exchange in a hundred with a finding.
fn store() -> Store {
    let mut store = Store::default();
    for direction in Direction::BOTH {
        store.streams.push(StreamRow { association: AssociationId(0), direction, quic_stream: None, datagrams: false });
    }
    let symbols = Arc::make_mut(&mut store.symbols);
    let methods = ["tools/call", "tools/list", "ping", "resources/read", "prompts/get", "a/b", "c/d", "e/f", "g/h", "initialize"];
    let methods = methods.map(|method| symbols.intern(method));
    let code = symbols.intern("-32602");
    for at in 0..FRAMES {
        let exchange = ExchangeId(at / 2);
        let kind = if at % 2 == 0 { FrameType::BRIDGE_REQUEST } else { FrameType::BRIDGE_RESPONSE };
        let time = Timestamp(i64::from(at) * 1000);
        let mut row = FrameRow::new(StreamId(at % 2), u64::from(at) * 300, 300, PacketId(at), time, Channel::BRIDGE, kind, 0, at.into());
        row.set_exchange(exchange);
        row.worst = (exchange.0 % 100 == 0 && at % 2 == 0).then_some(Severity::Warning);
        store.frames.push(row);
        if at % 2 == 1 {
            push_exchange(&mut store, exchange, methods[exchange.index() % methods.len()], code);
        }
    }
    store
}

fn push_exchange(store: &mut Store, id: ExchangeId, method: Sym, code: Sym) {
    let request = FrameId(id.0 * 2);
    let is_error = id.0 % 10 == 0;
    store.exchanges.push(ExchangeRow {
        association: AssociationId(0),
        request: Some(request),
        reply: Some(FrameId(request.0 + 1)),
        first: request,
        frames: 2,
        method,
        error_token: if is_error { code } else { Sym::EMPTY },
        transport_code: None,
        initiator: Direction::C2s,
        protocol: Protocol::MCP,
        state: if is_error { ExchangeState::Error } else { ExchangeState::Answered },
        effect_required: Some(Effect::Destructive),
        effect_declared: None,
        effect_source: EffectSource::Mapping,
        worst: (id.0 % 100 == 0).then_some(Severity::Warning),
    });
    if id.0 % 100 == 0 {
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
        direction: Some(Direction::C2s),
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
