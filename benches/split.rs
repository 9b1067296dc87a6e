//! The splitter over a stream of small frames, as segments of different sizes deliver them.

mod common;

use std::hint::black_box;

use bytes::Bytes;
use criterion::{BenchmarkId, Criterion, Throughput};
use npscope::base::limits::Limits;
use npscope::npamp::splitter::{Mark, Splitter};

use common::Cover;

fn main() {
    common::run(split);
}

fn split(criterion: &mut Criterion) {
    let mut streams = common::session(2000, Cover::Clear).streams();
    let Some([client, _]) = streams.pop() else { return };
    let stream = Bytes::from(client);
    let mut group = criterion.benchmark_group("split");
    group.throughput(Throughput::Bytes(stream.len() as u64));
    for size in [100, 1460, 65_536] {
        group.bench_with_input(BenchmarkId::new("segments", size), &size, |bencher, size| bencher.iter(|| frames(&stream, *size)));
    }
    group.finish();
}

/// Frames of a stream that comes in segments of `size`.
fn frames(stream: &Bytes, size: usize) -> usize {
    let mut splitter = Splitter::new(&Limits::default(), true);
    let mut count = 0;
    for start in (0..stream.len()).step_by(size) {
        let end = (start + size).min(stream.len());
        splitter.push(start as u64, stream.slice(start..end), Mark::default());
        while let Some(piece) = splitter.poll() {
            black_box(piece);
            count += 1;
        }
    }
    count
}
