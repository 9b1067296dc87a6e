//! The digest of one carried JSON-RPC message.

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use npscope::bridge::carriage::jsonrpc::JsonRpc;
use npscope::codec::json::scan::Bounds;

fn main() {
    common::run(json);
}

fn json(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("json");
    for (name, text) in [("tools/call", common::tools_call("1000")), ("tools/list result", common::tools_list("1000"))] {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| JsonRpc::digest(black_box(text.as_bytes()), Bounds::default()).kind));
    }
    group.finish();
}
