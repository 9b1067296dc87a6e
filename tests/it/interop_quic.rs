//! QUIC as quinn speaks it over loopback, recorded by a relay between the peers: what we read is what they sent.

use std::collections::BTreeMap;
use std::net::{SocketAddr, UdpSocket};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use etherparse::PacketBuilder;
use npscope::base::direction::Direction;
use npscope::base::id::PacketId;
use npscope::base::input::{Input, LinkType, Packet};
use npscope::base::secret::Secret;
use npscope::base::text::hex;
use npscope::base::time::Timestamp;
use npscope::engine::{Engine, Options};
use npscope::scenario::Scenario;
use npscope::spec::generation::Generation;
use npscope::store::snapshot::Snapshot;
use quinn::crypto::rustls::{QuicClientConfig, QuicServerConfig};
use quinn::{ClientConfig, Connection, Endpoint, ServerConfig, VarInt};

use crate::identity::{NAME, Trusting, certificate, key};
use crate::quic_carrier::{Told, carry};

/// Lines of a key log.
#[derive(Debug, Default)]
struct Lines(Mutex<String>);

impl rustls::KeyLog for Lines {
    fn log(&self, label: &str, random: &[u8], secret: &[u8]) {
        self.0.lock().unwrap().extend([label, " ", &hex(random), " ", &hex(secret), "\n"]);
    }
}

fn provider() -> Arc<rustls::crypto::CryptoProvider> {
    Arc::new(rustls::crypto::ring::default_provider())
}

fn server_config() -> ServerConfig {
    let mut tls = rustls::ServerConfig::builder_with_provider(provider())
        .with_protocol_versions(&[&rustls::version::TLS13])
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(certificate(), key())
        .unwrap();
    tls.alpn_protocols = vec![b"n-pamp/3".to_vec()];
    tls.max_early_data_size = u32::MAX;
    ServerConfig::with_crypto(Arc::new(QuicServerConfig::try_from(tls).unwrap()))
}

/// A client whose tickets live as long as the configuration, and its key log.
fn client_config(suite: Option<rustls::CipherSuite>) -> (ClientConfig, Arc<Lines>) {
    let mut provider = rustls::crypto::ring::default_provider();
    // The first packets are sealed with AES-128 whatever is negotiated.
    provider.cipher_suites.sort_by_key(|known| Some(known.suite()) != suite);
    let provider = Arc::new(provider);
    let mut tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&rustls::version::TLS13])
        .unwrap()
        .dangerous()
        .with_custom_certificate_verifier(Trusting::new())
        .with_no_client_auth();
    let lines = Arc::new(Lines::default());
    tls.alpn_protocols = vec![b"n-pamp/3".to_vec(), b"n-pamp/2".to_vec()];
    tls.enable_early_data = true;
    tls.key_log = lines.clone();
    (ClientConfig::new(Arc::new(QuicClientConfig::try_from(tls).unwrap())), lines)
}

/// Source, destination and octets of a datagram.
type Passed = (SocketAddr, SocketAddr, Vec<u8>);

/// Passes datagrams on between clients and a server, and keeps them.
struct Relay {
    at: SocketAddr,
    server: SocketAddr,
    packets: Arc<Mutex<Vec<Passed>>>,
    over: Arc<AtomicBool>,
    runs: Option<std::thread::JoinHandle<()>>,
}

impl Relay {
    fn to(server: SocketAddr) -> Self {
        let front = UdpSocket::bind("127.0.0.1:0").unwrap();
        front.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
        let at = front.local_addr().unwrap();
        let (packets, over) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let (kept, ends) = (packets.clone(), over.clone());
        let runs = std::thread::spawn(move || {
            let mut backs: BTreeMap<SocketAddr, UdpSocket> = BTreeMap::new();
            let mut buffer = vec![0; 65_536];
            while !ends.load(Ordering::Relaxed) {
                while let Ok((len, client)) = front.recv_from(&mut buffer) {
                    kept.lock().unwrap().push((client, server, buffer[..len].to_vec()));
                    let back = backs.entry(client).or_insert_with(|| {
                        let back = UdpSocket::bind("127.0.0.1:0").unwrap();
                        back.set_nonblocking(true).unwrap();
                        back
                    });
                    back.send_to(&buffer[..len], server).unwrap();
                    if backs.values().any(|back| back.peek(&mut [0; 1]).is_ok()) {
                        break;
                    }
                }
                for (client, back) in &backs {
                    while let Ok(len) = back.recv(&mut buffer) {
                        kept.lock().unwrap().push((server, *client, buffer[..len].to_vec()));
                        front.send_to(&buffer[..len], client).unwrap();
                    }
                }
            }
        });
        Self { at, server, packets, over, runs: Some(runs) }
    }

    /// What was passed on, as a capture of raw IP.
    fn capture(mut self) -> Vec<Packet> {
        std::thread::sleep(Duration::from_millis(50));
        self.over.store(true, Ordering::Relaxed);
        self.runs.take().unwrap().join().unwrap();
        let packets = self.packets.lock().unwrap();
        let mut file_offset = 0;
        let packet = |(at, (from, to, octets)): (usize, &Passed)| {
            let mut bytes = Vec::new();
            let ips = if *to == self.server { [[10, 0, 0, 1], [10, 0, 0, 2]] } else { [[10, 0, 0, 2], [10, 0, 0, 1]] };
            PacketBuilder::ipv4(ips[0], ips[1], 64).udp(from.port(), to.port()).write(&mut bytes, octets).unwrap();
            let (original_len, offset) = (u32::try_from(bytes.len()).unwrap(), file_offset);
            file_offset += bytes.len() as u64;
            let time = Timestamp(i64::try_from(at).unwrap() * 100_000);
            Packet { id: PacketId::from_index(at), time, link: LinkType::RAW, original_len, file_offset: offset, bytes: bytes.into() }
        };
        packets.iter().enumerate().map(packet).collect()
    }
}

/// What the peers sent on streams and in datagrams.
type Sent = Arc<Mutex<BTreeMap<(usize, u64), Vec<u8>>>>;

fn filler(seed: u64, len: usize) -> Vec<u8> {
    (0..len as u64).map(|at| (at.wrapping_mul(seed | 1).wrapping_add(at >> 8) & 0xff) as u8).collect()
}

async fn send(sent: &Sent, side: usize, stream: &mut quinn::SendStream, octets: &[u8]) {
    sent.lock().unwrap().entry((side, VarInt::from(stream.id()).into_inner())).or_default().extend(octets);
    stream.write_all(octets).await.unwrap();
}

/// Answers every stream with as many octets, until the connection ends.
fn serve(connection: Connection, sent: Sent) {
    let pushed = connection.clone();
    tokio::spawn(async move {
        while let Ok(mut stream) = pushed.accept_uni().await {
            tokio::spawn(async move { stream.read_to_end(1 << 24).await });
        }
    });
    tokio::spawn(async move {
        while let Ok((mut answer, mut request)) = connection.accept_bi().await {
            let sent = sent.clone();
            tokio::spawn(async move {
                let Ok(octets) = request.read_to_end(1 << 24).await else { return };
                let reversed: Vec<u8> = octets.iter().rev().copied().collect();
                send(&sent, 1, &mut answer, &reversed).await;
                let _ = answer.finish();
            });
        }
    });
}

/// Asks on a stream of its own and waits for the answer.
async fn ask(connection: &Connection, sent: &Sent, octets: &[u8]) {
    let (mut request, mut answer) = connection.open_bi().await.unwrap();
    send(sent, 0, &mut request, octets).await;
    request.finish().unwrap();
    assert_eq!(answer.read_to_end(1 << 24).await.unwrap().len(), octets.len());
}

/// A server behind a relay, that answers on every connection.
struct Stage {
    server: Endpoint,
    relay: Relay,
    client: Endpoint,
    lines: Arc<Lines>,
    /// What each connection's server sends, in the order of their beginning.
    sent: Arc<Mutex<Vec<Sent>>>,
}

/// Connection ids that differ where they can.
struct Ids {
    len: usize,
    next: u64,
}

impl quinn::ConnectionIdGenerator for Ids {
    fn generate_cid(&mut self) -> quinn::ConnectionId {
        self.next += 1;
        let octets: Vec<u8> = filler(self.next * 0x9e37_79b9 + 1, 32);
        quinn::ConnectionId::new(&octets[32 - self.len..])
    }

    fn cid_len(&self) -> usize {
        self.len
    }

    fn cid_lifetime(&self) -> Option<Duration> {
        None
    }
}

/// An endpoint whose connection ids have so many octets.
fn endpoint(id_len: usize, server: Option<ServerConfig>) -> Endpoint {
    let mut config = quinn::EndpointConfig::default();
    config.cid_generator(move || Box::new(Ids { len: id_len, next: 0 }));
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    Endpoint::new(config, server, socket, Arc::new(quinn::TokioRuntime)).unwrap()
}

impl Stage {
    fn new(suite: Option<rustls::CipherSuite>) -> Self {
        Self::with_ids(suite, [8, 8])
    }

    /// Connection ids of client and server have so many octets.
    fn with_ids(suite: Option<rustls::CipherSuite>, [client_len, server_len]: [usize; 2]) -> Self {
        let server = endpoint(server_len, Some(server_config()));
        let relay = Relay::to(server.local_addr().unwrap());
        let mut client = endpoint(client_len, None);
        let (config, lines) = client_config(suite);
        client.set_default_client_config(config);
        let sent: Arc<Mutex<Vec<Sent>>> = Arc::default();
        let (accepting, all) = (server.clone(), sent.clone());
        tokio::spawn(async move {
            while let Some(incoming) = accepting.accept().await {
                let mine = Sent::default();
                all.lock().unwrap().push(mine.clone());
                if let Ok(connection) = incoming.accept().unwrap().into_0rtt() {
                    serve(connection.0, mine);
                }
            }
        });
        Self { server, relay, client, lines, sent }
    }

    async fn connect(&self) -> Connection {
        self.client.connect(self.relay.at, NAME).unwrap().await.unwrap()
    }

    /// Ends everything: the capture and the key log.
    async fn finish(self) -> (Vec<Packet>, String) {
        self.client.close(0_u32.into(), b"done");
        self.client.wait_idle().await;
        self.server.close(0_u32.into(), b"done");
        let packets = tokio::task::spawn_blocking(|| self.relay.capture()).await.unwrap();
        (packets, self.lines.0.lock().unwrap().clone())
    }
}

fn run(test: impl Future<Output = ()>) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(test);
}

fn read(packets: &[Packet], keys: &str) -> Told {
    let mut log = npscope::carrier::keylog::KeyLog::new(&npscope::base::limits::Limits::default());
    log.push_text(keys.as_bytes());
    carry(packets.iter(), &log)
}

/// Everything that was sent was read, and nothing else.
fn agree(told: &Told, connection: u32, sides: [&Sent; 2]) {
    let mut expected = BTreeMap::new();
    for side in sides {
        expected.extend(side.lock().unwrap().clone());
    }
    let mine: BTreeMap<_, _> = told.of(connection).map(|(run, octets)| (run, octets.clone())).collect();
    assert_eq!(mine.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (run, octets) in &expected {
        let at = mine[run].iter().zip(octets).position(|(one, two)| one != two);
        assert!(
            mine[run] == *octets,
            "stream {run:?}: {} of {} octets, first difference {at:?}, gaps {}",
            mine[run].len(),
            octets.len(),
            told.gaps
        );
    }
}

/// The same capture as an interface records it that sends several packets of a connection at once: those of one size, and
/// a shorter last one, in one datagram.
fn segmented(packets: &[Packet], [client_len, server_len]: [usize; 2]) -> Vec<Packet> {
    let id = |packet: &Packet| {
        let len = if packet.bytes[15] == 1 { server_len } else { client_len };
        packet.bytes[29..29 + len].to_vec()
    };
    let ends = |packet: &Packet| packet.bytes[12..24].to_vec();
    let (mut out, mut size): (Vec<Packet>, usize) = (Vec::new(), 0);
    for packet in packets {
        let payload = &packet.bytes[28..];
        let short = payload[0] & 0x80 == 0;
        match out.last_mut() {
            Some(last)
                if short
                    && ends(last) == ends(packet)
                    && id(last) == id(packet)
                    && size > 0
                    && (last.bytes.len() - 28) % size == 0
                    && payload.len() <= size
                    && last.bytes.len() < 30_000 =>
            {
                let joined = [&last.bytes[28..], payload].concat();
                let mut bytes = last.bytes[..28].to_vec();
                bytes[2..4].copy_from_slice(&u16::try_from(joined.len() + 28).unwrap().to_be_bytes());
                bytes[24..26].copy_from_slice(&u16::try_from(joined.len() + 8).unwrap().to_be_bytes());
                bytes.extend(joined);
                last.original_len = u32::try_from(bytes.len()).unwrap();
                last.bytes = bytes.into();
            }
            _ => {
                out.push(packet.clone());
                size = if short && payload.len() >= 1200 { payload.len() } else { 0 };
            }
        }
    }
    out
}

#[test]
fn every_cipher_is_read_through_key_updates_and_a_new_port() {
    use rustls::CipherSuite::{TLS13_AES_128_GCM_SHA256, TLS13_AES_256_GCM_SHA384, TLS13_CHACHA20_POLY1305_SHA256};
    for suite in [TLS13_AES_128_GCM_SHA256, TLS13_AES_256_GCM_SHA384, TLS13_CHACHA20_POLY1305_SHA256] {
        run(async {
            let stage = Stage::new(Some(suite));
            let (connection, sent) = (stage.connect().await, Sent::default());
            for round in 0..6 {
                ask(&connection, &sent, &filler(round, 3000)).await;
                connection.force_key_update();
                if round == 3 {
                    stage.client.rebind(UdpSocket::bind("127.0.0.1:0").unwrap()).unwrap();
                }
                let mut stream = connection.open_uni().await.unwrap();
                send(&sent, 0, &mut stream, &filler(round + 50, 200_000)).await;
                stream.finish().unwrap();
                stream.stopped().await.unwrap();
                // Keys change again only when those before are out of use.
                tokio::time::sleep(Duration::from_millis(150)).await;
            }
            let server = stage.sent.lock().unwrap()[0].clone();
            let (packets, keys) = stage.finish().await;
            let told = read(&packets, &keys);
            agree(&told, 0, [&sent, &server]);
            assert_eq!(told.gaps, 0);
            let count = |wanted: fn(&npscope::carrier::quic::QuicFact) -> bool| told.facts.iter().filter(|fact| wanted(fact)).count();
            assert_eq!(count(|fact| matches!(fact, npscope::carrier::quic::QuicFact::Migrated { side: 0, .. })), 1, "{:?}", told.facts);
            assert!(count(|fact| matches!(fact, npscope::carrier::quic::QuicFact::KeysUpdated { .. })) >= 6, "{:?}", told.facts);
        });
    }
}

#[test]
fn ids_without_octets_and_long_ones_are_followed_to_new_ports() {
    for ids in [[0, 8], [0, 20], [5, 12], [0, 0]] {
        run(async {
            let stage = Stage::with_ids(None, ids);
            // Without ids of the client only one connection can be told by its addresses.
            let mut connections = vec![stage.connect().await];
            if ids[0] > 0 {
                connections.push(stage.connect().await);
            }
            let sent: Vec<Sent> = connections.iter().map(|_| Sent::default()).collect();
            for round in 0..4 {
                for (connection, mine) in connections.iter().zip(&sent) {
                    ask(connection, mine, &filler(round, 40_000)).await;
                }
                // Without ids of the server a move ends the connection.
                if round == 1 && ids[1] > 0 {
                    stage.client.rebind(UdpSocket::bind("127.0.0.1:0").unwrap()).unwrap();
                }
            }
            let server = stage.sent.lock().unwrap().clone();
            let (packets, keys) = stage.finish().await;
            let joined = segmented(&packets, ids);
            assert!(joined.len() < packets.len());
            for packets in [packets, joined] {
                let told = read(&packets, &keys);
                for (at, (mine, theirs)) in (0..).zip(sent.iter().zip(&server)) {
                    agree(&told, at, [mine, theirs]);
                }
            }
        });
    }
}

#[test]
fn connections_between_the_same_addresses_are_kept_apart() {
    run(async {
        let stage = Stage::new(None);
        let sent: Vec<Sent> = (0..4).map(|_| Sent::default()).collect();
        let mut connections = Vec::new();
        for mine in &sent {
            let connection = stage.connect().await;
            ask(&connection, mine, &filler(9, 100)).await;
            connections.push(connection);
        }
        for round in 0..5 {
            for (connection, mine) in connections.iter().zip(&sent) {
                connection.send_datagram(Bytes::from_static(b"beside the streams")).unwrap();
                ask(connection, mine, &filler(round, 5000)).await;
            }
        }
        let server = stage.sent.lock().unwrap().clone();
        let (packets, keys) = stage.finish().await;
        let told = read(&packets, &keys);
        assert_eq!((told.opened, told.datagrams), (4, 20));
        for (at, (mine, theirs)) in (0..).zip(sent.iter().zip(&server)) {
            agree(&told, at, [mine, theirs]);
        }
    });
}

#[test]
fn early_data_counts_when_it_is_taken_and_not_when_it_is_refused() {
    for refused in [false, true] {
        run(async {
            let stage = Stage::new(None);
            let first = stage.connect().await;
            ask(&first, &Sent::default(), b"a first connection for a ticket").await;
            tokio::time::sleep(Duration::from_millis(50)).await;
            if refused {
                // Other keys for tickets: none of the old ones is good any more.
                stage.server.set_server_config(Some(server_config()));
            }
            let connecting = stage.client.connect(stage.relay.at, NAME).unwrap();
            let Ok((connection, taken)) = connecting.into_0rtt() else { panic!("a ticket allows early data") };
            let (early, sent) = (filler(3, 900), Sent::default());
            let mut stream = connection.open_uni().await.unwrap();
            stream.write_all(&early).await.unwrap();
            let _ = stream.finish();
            assert_eq!(taken.await, !refused);
            if refused {
                let mut stream = connection.open_uni().await.unwrap();
                send(&sent, 0, &mut stream, &filler(4, 1200)).await;
                stream.finish().unwrap();
                stream.stopped().await.unwrap();
            } else {
                sent.lock().unwrap().insert((0, 2), early);
            }
            ask(&connection, &sent, &filler(5, 700)).await;
            let server = stage.sent.lock().unwrap()[1].clone();
            let (packets, keys) = stage.finish().await;
            agree(&read(&packets, &keys), 1, [&sent, &server]);
        });
    }
}

#[test]
fn an_association_over_quinn_reads_as_over_tcp() {
    let mut made = Scenario::new();
    made.generation(Generation::Three).mcp_session().call("3", "read_file", None).called("3", "text").close();
    let expected = observe(made.inputs(), "");
    run(async {
        let stage = Stage::new(None);
        let connection = stage.connect().await;
        let (mut request, mut answer) = connection.open_bi().await.unwrap();
        let streams = made.streams();
        request.write_all(&streams[0][0]).await.unwrap();
        request.finish().unwrap();
        let _ = answer.read_to_end(1 << 24).await.unwrap();
        // The server of the stage only answers: the client sends the other direction too, where it is as good.
        drop(connection);
        let (packets, keys) = stage.finish().await;
        let inputs = packets.into_iter().map(Input::Packet).collect();
        let read = observe(inputs, &(made.keys() + &keys));
        let of = |snapshot: &Snapshot| {
            snapshot
                .frames
                .iter()
                .filter(|(_, row)| snapshot.stream(row.stream).is_some_and(|stream| stream.direction == Direction::C2s))
                .map(|(_, row)| (row.offset, row.length, row.seq))
                .collect::<Vec<_>>()
        };
        assert_eq!(of(&read), of(&expected));
    });
}

fn observe(inputs: Vec<Input>, keys: &str) -> Snapshot {
    let mut engine = Engine::new(Options::default());
    engine.ingest(Input::Secrets(Secret::copy(keys.as_bytes())));
    for input in inputs {
        engine.ingest(input);
    }
    engine.finish();
    engine.into_snapshot()
}
