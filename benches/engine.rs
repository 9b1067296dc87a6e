//! The whole way of a capture, from packets to findings, with every rule and with none: the difference is their price.

mod common;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput};
use npscope::base::input::Input;
use npscope::engine::{Engine, Options};
use npscope::rules::RULES;
use npscope::rules::select::Selection;
use npscope::scenario::TlsPlan;

use common::Cover;

/// Exchanges of the capture.
const CALLS: usize = 2000;

fn main() {
    common::run(engine);
}

fn engine(criterion: &mut Criterion) {
    let none = Selection { ignore: RULES.iter().map(|rule| rule.info.id.to_owned()).collect(), ..Selection::default() };
    let selections = [("all rules", Selection::default()), ("no rules", none)];
    let mut group = criterion.benchmark_group("engine");
    for (cover, name) in [(Cover::Clear, "clear"), (Cover::Sealed, "sealed"), (Cover::Unopened, "without keys")] {
        let inputs = common::session(CALLS, cover).inputs();
        group.throughput(Throughput::Bytes(octets(&inputs)));
        for (rules, selection) in &selections {
            let options = Options { selection: selection.clone(), ..Options::default() };
            group.bench_function(BenchmarkId::new(name, rules), |bencher| {
                bencher.iter_batched(|| (inputs.clone(), options.clone()), |(inputs, options)| run(inputs, options), BatchSize::LargeInput);
            });
        }
    }
    for (name, plan) in [("over TLS", keyed as fn(&mut TlsPlan)), ("over TLS without keys", unkeyed)] {
        let inputs = common::session_over_tls(CALLS, plan).inputs();
        group.throughput(Throughput::Bytes(octets(&inputs)));
        group.bench_function(BenchmarkId::new(name, "all rules"), |bencher| {
            bencher.iter_batched(|| inputs.clone(), |inputs| run(inputs, Options::default()), BatchSize::LargeInput);
        });
    }
    group.finish();
}

const fn keyed(_: &mut TlsPlan) {}

fn unkeyed(tls: &mut TlsPlan) {
    tls.missing = vec!["*"];
}

/// Returns the engine, so that dropping it is not measured.
fn run(inputs: Vec<Input>, options: Options) -> Engine {
    let mut engine = Engine::new(options);
    for input in inputs {
        engine.ingest(input);
    }
    engine.finish();
    engine
}

fn octets(inputs: &[Input]) -> u64 {
    let length = |input: &Input| if let Input::Packet(packet) = input { packet.bytes.len() as u64 } else { 0 };
    inputs.iter().map(length).sum()
}
