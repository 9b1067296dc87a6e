//! What the parts do together.

use super::*;
use crate::npamp::header::{HEADER_LEN, Header};
use crate::spec::frame_type::FrameType;

/// The headers of a stream, by declared lengths.
fn headers(mut stream: &[u8]) -> Vec<Header> {
    let mut out = Vec::new();
    while let Ok(header) = Header::decode(stream) {
        out.push(header);
        stream = stream.get(HEADER_LEN + header.payload_len as usize..).unwrap_or_default();
    }
    assert!(stream.is_empty(), "a stream ends with a frame");
    out
}

/// Octets of all captured data segments of a direction, put together in order of sequence numbers.
fn reassembled(scenario: &Scenario, direction: Direction) -> Vec<u8> {
    let mut out = Vec::new();
    for packet in scenario.packets() {
        let sliced = etherparse::SlicedPacket::from_ethernet(&packet.bytes).unwrap();
        let Some(etherparse::TransportSlice::Tcp(tcp)) = sliced.transport else { panic!("only TCP is sent") };
        assert_eq!(tcp.calc_checksum_ipv4([192, 0, 2, 1], [198, 51, 100, 7]).unwrap(), tcp.checksum());
        if (tcp.destination_port() == 7447) == (direction == Direction::C2s) {
            out.extend_from_slice(tcp.payload());
        }
    }
    out
}

#[test]
fn the_first_frame_opens_the_connection_and_runs_the_handshake() {
    let mut scenario = Scenario::new();
    scenario.ping(Direction::C2s);
    let [client, server] = scenario.streams().remove(0);
    let kinds = |stream: &[u8]| headers(stream).iter().map(|header| header.frame_type).collect::<Vec<_>>();
    assert_eq!(kinds(&client), [FrameType::CLIENT_HELLO, FrameType::CLIENT_AUTH, FrameType::PING]);
    assert_eq!(kinds(&server), [FrameType::SERVER_HELLO, FrameType::SERVER_AUTH, FrameType::PONG]);
    assert!(headers(&client).iter().all(|header| header.seq == 0), "the session numbers anew after the handshake");
    assert_eq!(reassembled(&scenario, Direction::C2s), client);
    assert_eq!(reassembled(&scenario, Direction::S2c), server);
}

#[test]
fn the_same_calls_give_the_same_octets() {
    let build = || {
        let mut scenario = Scenario::new();
        scenario.mcp_session().close();
        (scenario.pcapng(true), scenario.keys())
    };
    assert_eq!(build(), build());
}

#[test]
fn a_key_update_begins_at_sequence_number_0_again() {
    let mut scenario = Scenario::new();
    scenario.ping(Direction::C2s).ping(Direction::C2s).key_update(Direction::C2s, Channel::CONTROL).ping(Direction::C2s);
    let [client, server] = scenario.streams().remove(0);
    let numbers = |stream: &[u8]| headers(stream).iter().map(|header| header.seq).collect::<Vec<_>>();
    assert_eq!(numbers(&client), [0, 0, 0, 1, 2, 0]);
    assert_eq!(numbers(&server), [0, 0, 0, 1, 2]);
}

#[test]
fn a_higher_number_moves_the_count_and_a_lower_one_does_not() {
    let mut scenario = Scenario::new();
    let ping = || FrameSpec::new(Channel::MEMORY, FrameType::PING);
    for spec in [ping(), ping().seq(5), ping(), ping().seq(2), ping()] {
        scenario.frame(Direction::C2s, spec);
    }
    let [client, _] = scenario.streams().remove(0);
    assert_eq!(headers(&client)[2..].iter().map(|header| header.seq).collect::<Vec<_>>(), [0, 5, 6, 2, 7]);
}

#[test]
fn what_is_lost_is_sent_but_not_captured() {
    let mut scenario = Scenario::new();
    scenario.ping(Direction::C2s).lose_next(Direction::C2s).ping(Direction::C2s);
    let [client, _] = scenario.streams().remove(0);
    assert_eq!(reassembled(&scenario, Direction::C2s).len(), client.len() - 52);
}

#[test]
fn a_late_capture_holds_neither_handshake() {
    let mut scenario = Scenario::new();
    scenario.late().ping(Direction::C2s);
    assert_eq!(reassembled(&scenario, Direction::C2s).len(), 52);
    assert!(scenario.packets().iter().all(|packet| packet.bytes[47] & 0x02 == 0), "the connection was open already");
    assert!(scenario.keys().starts_with("NPAMP_HANDSHAKE_SECRET "));
}

#[test]
fn packets_read_back_where_they_say_they_lie() {
    let mut scenario = Scenario::new();
    scenario.mcp_session();
    let file = scenario.read_back();
    for packet in scenario.packets() {
        let mut octets = vec![0; packet.bytes.len()];
        file.read_at(0, packet.file_offset, &mut octets).unwrap();
        assert_eq!(octets, packet.bytes);
    }
}
