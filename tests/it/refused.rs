//! Connections that offer N-PAMP and end before any frame: each is listed, with its offer and how it ended.

use etherparse::PacketBuilder;
use npscope::base::direction::Direction::{self, C2s, S2c};
use npscope::base::id::{AssociationId, PacketId};
use npscope::base::input::{Input, LinkType, Packet};
use npscope::base::secret::Secret;
use npscope::base::time::Timestamp;
use npscope::carrier::facts::{Choice, Kind};
use npscope::carrier::quic::{Version, initial_secrets, seal};
use npscope::report::diagnosis;
use npscope::scenario::Scenario;
use npscope::spec::generation::Generation;
use npscope::store::row::{AssociationRow, End};
use npscope::store::snapshot::Snapshot;

use crate::reading::{accusations, run};

/// The only association, of which nothing is said but how it ended.
fn only(snapshot: &Snapshot) -> AssociationRow {
    assert_eq!(snapshot.associations.len(), 1, "one association is expected");
    let row = snapshot.associations.get(0).unwrap().clone();
    assert_eq!((row.frames, snapshot.frames.len()), ([0; 2], 0));
    assert_eq!(accusations(snapshot), [""; 0]);
    row
}

/// What the diagnosis says of a thing.
fn clue(snapshot: &Snapshot, what: &str) -> String {
    let clues = diagnosis::of(snapshot, AssociationId::from_index(0));
    clues.into_iter().find(|clue| clue.what == what).map_or_else(String::new, |clue| clue.text)
}

/// A record with a `ClientHello` that offers these protocols.
fn hello(protocols: &[&str]) -> Vec<u8> {
    let sized = |octets: &[u8]| [&u16::try_from(octets.len()).unwrap().to_be_bytes()[..], octets].concat();
    let names: Vec<u8> = protocols.iter().flat_map(|name| [&[u8::try_from(name.len()).unwrap()][..], name.as_bytes()].concat()).collect();
    let alpn = [&[0, 16][..], &sized(&sized(&names))].concat();
    let versions = [0, 43, 0, 3, 2, 3, 4];
    let body = [&[3, 3][..], &[7; 32], &[0, 0, 2, 0x13, 0x01, 1, 0], &sized(&[&alpn[..], &versions].concat())].concat();
    let message = [&[1, 0][..], &sized(&body)].concat();
    [&[22, 3, 1][..], &sized(&message)].concat()
}

/// A TCP connection that carries these octets.
fn over_tcp(said: &[(Direction, Vec<u8>)], end: impl FnOnce(&mut Scenario)) -> Snapshot {
    let mut scenario = Scenario::new();
    scenario.without_handshake();
    for (direction, octets) in said {
        scenario.octets(*direction, octets);
    }
    end(&mut scenario);
    run(scenario.inputs())
}

fn close(scenario: &mut Scenario) {
    scenario.fin(S2c).fin(C2s);
}

fn reset(scenario: &mut Scenario) {
    scenario.rst(S2c);
}

#[test]
fn a_fatal_alert_is_the_reason() {
    let said = [(C2s, hello(&["n-pamp/3", "n-pamp/2"])), (S2c, vec![21, 3, 3, 0, 2, 2, 120])];
    let snapshot = over_tcp(&said, close);
    let row = only(&snapshot);
    let facts = row.carrier.as_deref().unwrap();
    assert_eq!((facts.kind, facts.alerts, &facts.alpn), (Kind::Tls, [None, Some(120)], &Choice::Unknown));
    assert_eq!(facts.alpn_offered, [b"n-pamp/3"[..].into(), b"n-pamp/2"[..].into()]);
    assert_eq!(row.end, End::Fin);
    assert_eq!(clue(&snapshot, "no frame"), "the server gave the connection up: no_application_protocol (120)");
    assert_eq!(clue(&snapshot, "alpn"), "n-pamp/3, n-pamp/2 was offered; what the server chose is not known");
}

#[test]
fn a_reset_a_close_and_silence_are_told_apart() {
    type Ending = fn(&mut Scenario);
    let endings: [(Ending, End, &str); 3] = [
        (reset, End::Rst, "the connection was reset before any frame"),
        (close, End::Fin, "the connection was closed before any frame"),
        (|_| {}, End::CaptureEnd, "no answer to the offer was captured"),
    ];
    for (ending, end, words) in endings {
        let snapshot = over_tcp(&[(C2s, hello(&["n-pamp/2"]))], ending);
        assert_eq!(only(&snapshot).end, end);
        assert_eq!(clue(&snapshot, "no frame"), words);
    }
}

#[test]
fn what_offers_something_else_is_none_of_ours() {
    let snapshot = over_tcp(&[(C2s, hello(&["h2", "http/1.1"])), (S2c, vec![21, 3, 3, 0, 2, 2, 40])], close);
    assert_eq!(snapshot.associations.len(), 0);
}

/// A datagram between the ends of made connections, against the direction of the first packet.
fn answer(first: &Packet, datagram: &[u8]) -> Packet {
    let port = |at: usize| u16::from_be_bytes([first.bytes[at], first.bytes[at + 1]]);
    let builder = PacketBuilder::ethernet2([2; 6], [3; 6]).ipv4([198, 51, 100, 7], [192, 0, 2, 1], 64).udp(port(36), port(34));
    let mut bytes = Vec::new();
    builder.write(&mut bytes, datagram).unwrap();
    let original_len = u32::try_from(bytes.len()).unwrap();
    let (id, time) = (PacketId(first.id.0 + 1), Timestamp(first.time.0 + 1_000_000));
    Packet { id, time, link: LinkType::ETHERNET, original_len, file_offset: u64::MAX, bytes: bytes.into() }
}

/// The server's Initial that closes the connection with an alert of TLS.
fn refusal(first: &Packet, alert: u8) -> Packet {
    let datagram = &first.bytes[42..];
    let secret = initial_secrets(Version::One, &datagram[6..14])[1].clone();
    let frames = [&[0x1c, 0x41, alert, 0x06, 0][..], &[0; 40]].concat();
    let length = u16::try_from(1 + frames.len() + 16).unwrap();
    let header = [&[0xc0, 0, 0, 0, 1, 8][..], &datagram[15..23], &[8], &[9; 8], &[0], &(0x4000 | length).to_be_bytes(), &[0]].concat();
    answer(first, &seal(&secret.packet_key().unwrap(), &secret.header_key().unwrap(), &header, 0, &frames))
}

#[test]
fn a_quic_connection_that_is_refused_in_its_first_flight_is_listed_too() {
    let mut scenario = Scenario::new();
    scenario.generation(Generation::Three).quic(|_| {}).ping(C2s);
    let first = scenario.packets().remove(0);
    let close = refusal(&first, 120);
    let silent = run(vec![Input::Packet(first.clone())]);
    assert_eq!((only(&silent).end, clue(&silent, "no frame")), (End::CaptureEnd, "no answer to the offer was captured".to_owned()));
    let refused = run(vec![Input::Packet(first), Input::Packet(close)]);
    let row = only(&refused);
    assert_eq!((row.end, row.carrier_kind(), row.carrier.as_deref().unwrap().alerts), (End::Rst, Kind::Quic, [None, Some(120)]));
    assert_eq!(clue(&refused, "no frame"), "the server gave the connection up: no_application_protocol (120)");
    assert_eq!(clue(&refused, "quic"), "version 1");
}

#[test]
fn what_the_server_chose_is_unknown_where_its_answer_was_not_captured() {
    for quic in [false, true] {
        let mut scenario = Scenario::new();
        scenario.generation(Generation::Three);
        if quic {
            scenario.quic(|_| {});
        } else {
            scenario.tls(|_| {});
        }
        scenario.begin().capture_starts_here();
        for _ in 0..20 {
            scenario.ping(C2s);
        }
        let mut inputs = scenario.inputs();
        inputs.insert(1, Input::Secrets(Secret::new(scenario.keys().into_bytes())));
        let snapshot = run(inputs);
        let row = snapshot.associations.get(0).unwrap();
        assert_eq!(row.carrier.as_deref().unwrap().alpn, Choice::Unknown, "QUIC: {quic}");
        assert_eq!(clue(&snapshot, "alpn"), "the offer was not captured; what the server chose is not known");
    }
}

#[test]
fn an_answer_whose_extensions_are_lost_leaves_the_choice_unknown() {
    let mut scenario = Scenario::new();
    scenario.generation(Generation::Three).quic(|plan| plan.missing = vec!["SERVER_HANDSHAKE_TRAFFIC_SECRET"]);
    scenario.ping(C2s).ping(S2c).close();
    let snapshot = run(scenario.inputs());
    assert_eq!(clue(&snapshot, "alpn"), "n-pamp/3 was offered; what the server chose is not known");
    let mut scenario = Scenario::new();
    scenario.tls(|plan| plan.missing = vec!["SERVER_HANDSHAKE_TRAFFIC_SECRET"]).ping(C2s).ping(S2c).close();
    let snapshot = run(scenario.inputs());
    assert_eq!(clue(&snapshot, "alpn"), "n-pamp/2 was offered; what the server chose is not known");
}
