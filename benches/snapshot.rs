//! Publishing a picture of a million frames, and what a writer pays for the next row after it did.

mod common;

use std::hint::black_box;

use criterion::{BatchSize, Criterion};
use npscope::base::id::{PacketId, StreamId};
use npscope::base::time::Timestamp;
use npscope::spec::channel::Channel;
use npscope::spec::frame_type::FrameType;
use npscope::store::log::Log;
use npscope::store::row::FrameRow;
use npscope::store::snapshot::Store;

/// Rows of the log.
const ROWS: u32 = 1_000_000;

fn main() {
    common::run(snapshot);
}

fn snapshot(criterion: &mut Criterion) {
    let mut frames = Log::new();
    for at in 0..ROWS {
        frames.push(row(at));
    }
    let mut store = Store { frames, ..Store::default() };
    let mut group = criterion.benchmark_group("snapshot");
    group.bench_function("publish a million rows", |bencher| bencher.iter(|| black_box(store.clone())));
    group.bench_function("edit a row that a snapshot holds", |bencher| {
        bencher.iter_batched_ref(
            || store.clone(),
            |writer| writer.frames.get_mut(7).map(|row| row.complete = false),
            BatchSize::LargeInput,
        );
    });
    group.bench_function("push a row behind a snapshot", |bencher| {
        bencher.iter_batched_ref(|| store.clone(), |writer| writer.frames.push(row(ROWS)), BatchSize::LargeInput);
    });
    group.bench_function("push a row", |bencher| bencher.iter(|| store.frames.push(row(ROWS))));
    group.finish();
}

fn row(at: u32) -> FrameRow {
    let (channel, frame_type) = (Channel::BRIDGE, FrameType::BRIDGE_REQUEST);
    FrameRow::new(StreamId(0), u64::from(at) * 300, 300, PacketId(at), Timestamp(i64::from(at)), channel, frame_type, 2, at.into())
}
