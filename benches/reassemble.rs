//! Packets to ordered streams, when they come in order and when every few of them come the other way round.

mod common;

use std::hint::black_box;

use criterion::{Criterion, Throughput};
use npscope::base::input::Packet;
use npscope::base::limits::Limits;
use npscope::net::Network;

use common::Cover;

/// Neighbours that are turned around: fewer than a hole may wait for.
const TURNED: usize = 8;

fn main() {
    common::run(reassemble);
}

fn reassemble(criterion: &mut Criterion) {
    let in_order = common::session(2000, Cover::Clear).packets();
    let mut shuffled = in_order.clone();
    for run in shuffled.chunks_mut(TURNED) {
        run.reverse();
    }
    let mut group = criterion.benchmark_group("reassemble");
    group.throughput(Throughput::Bytes(in_order.iter().map(|packet| packet.bytes.len() as u64).sum()));
    group.bench_function("in order", |bencher| bencher.iter(|| events(&in_order)));
    group.bench_function("shuffled", |bencher| bencher.iter(|| events(&shuffled)));
    group.finish();
}

fn events(packets: &[Packet]) -> usize {
    let mut network = Network::new(&Limits::default());
    let mut count = 0;
    for packet in packets {
        network.push(packet);
        while let Some(event) = network.poll() {
            black_box(event);
            count += 1;
        }
    }
    count
}
