//! Records that somebody else's stack made: rustls seals the octets, its key log opens them, and the frames are those of the octets.

use std::io::{Read as _, Write as _};
use std::sync::{Arc, Mutex};

use rustls::crypto::ring::{cipher_suite, default_provider};
use rustls::{ClientConfig, ClientConnection, KeyLog, ServerConfig, ServerConnection, SupportedCipherSuite, version};

use npscope::base::direction::Direction::{self, C2s, S2c};
use npscope::base::input::Input;
use npscope::base::secret::Secret;
use npscope::base::text::hex;
use npscope::carrier::facts::{Choice, Early};
use npscope::engine::{Engine, Options};
use npscope::scenario::Scenario;
use npscope::spec::effect::Effect;
use npscope::store::row::SealedReason;
use npscope::store::snapshot::Snapshot;

use crate::identity::{NAME, Trusting, certificate, key};

/// Lines of a key log.
#[derive(Debug, Default)]
struct Log(Mutex<String>);

impl KeyLog for Log {
    fn log(&self, label: &str, client_random: &[u8], secret: &[u8]) {
        let line = [label, " ", &hex(client_random), " ", &hex(secret), "\n"].concat();
        self.0.lock().unwrap().push_str(&line);
    }
}

/// Both ends, and what crossed the wire between them.
struct Peers {
    client: ClientConnection,
    server: ServerConnection,
    wire: Vec<(Direction, Vec<u8>)>,
}

/// How two ends are set up. The second connection of a setup resumes the first.
struct Setup {
    client: Arc<ClientConfig>,
    server: Arc<ServerConfig>,
    log: Arc<Log>,
}

impl Setup {
    fn new(suite: SupportedCipherSuite, tls12: bool) -> Self {
        let provider = Arc::new(rustls::crypto::CryptoProvider { cipher_suites: vec![suite], ..default_provider() });
        let versions = if tls12 { &[&version::TLS12][..] } else { &[&version::TLS13][..] };
        let log = Arc::new(Log::default());
        let builder = ClientConfig::builder_with_provider(Arc::clone(&provider)).with_protocol_versions(versions).unwrap();
        let mut client = builder.dangerous().with_custom_certificate_verifier(Trusting::new()).with_no_client_auth();
        let builder = ServerConfig::builder_with_provider(provider).with_protocol_versions(versions).unwrap();
        let mut server = builder.with_no_client_auth().with_single_cert(certificate(), key()).unwrap();
        client.alpn_protocols = vec![b"n-pamp/2".to_vec()];
        server.alpn_protocols = vec![b"n-pamp/2".to_vec()];
        client.enable_early_data = true;
        client.key_log = Arc::clone(&log) as Arc<dyn KeyLog>;
        Self { client: Arc::new(client), server: Arc::new(server), log }
    }

    fn early(mut self, most: u32) -> Self {
        Arc::get_mut(&mut self.server).unwrap().max_early_data_size = most;
        self
    }

    fn connect(&self) -> Peers {
        let client = ClientConnection::new(Arc::clone(&self.client), NAME.try_into().unwrap()).unwrap();
        Peers { client, server: ServerConnection::new(Arc::clone(&self.server)).unwrap(), wire: Vec::new() }
    }

    fn keys(&self) -> String {
        self.log.0.lock().unwrap().clone()
    }
}

impl Peers {
    /// Lets both ends send until neither has anything to say.
    fn settle(&mut self) {
        loop {
            let before = self.wire.len();
            let mut octets = Vec::new();
            while self.client.wants_write() {
                self.client.write_tls(&mut octets).unwrap();
            }
            self.cross(C2s, octets);
            let mut octets = Vec::new();
            while self.server.wants_write() {
                self.server.write_tls(&mut octets).unwrap();
            }
            self.cross(S2c, octets);
            if self.wire.len() == before {
                return;
            }
        }
    }

    fn cross(&mut self, direction: Direction, octets: Vec<u8>) {
        if octets.is_empty() {
            return;
        }
        let mut rest = octets.as_slice();
        while !rest.is_empty() {
            if direction == C2s {
                self.server.read_tls(&mut rest).unwrap();
                self.server.process_new_packets().unwrap();
            } else {
                self.client.read_tls(&mut rest).unwrap();
                self.client.process_new_packets().unwrap();
            }
            self.drain();
        }
        self.wire.push((direction, octets));
    }

    /// What arrived is of no interest here.
    fn drain(&mut self) {
        let mut sink = [0; 4096];
        while self.server.reader().read(&mut sink).is_ok_and(|count| count > 0) {}
        while self.client.reader().read(&mut sink).is_ok_and(|count| count > 0) {}
        if let Some(mut early) = self.server.early_data() {
            while early.read(&mut sink).is_ok_and(|count| count > 0) {}
        }
    }

    fn say(&mut self, direction: Direction, octets: &[u8]) {
        for part in octets.chunks(8000) {
            if direction == C2s {
                self.client.writer().write_all(part).unwrap();
            } else {
                self.server.writer().write_all(part).unwrap();
            }
            self.settle();
        }
    }

    fn refresh(&mut self, direction: Direction) {
        if direction == C2s {
            self.client.refresh_traffic_keys().unwrap();
        } else {
            self.server.refresh_traffic_keys().unwrap();
        }
        self.settle();
    }
}

fn run(scenario: &Scenario, keys: String) -> Snapshot {
    let mut engine = Engine::new(Options::default());
    engine.ingest(Input::Secrets(Secret::new(keys.into_bytes())));
    for input in scenario.inputs().into_iter().filter(|input| !matches!(input, Input::Secrets(_))) {
        engine.ingest(input);
    }
    engine.finish();
    engine.into_snapshot()
}

fn frames(snapshot: &Snapshot) -> Vec<Vec<String>> {
    let of = |direction| {
        let mine = snapshot.frames.iter().filter(move |(_, row)| snapshot.direction_of(row) == direction);
        mine.map(|(_, row)| format!("{} {} {:?} {:?}", row.offset, row.length, row.frame_type, row.protection)).collect()
    };
    Direction::BOTH.into_iter().map(of).collect()
}

/// A conversation in the clear: the scenario, and its frames in the order in which they were sent.
fn conversation() -> (Scenario, Snapshot, Vec<(Direction, Vec<u8>)>) {
    let mut s = Scenario::new();
    s.mcp_session();
    for id in 10..16_usize {
        let text = "y".repeat(id * id * 100);
        s.call(&id.to_string(), "read_file", Some(Effect::ReadOnly)).called(&id.to_string(), &text);
    }
    s.close();
    let (snapshot, streams) = (run(&s, s.keys()), s.streams());
    let octets = |(_, row): (usize, &npscope::store::row::FrameRow)| {
        let (direction, at) = (snapshot.direction_of(row), usize::try_from(row.offset).unwrap());
        (direction, streams[0][direction.index()][at..at + row.length as usize].to_vec())
    };
    let sent = snapshot.frames.iter().map(octets).collect();
    (s, snapshot, sent)
}

/// What crossed the wire as a capture.
fn captured(peers: &Peers, segment: usize) -> Scenario {
    let mut s = Scenario::new();
    s.without_handshake().segment_size(segment);
    for (direction, octets) in &peers.wire {
        s.octets(*direction, octets);
    }
    s
}

const SUITES: [SupportedCipherSuite; 3] =
    [cipher_suite::TLS13_AES_128_GCM_SHA256, cipher_suite::TLS13_AES_256_GCM_SHA384, cipher_suite::TLS13_CHACHA20_POLY1305_SHA256];

#[test]
fn frames_sealed_by_another_stack_are_read_in_every_suite_with_updates_and_resumption() {
    let (clear, expected, sent) = conversation();
    for suite in SUITES {
        let setup = Setup::new(suite, false);
        for (connection, segment) in [(0, 1448), (1, 1000), (2, 37)] {
            let mut peers = setup.connect();
            peers.settle();
            for (at, (direction, octets)) in sent.iter().enumerate() {
                peers.say(*direction, octets);
                if at % 4 == 3 {
                    peers.refresh(if at % 8 == 3 { C2s } else { S2c });
                }
            }
            let snapshot = run(&captured(&peers, segment), setup.keys() + &clear.keys());
            assert_eq!(frames(&snapshot), frames(&expected), "{suite:?}, connection {connection}");
            let row = snapshot.associations.get(0).unwrap();
            let facts = row.carrier.as_deref().unwrap();
            assert_eq!(facts.resumed, connection > 0, "{suite:?}");
            assert_eq!(facts.alpn, Choice::Protocol(b"n-pamp/2"[..].into()));
            assert!(facts.updates.iter().all(|count| *count > 1), "{:?}", facts.updates);
            assert_eq!(row.carrier_closed(), None);
        }
    }
}

#[test]
fn early_data_of_another_stack_is_read_when_it_is_taken_and_left_out_when_not() {
    let (clear, expected, sent) = conversation();
    for early in [Early::Accepted, Early::Refused] {
        let mut setup = Setup::new(cipher_suite::TLS13_AES_128_GCM_SHA256, false).early(16_384);
        setup.connect().settle();
        if early == Early::Refused {
            // A server that does not know the ticket.
            setup.server = Setup::new(cipher_suite::TLS13_AES_128_GCM_SHA256, false).early(16_384).server;
        }
        let mut peers = setup.connect();
        peers.client.early_data().unwrap().write_all(&sent[0].1).unwrap();
        peers.settle();
        let taken = usize::from(peers.client.is_early_data_accepted());
        for (direction, octets) in sent.iter().skip(taken) {
            peers.say(*direction, octets);
        }
        let snapshot = run(&captured(&peers, 1448), setup.keys() + &clear.keys());
        assert_eq!(frames(&snapshot), frames(&expected), "{early:?}");
        assert_eq!(snapshot.associations.get(0).unwrap().carrier.as_deref().unwrap().early, early);
    }
}

#[test]
fn hellos_that_somebody_slips_in_later_change_nothing() {
    let (clear, expected, sent) = conversation();
    let setup = Setup::new(cipher_suite::TLS13_AES_128_GCM_SHA256, false);
    let mut peers = setup.connect();
    peers.settle();
    for (direction, octets) in &sent {
        peers.say(*direction, octets);
    }
    let middle = peers.wire.len() / 2;
    let hello = peers.wire[0].clone();
    let older = [&[22, 3, 3, 0, 42, 2, 0, 0, 38, 3, 3][..], &[7; 32], &[0, 0xC0, 0x2B, 0]].concat();
    peers.wire.insert(middle, hello);
    peers.wire.insert(middle, (S2c, older));
    let snapshot = run(&captured(&peers, 1448), setup.keys() + &clear.keys());
    assert_eq!(frames(&snapshot), frames(&expected));
    assert_eq!(snapshot.associations.get(0).unwrap().carrier_closed(), None);
}

#[test]
fn an_older_version_is_named_and_stays_closed() {
    let (clear, _, sent) = conversation();
    let setup = Setup::new(cipher_suite::TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, true);
    let mut peers = setup.connect();
    peers.settle();
    for (direction, octets) in &sent {
        peers.say(*direction, octets);
    }
    let snapshot = run(&captured(&peers, 1448), setup.keys() + &clear.keys());
    let row = snapshot.associations.get(0).unwrap();
    assert_eq!((row.carrier_closed(), row.frames), (Some(SealedReason::SuiteUnknown), [0, 0]));
    assert_eq!(row.carrier.as_deref().unwrap().version_text().as_deref(), Some("TLS 1.2"));
    let rules: Vec<&str> = snapshot.findings.iter().map(|(_, finding)| finding.rule.id).collect();
    assert_eq!(rules, ["transport/tls-version"]);
}
