//! The relay with real sockets: octets pass unchanged, ends pass through, and what it saw is what a capture would have shown.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use etherparse::{NetSlice, SlicedPacket, TransportSlice};
use npscope::base::input::Input;
use npscope::scenario::{Scenario, sample};

use crate::program::{folder, run};
use crate::strict::parse;

/// A relay, and where it listens.
struct Relay {
    child: Child,
    address: String,
}

impl Relay {
    fn start(folder: &Path, listen: &str, upstream: &str, extra: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_npscope"))
            .args(["tap", "--listen", listen, "--upstream", upstream])
            .args(extra)
            .current_dir(folder)
            .env_clear()
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut told = BufReader::new(child.stderr.take().unwrap());
        while !line.contains("listening on") {
            line.clear();
            assert!(told.read_line(&mut line).unwrap() > 0, "the relay did not start");
        }
        thread::spawn(move || std::io::copy(&mut told, &mut std::io::sink()));
        let address = line.split("listening on ").nth(1).unwrap().split(", ").next().unwrap().to_owned();
        Self { child, address }
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).unwrap()
    }

    /// Ends it as Ctrl-C does. Answers with the status and what it printed.
    fn end(mut self) -> (i32, String) {
        // What passed last has to reach the recording first.
        thread::sleep(Duration::from_millis(300));
        assert!(Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap().success());
        let mut out = String::new();
        self.child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        (self.child.wait().unwrap().code().unwrap(), out)
    }
}

/// A server that answers with what it gets, and ends when the client does.
fn echo_server() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            thread::spawn(move || {
                let mut copy = stream.try_clone().unwrap();
                let _ = std::io::copy(&mut copy, &mut stream);
                let _ = stream.shutdown(Shutdown::Write);
            });
        }
    });
    address
}

/// The payloads of a conversation in their order: whether the client sends, and what.
pub(crate) fn payloads(scenario: &Scenario) -> Vec<(bool, Vec<u8>)> {
    let mut client = None;
    let mut found = Vec::new();
    for input in scenario.inputs() {
        let Input::Packet(packet) = input else { continue };
        let sliced = SlicedPacket::from_ethernet(&packet.bytes).unwrap();
        let (Some(NetSlice::Ipv4(_)), Some(TransportSlice::Tcp(tcp))) = (&sliced.net, &sliced.transport) else { continue };
        let client = *client.get_or_insert_with(|| tcp.source_port());
        if !tcp.payload().is_empty() {
            found.push((tcp.source_port() == client, tcp.payload().to_vec()));
        }
    }
    found
}

/// The report without what differs between a relay and a capture: times, addresses, names.
fn judged(report: &str) -> Vec<String> {
    let report = parse(report);
    let mut rows: Vec<String> = Vec::new();
    for finding in report.get("findings").unwrap().elements() {
        let word = |key: &str| format!("{:?}", finding.get(key).unwrap());
        rows.push(format!("{} {} {} {}", word("rule"), word("frame"), word("exchange"), word("message")));
    }
    rows.push(format!("{:?}", report.get("verdict").unwrap()));
    for count in ["associations", "frames", "opened", "sealed", "exchanges"] {
        rows.push(format!("{count} {:?}", report.get("counts").unwrap().get(count).unwrap()));
    }
    rows
}

fn relay_equals_capture(name: &str) {
    let scenario = sample::find(name).unwrap().scenario();
    let folder = folder(&scenario);
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let upstream = server.local_addr().unwrap().to_string();
    let relay = Relay::start(folder.path(), "127.0.0.1:0", &upstream, &["--format", "json", "-k", "a.keys", "-w", "seen.pcapng"]);
    let mut client = relay.connect();
    let (mut other, _) = server.accept().unwrap();
    for (from_client, octets) in payloads(&scenario) {
        let (sender, receiver) = if from_client { (&mut client, &mut other) } else { (&mut other, &mut client) };
        sender.write_all(&octets).unwrap();
        let mut got = vec![0; octets.len()];
        receiver.read_exact(&mut got).unwrap();
        assert_eq!(octets, got);
    }
    client.shutdown(Shutdown::Write).unwrap();
    assert_eq!(other.read(&mut [0; 1]).unwrap(), 0);
    other.shutdown(Shutdown::Write).unwrap();
    assert_eq!(client.read(&mut [0; 1]).unwrap(), 0);
    let (status, seen) = relay.end();
    let captured = run(folder.path(), &["audit", "a.pcapng", "-k", "a.keys", "--format", "json"]);
    let replayed = run(folder.path(), &["audit", "seen.pcapng", "-k", "a.keys", "--format", "json"]);
    assert_eq!(judged(&seen), judged(&captured.out));
    assert_eq!(judged(&seen), judged(&replayed.out));
    assert_eq!((status, replayed.status), (captured.status, captured.status));
}

#[test]
fn a_clean_session_over_the_relay_is_as_clean_as_its_capture_and_its_replay() {
    relay_equals_capture("mcp-session");
}

#[test]
fn violations_over_the_relay_are_those_of_the_capture_and_of_the_replay() {
    relay_equals_capture("violations");
}

#[test]
fn a_side_may_end_before_the_other() {
    let folder = crate::program::empty();
    let relay = Relay::start(folder.path(), "127.0.0.1:0", &echo_server().to_string(), &[]);
    let mut client = relay.connect();
    client.write_all(b"all of it").unwrap();
    client.shutdown(Shutdown::Write).unwrap();
    let mut back = Vec::new();
    client.read_to_end(&mut back).unwrap();
    assert_eq!(back, b"all of it");
    assert_eq!(relay.end().0, 3);
}

#[test]
fn a_reset_is_passed_on_and_a_refusal_too() {
    let folder = crate::program::empty();
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    let relay = Relay::start(folder.path(), "127.0.0.1:0", &server.local_addr().unwrap().to_string(), &["-w", "seen.pcapng"]);
    let mut client = relay.connect();
    client.write_all(b"x").unwrap();
    let (mut other, _) = server.accept().unwrap();
    other.read_exact(&mut [0; 1]).unwrap();
    // What was sent and never read makes the end of a connection a reset.
    other.write_all(b"unread").unwrap();
    thread::sleep(Duration::from_millis(100));
    drop(client);
    let error = (0..200).find_map(|_| {
        thread::sleep(Duration::from_millis(10));
        other.write_all(b"more").err().or_else(|| other.read(&mut [0; 1]).err())
    });
    assert!(error.is_some(), "the server never learned of the reset");
    drop(server);
    let mut refused = relay.connect();
    let outcome = refused.read(&mut [0; 1]);
    assert!(outcome.is_err() || outcome.is_ok_and(|count| count == 0));
    relay.end();
}

#[test]
fn both_ends_may_be_of_any_family() {
    let folder = crate::program::empty();
    let path = |name: &str| folder.path().join(name);
    let server = UnixListener::bind(path("up.sock")).unwrap();
    thread::spawn(move || {
        for stream in server.incoming() {
            let mut stream = stream.unwrap();
            let mut copy = stream.try_clone().unwrap();
            thread::spawn(move || std::io::copy(&mut copy, &mut stream));
        }
    });
    let upstream = format!("unix:{}", path("up.sock").display());
    let listen = format!("unix:{}", path("in.sock").display());
    for (listen, is_unix) in [(listen.as_str(), true), ("[::1]:0", false), ("127.0.0.1:0", false)] {
        if !is_unix && TcpListener::bind(listen).is_err() {
            eprintln!("skipped: no {listen} here");
            continue;
        }
        let relay = Relay::start(folder.path(), listen, &upstream, &["-w", "seen.pcapng"]);
        let mut got = [0; 5];
        if is_unix {
            let mut client = UnixStream::connect(path("in.sock")).unwrap();
            client.write_all(b"hello").unwrap();
            client.read_exact(&mut got).unwrap();
        } else {
            let mut client = relay.connect();
            client.write_all(b"hello").unwrap();
            client.read_exact(&mut got).unwrap();
        }
        assert_eq!(&got, b"hello");
        relay.end();
        let seen = std::fs::read(path("seen.pcapng")).unwrap();
        assert_eq!(seen.windows(5).filter(|window| window == b"hello").count(), 2, "{listen}");
    }
    assert!(!path("in.sock").exists());
}

#[test]
fn a_hundred_connections_at_once_are_relayed_unchanged_and_all_recorded() {
    let folder = crate::program::empty();
    let relay = Relay::start(folder.path(), "127.0.0.1:0", &echo_server().to_string(), &["-w", "seen.pcapng"]);
    let clients: Vec<_> = (0..100_u32)
        .map(|number| {
            let mut client = relay.connect();
            thread::spawn(move || {
                let octets: Vec<u8> = (0..20_000_u32).flat_map(|at| (at ^ (number << 16)).to_be_bytes()).collect();
                let (mut sending, sent) = (client.try_clone().unwrap(), octets.clone());
                let sender = thread::spawn(move || {
                    sending.write_all(&sent).unwrap();
                    sending.shutdown(Shutdown::Write).unwrap();
                });
                let mut back = Vec::new();
                client.read_to_end(&mut back).unwrap();
                sender.join().unwrap();
                assert!(back == octets, "connection {number}");
            })
        })
        .collect();
    for client in clients {
        client.join().unwrap();
    }
    let (status, report) = relay.end();
    assert_eq!(status, 3, "{report}");
    let octets = std::fs::metadata(folder.path().join("seen.pcapng")).unwrap().len();
    assert!(octets > 2 * 100 * 80_000, "{octets}");
}

#[test]
fn wrong_addresses_are_named() {
    let folder = crate::program::empty();
    let refused = run(folder.path(), &["tap", "--listen", "7447", "--upstream", "127.0.0.1:1"]);
    assert_eq!(refused.status, 2);
    assert!(refused.err.contains("7447: cannot listen on") && refused.err.contains("HOST:PORT"), "{}", refused.err);
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let refused = run(folder.path(), &["tap", "--listen", &taken.local_addr().unwrap().to_string(), "--upstream", "127.0.0.1:1"]);
    assert!(refused.status == 2 && refused.err.contains("somebody listens there already"), "{}", refused.err);
}
