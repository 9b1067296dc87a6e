//! Opening one sealed frame with the key that is due: what every frame of a keyed capture costs.

mod common;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use npscope::base::direction::Direction::{self, C2s, S2c};
use npscope::base::limits::Limits;
use npscope::carrier::keylog::KeyLog;
use npscope::npamp::header::Header;
use npscope::npamp::keyring::{FrameEvidence, Keyring};
use npscope::npamp::protection::Protection;
use npscope::scenario::{FrameSpec, Scenario};
use npscope::spec::channel::Channel;
use npscope::spec::frame_type::FrameType;
use npscope::spec::suite::Suite;

/// Payloads, in octets before they are sealed.
const SIZES: [usize; 3] = [300, 4 << 10, 64 << 10];

fn main() {
    common::run(open);
}

fn open(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("open");
    for (name, suite) in [("AES-256-GCM", Suite::AES_256_GCM), ("ChaCha20-Poly1305", Suite::CHACHA20_POLY1305)] {
        for size in SIZES {
            let mut opener = Opener::new(suite, size);
            assert_eq!(opener.open(), Some(size), "the frame opens");
            group.throughput(Throughput::Bytes(size as u64));
            group.bench_function(BenchmarkId::new(name, size), |bencher| bencher.iter(|| black_box(opener.open())));
        }
    }
    group.finish();
}

/// A keyring behind its handshake, and the frame that it opens again and again.
struct Opener {
    log: KeyLog,
    keyring: Keyring,
    frame: Vec<u8>,
    plain: Vec<u8>,
}

impl Opener {
    fn new(suite: Suite, size: usize) -> Self {
        let mut scenario = Scenario::new();
        scenario.suites(&[suite]);
        scenario.frame(C2s, FrameSpec::new(Channel::BRIDGE, FrameType::BRIDGE_REQUEST).payload(&vec![7; size]));
        let mut log = KeyLog::new(&Limits::default());
        log.push_text(scenario.keys().as_bytes());
        let [client, server] = scenario.streams().pop().unwrap_or_default().map(|stream| frames(&stream));
        let mut client = client.into_iter();
        let mut opener = Self { log, keyring: Keyring::new(None, &Limits::default()), frame: Vec::new(), plain: Vec::new() };
        opener.feed(C2s, client.next());
        for frame in server {
            opener.feed(S2c, Some(frame));
        }
        opener.feed(C2s, client.next());
        opener.frame = client.next().unwrap_or_default();
        opener
    }

    fn feed(&mut self, direction: Direction, frame: Option<Vec<u8>>) {
        self.frame = frame.unwrap_or_default();
        self.open_as(direction);
    }

    /// Octets of the opened payload.
    fn open(&mut self) -> Option<usize> {
        self.open_as(C2s).filter(|protection| *protection == Protection::Opened).map(|_| self.plain.len())
    }

    fn open_as(&mut self, direction: Direction) -> Option<Protection> {
        let header = Header::decode(&self.frame).ok()?;
        let evidence = FrameEvidence { gap: false, losses: 0, late_start: false };
        Some(self.keyring.open(&self.log, direction, &header, &self.frame, &evidence, &mut self.plain).protection)
    }
}

/// The frames of a whole stream.
fn frames(mut stream: &[u8]) -> Vec<Vec<u8>> {
    let mut out = Vec::new();
    while let Ok(header) = Header::decode(stream) {
        let length = usize::try_from(header.frame_len()).unwrap_or(usize::MAX).min(stream.len());
        let (frame, rest) = stream.split_at(length);
        out.push(frame.to_vec());
        stream = rest;
    }
    out
}
