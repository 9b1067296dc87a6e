//! TLS: hello messages, and the records of a connection whose keys are known.

use std::sync::LazyLock;

use bytes::Bytes;
use npscope::base::direction::Direction::{C2s, S2c};
use npscope::base::limits::Limits;
use npscope::carrier::event::Event;
use npscope::carrier::hello::{client_hello, encrypted_extensions, server_hello};
use npscope::carrier::keylog::KeyLog;
use npscope::carrier::tls::{Budget, Env, Tls, probe};
use npscope::net::{At, NetEvent, Network};
use npscope::scenario::{EarlyData, Scenario};

/// Octets of the longest content of a record.
const LONGEST: usize = 16_384;

/// What made connections consist of: the octets of both sides, and their secrets.
pub struct Made {
    pub sides: [Vec<u8>; 2],
    pub keys: String,
}

/// A connection with key updates, a ticket and small records; and one with early data.
pub static MADE: LazyLock<[Made; 2]> = LazyLock::new(|| {
    let mut plain = Scenario::new();
    plain.tls(|tls| (tls.record, tls.padding) = (700, 3)).ping(C2s).tls_ticket().tls_key_update(C2s, true).tls_key_update(S2c, false);
    plain.ping(S2c).close().tls_close(C2s);
    let mut early = Scenario::new();
    early.next_association().tls(|tls| (tls.early, tls.retry) = (EarlyData::Accepted, true)).ping(C2s).close();
    [plain, early].map(|scenario| Made { sides: sides(&scenario), keys: scenario.keys() })
});

/// The octets of both sides of the only connection.
fn sides(scenario: &Scenario) -> [Vec<u8>; 2] {
    let (mut network, mut out) = (Network::new(&Limits::default()), [Vec::new(), Vec::new()]);
    for packet in scenario.packets() {
        network.push(&packet);
        while let Some(event) = network.poll() {
            if let NetEvent::Data { side, bytes, .. } = event {
                out[side].extend_from_slice(&bytes);
            }
        }
    }
    out
}

/// A hello message of any kind.
pub fn hello(octets: &[u8]) {
    let _ = (server_hello(octets), encrypted_extensions(octets));
    if let Some(hello) = client_hello(octets) {
        assert!(hello.alpn.len() <= 64, "an offer has a bound");
    }
    let _ = probe(octets);
}

/// One side's records, in segments of a size of the input's choice and with a hole, beside the other side's as they are: content comes in
/// order and without overlap, and the bounds hold.
pub fn records(octets: &[u8]) {
    let Some((&[size, hole_at, hole, choice], stream)) = octets.split_first_chunk::<4>() else { return };
    let limits = Limits { tls_waiting: 4096, tls_early: 2048, tls_numbers: 64, tls_search: 1 << 18, ..Limits::default() };
    let made = &MADE[usize::from(choice & 1)];
    let (side, from_start, keyed) = (usize::from(choice >> 1 & 1), choice & 4 == 0, choice & 8 == 0);
    let mut log = KeyLog::new(&limits);
    if keyed {
        log.push_text(made.keys.as_bytes());
    }
    let mut budget = Budget::new(&limits);
    let (mut tls, mut ends) = (Tls::new(&limits, from_start), [0_u64; 2]);
    let other = (1 - side, made.sides[1 - side].as_slice(), usize::MAX, 0..0);
    let hole_at = usize::from(hole_at) * 16;
    let mine = (side, stream, usize::from(size) * 8 + 1, hole_at..hole_at + usize::from(hole) * 4);
    let turns = if side == 0 { [mine, other] } else { [other, mine] };
    for (side, stream, size, hole) in turns {
        let mut at = 0;
        while at < stream.len() {
            let mut env = Env { keys: &log, budget: &mut budget };
            if hole.contains(&at) {
                let end = hole.end.min(stream.len());
                tls.gap(side, at as u64, (end - at) as u64, false, &mut env);
                at = end;
            } else {
                let stop = if at < hole.start { hole.start } else { stream.len() };
                let end = at.saturating_add(size).min(stop).min(stream.len());
                tls.push(side, at as u64, Bytes::copy_from_slice(&stream[at..end]), At::default(), &mut env);
                at = end;
            }
            events(&mut tls, &mut ends);
        }
        tls.finish(side, &mut Env { keys: &log, budget: &mut budget });
        events(&mut tls, &mut ends);
    }
    if !keyed {
        log.push_text(made.keys.as_bytes());
        tls.refresh(&mut Env { keys: &log, budget: &mut budget });
        events(&mut tls, &mut ends);
    }
}

fn events(tls: &mut Tls, ends: &mut [u64; 2]) {
    while let Some(event) = tls.poll() {
        match event {
            Event::Data { run, offset, bytes, unit, .. } => {
                assert_eq!(offset, ends[run.side], "content has no holes and no overlap");
                assert!(!bytes.is_empty() && bytes.len() <= LONGEST && usize::from(unit.sealed) > bytes.len());
                assert!(tls.seal(unit.key).is_some(), "what opened a record is kept");
                ends[run.side] += bytes.len() as u64;
            }
            Event::Gap { run, offset, length, .. } => {
                assert_eq!(offset, ends[run.side], "a gap stands where content ended");
                ends[run.side] += length;
            }
            Event::Broken { .. } => {}
            Event::Late { run } => assert_eq!(ends[run.side], 0, "a late start comes first"),
        }
    }
}

/// Whether the first octets of a made side are known for what they are.
#[test]
fn made_connections_begin_with_a_hello() {
    use npscope::carrier::tls::Probe;
    for made in MADE.iter() {
        assert!(made.sides.iter().all(|side| probe(side) == Probe::Hello));
    }
}
