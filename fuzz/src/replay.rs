//! Replays seeds and mutations of them.

use std::path::PathBuf;

/// The folder of a target's seeds.
pub fn folder(target: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target)
}

/// Runs every seed, and `mutations` of each. They are the same on every run; `REPLAY_TIMES` asks for so many times more.
fn replay(target: &str, function: fn(&[u8]), mutations: usize) {
    let times = std::env::var("REPLAY_TIMES").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder(target)).expect("the target has seeds").map(|entry| entry.expect("a folder").path()).collect();
    paths.sort_unstable();
    assert!(!paths.is_empty(), "the target has seeds");
    for path in paths {
        let seed = std::fs::read(&path).expect("a seed can be read");
        run(function, &seed);
        let mut dice = Dice(0x9E37_79B9_7F4A_7C15 ^ seed.len() as u64);
        for _ in 0..mutations * times {
            let mut octets = seed.clone();
            for _ in 0..=dice.below(3) {
                mutate(&mut octets, &mut dice);
            }
            run(function, &octets);
        }
    }
}

/// Runs one input, and says which it was when it fails.
fn run(function: fn(&[u8]), octets: &[u8]) {
    let told = Told(octets);
    function(octets);
    std::mem::forget(told);
}

struct Told<'a>(&'a [u8]);

impl Drop for Told<'_> {
    fn drop(&mut self) {
        let hex: String = self.0.iter().map(|octet| format!("{octet:02x}")).collect();
        eprintln!("the input was {hex}");
    }
}

fn mutate(octets: &mut Vec<u8>, dice: &mut Dice) {
    let (at, other) = (dice.below(octets.len()), dice.below(octets.len()));
    let (from, to) = (at.min(other), at.max(other));
    match dice.below(6) {
        0 => flip(octets, at, 1 << dice.below(8)),
        1 => flip(octets, at, u8::try_from(dice.below(255)).unwrap_or(0) + 1),
        2 => octets.truncate(at),
        3 => drop(octets.drain(from..to.min(from + 64))),
        4 => {
            let copy = octets[from..to.min(from + 64)].to_vec();
            octets.splice(from..from, copy);
        }
        _ => {
            let pick = [0, 0x7F, 0x80, 0xFF, b'"', b'{'][dice.below(6)];
            octets.insert(at, pick);
        }
    }
}

fn flip(octets: &mut [u8], at: usize, mask: u8) {
    if let Some(octet) = octets.get_mut(at) {
        *octet ^= mask;
    }
}

/// Xorshift: random enough, and always the same.
struct Dice(u64);

impl Dice {
    /// A number below `end`; 0 when that is 0.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 16).unwrap_or(0).checked_rem(end).unwrap_or(0)
    }
}

macro_rules! targets {
    ($($target:ident: $mutations:literal),+ $(,)?) => {$(
        #[test]
        fn $target() {
            replay(stringify!($target), crate::$target, $mutations);
        }
    )+};
}

targets! {
    header: 1000,
    splitter: 1000,
    tlv: 1000,
    payload: 1000,
    json: 1000,
    cbor: 1000,
    native: 300,
    keylog: 500,
    tls_hello: 1000,
    tls_records: 500,
    capture: 300,
    packets: 500,
    engine: 300,
    quic: 200,
    datagrams: 500,
    query: 500,
}

#[test]
fn conversations_reach_the_rules_about_exchanges() {
    for (name, exchanges) in [("session", 4), ("session_late", 4), ("session_three", 4), ("stream", 1), ("rotations", 1)] {
        let seed = std::fs::read(folder("engine").join(name)).expect("the seed is there");
        let mut engine = npscope::engine::Engine::new(npscope::engine::Options::default());
        for input in crate::conversation::play(&seed).inputs() {
            engine.ingest(input);
        }
        engine.finish();
        assert!(engine.into_snapshot().exchanges.len() >= exchanges, "{name} is understood");
    }
}
