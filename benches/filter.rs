//! The display filter over a million frames and half a million exchanges of them.

mod common;

use std::hint::black_box;

use criterion::Criterion;
use npscope::base::id::{ExchangeId, FrameId};
use npscope::store::query::Query;
use npscope::store::snapshot::Store;

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
    let store = common::million();
    for kind in ["frames", "exchanges"] {
        let mut group = criterion.benchmark_group(format!("filter a million frames, {kind}"));
        group.sample_size(10);
        for source in EXPRESSIONS {
            let Ok(query) = Query::parse(source) else { panic!("{source} is wrong") };
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
