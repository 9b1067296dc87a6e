//! N-PAMP over QUIC: the same frames as over TCP, whatever the packets are like; streams whose order is unknown accuse nobody.

use std::collections::BTreeSet;

use npscope::base::direction::Direction::{C2s, S2c};
use npscope::base::id::FrameId;
use npscope::base::input::{Input, Packet};
use npscope::carrier::facts::Kind;
use npscope::carrier::quic::Version;
use npscope::crypto::aead::Cipher;
use npscope::scenario::{FrameSpec, NativeSpec, QuicPlan, Scenario};
use npscope::spec::channel::Channel;
use npscope::spec::effect::Effect;
use npscope::spec::frame_type::FrameType;
use npscope::spec::generation::{Generation, GenerationSource};
use npscope::store::octets::Octets;
use npscope::store::row::{End, Protection, SealedReason};
use npscope::store::snapshot::Snapshot;

use crate::reading::{accusations, run};

fn of(scenario: &Scenario) -> Snapshot {
    run(scenario.inputs())
}

/// The same with the packets in another order; each keeps its number and time.
fn reordered(scenario: &Scenario, order: impl FnOnce(&mut Vec<Packet>)) -> Snapshot {
    let (packets, mut inputs): (Vec<Input>, Vec<Input>) =
        scenario.inputs().into_iter().partition(|input| matches!(input, Input::Packet(_)));
    let mut packets = packets.into_iter().filter_map(|input| if let Input::Packet(packet) = input { Some(packet) } else { None }).collect();
    order(&mut packets);
    inputs.extend(packets.into_iter().map(Input::Packet));
    run(inputs)
}

/// What frames are, apart from where they lie.
fn frames(snapshot: &Snapshot) -> BTreeSet<String> {
    let rows = snapshot.frames.iter().map(|(_, row)| row);
    rows.map(|row| format!("{:?} {:?} {:?} {} {:?}", snapshot.direction_of(row), row.channel, row.frame_type, row.seq, row.protection))
        .collect()
}

/// A conversation on several channels.
fn talk(s: &mut Scenario) {
    s.mcp_session();
    for id in 10..14 {
        let text = "x".repeat(id * 197);
        s.call(&id.to_string(), "read_file", Some(Effect::ReadOnly)).called(&id.to_string(), &text);
        s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_record("c"));
    }
    s.close();
}

fn over(generation: Generation, edit: impl FnOnce(&mut QuicPlan)) -> Scenario {
    let mut scenario = Scenario::new();
    talk(scenario.generation(generation).quic(edit));
    scenario
}

#[test]
fn every_cipher_and_version_gives_the_frames_that_tcp_gives() {
    let mut clear = Scenario::new();
    talk(clear.generation(Generation::Three));
    let expected = frames(&of(&clear));
    for cipher in Cipher::ALL {
        for (version, single_stream, segment) in [(Version::One, false, 1100), (Version::Two, true, 300), (Version::Two, false, 37)] {
            let made = over(Generation::Three, |plan| {
                (plan.cipher, plan.version, plan.single_stream, plan.segment) = (cipher, version, single_stream, segment);
            });
            let snapshot = of(&made);
            assert_eq!(frames(&snapshot), expected, "{cipher:?} {version:?}");
            assert_eq!(accusations(&snapshot), [""; 0], "{cipher:?} {version:?}");
            let (_, row) = snapshot.associations.iter().next().unwrap();
            assert_eq!((row.carrier_kind(), row.carrier_closed(), row.end), (Kind::Quic, None, End::Close));
            assert_eq!((row.generation, row.generation_source), (Some(Generation::Three), Some(GenerationSource::Negotiated)));
            let octets = Octets::new(made.read_back());
            for (at, row) in snapshot.frames.iter() {
                let read = octets.frame(&snapshot, FrameId::from_index(at)).expect("a frame can be read back");
                assert!(read.wire.len() == row.length as usize && read.wire.starts_with(b"NPAM") && read.plain.is_some());
            }
        }
    }
}

#[test]
fn what_offers_npamp_and_stays_closed_is_an_association_that_says_why() {
    let all = ["CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_HANDSHAKE_TRAFFIC_SECRET", "CLIENT_TRAFFIC_SECRET_0", "SERVER_TRAFFIC_SECRET_0"];
    let snapshot = of(&over(Generation::Three, |plan| plan.missing = all.to_vec()));
    let (_, row) = snapshot.associations.iter().next().unwrap();
    assert_eq!((snapshot.frames.len(), row.carrier_closed()), (0, Some(SealedReason::OuterTlsKeyMissing)));
    assert_eq!(row.carrier.as_ref().unwrap().alpn_offered, [b"n-pamp/3"[..].into()]);
    // One direction alone stays closed.
    let snapshot = of(&over(Generation::Three, |plan| plan.missing = all[2..3].to_vec()));
    assert!(snapshot.frames.iter().count() > 0 && snapshot.frames.iter().all(|(_, row)| snapshot.direction_of(row) == S2c));
    assert_eq!(accusations(&snapshot), [""; 0]);
    // What does not offer it is none of ours.
    let snapshot = of(&over(Generation::Three, |plan| (plan.missing, plan.alpn_offered) = (all.to_vec(), Some(vec!["h3".to_owned()]))));
    assert_eq!(snapshot.associations.len(), 0);
}

#[test]
fn channels_take_a_ratchet_step_before_or_after_control_does() {
    let mut made = Scenario::new();
    made.generation(Generation::Three)
        .quic(|_| {})
        .ping(C2s)
        .native(C2s, NativeSpec::memory_read("a"))
        .native(S2c, NativeSpec::memory_record("a"));
    let before = made.packets().len();
    made.native(C2s, NativeSpec::memory_read("b")).master_ratchet(C2s).native(C2s, NativeSpec::memory_read("c"));
    made.native(S2c, NativeSpec::memory_record("b")).native(S2c, NativeSpec::memory_record("c")).close();
    let expected = frames(&of(&made));
    assert!(expected.iter().all(|frame| !frame.contains("Sealed")), "{expected:#?}");
    for (from, to) in [(before, before + 1), (before + 1, before + 2), (before, before + 2)] {
        let snapshot = reordered(&made, |packets| {
            let packet = packets.remove(from);
            packets.insert(to, packet);
        });
        assert_eq!(frames(&snapshot), expected, "{from} to {to}");
        assert_eq!(accusations(&snapshot), [""; 0], "{from} to {to}");
    }
}

#[test]
fn a_frame_of_another_stream_may_overtake_the_end_and_the_handshake() {
    let mut made = Scenario::new();
    made.generation(Generation::Three)
        .quic(|_| {})
        .ping(C2s)
        .native(C2s, NativeSpec::memory_read("a"))
        .native(S2c, NativeSpec::memory_record("a"));
    let last = made.packets().len();
    made.native(C2s, NativeSpec::memory_read("b")).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE));
    made.native(S2c, NativeSpec::memory_record("b")).frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK));
    let snapshot = reordered(&made, |packets| packets.swap(last, last + 1));
    assert_eq!(accusations(&snapshot), [""; 0]);
    assert_eq!(frames(&snapshot), frames(&of(&made)));
}

#[test]
fn a_reset_stream_leaves_an_incomplete_frame_and_a_datagram_no_offset() {
    let mut made = Scenario::new();
    made.generation(Generation::Three).quic(|_| {}).ping(C2s).in_datagram().ping(S2c);
    let frame = made.streams()[0][0].len();
    made.octets(C2s, b"NPAM").quic_reset(C2s, 0).quic_close(C2s, 9);
    let snapshot = of(&made);
    assert!(frame > 0 && snapshot.frames.iter().all(|(_, row)| row.protection != Protection::Sealed(SealedReason::TagMismatch)));
    let (_, row) = snapshot.associations.iter().next().unwrap();
    assert_eq!(row.end, End::Rst);
    let lying = |row: &npscope::store::row::FrameRow| snapshot.stream(row.stream).is_some_and(|stream| stream.datagrams);
    assert_eq!(snapshot.frames.iter().filter(|(_, row)| lying(row)).count(), 1);
    assert!(accusations(&snapshot).iter().any(|said| said.starts_with("transport/truncated-frame")));
}

#[test]
fn a_lost_packet_is_a_gap_and_silences_what_rests_on_it() {
    let mut made = Scenario::new();
    made.generation(Generation::Three).quic(|_| {}).mcp_session();
    made.lose_next(C2s).call("10", "read_file", Some(Effect::ReadOnly)).called("10", "text");
    made.call("11", "read_file", Some(Effect::ReadOnly)).called("11", "text").close();
    let snapshot = of(&made);
    let (_, row) = snapshot.associations.iter().next().unwrap();
    assert_eq!(row.gap_count, [1, 0]);
    assert_eq!(accusations(&snapshot), [""; 0]);
}

#[test]
fn findings_about_octets_name_their_stream_and_datagrams_without_frames_are_noted() {
    let mut made = Scenario::new();
    made.generation(Generation::Three).quic(|_| {}).ping(C2s);
    made.on_stream(Some(8)).octets(C2s, &[0x2a; 50]).in_datagram().octets(S2c, b"no frame").in_datagram().octets(S2c, b"NPAM half").close();
    let snapshot = of(&made);
    let said: Vec<String> = snapshot.findings.iter().map(|(_, finding)| format!("{}: {}", finding.rule.id, finding.message)).collect();
    assert!(said.iter().any(|said| said.starts_with("transport/desync") && said.ends_with("(QUIC stream 8)")), "{said:#?}");
    let expected = [
        "a QUIC datagram of the server holds 8 octets and no frame",
        "a QUIC datagram of the server ends inside the header of its frame: 9 octets",
    ];
    assert!(expected.iter().all(|words| said.iter().any(|said| said.ends_with(words))), "{said:#?}");
    let lanes = snapshot.quic_lanes(npscope::base::id::AssociationId::from_index(0));
    assert_eq!(lanes, [vec![Some(0), Some(8)], vec![Some(0), None]]);
    let octets = Octets::new(made.read_back());
    let frame = octets.frame(&snapshot, FrameId::from_index(0)).unwrap();
    let tree = npscope::engine::dissect::frame(&snapshot, FrameId::from_index(0), &frame);
    assert!(format!("{tree:?}").contains("QUIC stream"));
}

#[test]
fn any_packet_may_be_missing_from_the_capture_and_nobody_is_accused() {
    for single_stream in [false, true] {
        let made = over(Generation::Three, |plan| plan.single_stream = single_stream);
        let whole = of(&made).frames.len();
        let packets = made.packets().len();
        for lost in 0..packets {
            let snapshot = reordered(&made, |packets| drop(packets.remove(lost)));
            assert_eq!(accusations(&snapshot), [""; 0], "packet {lost} of {packets}, one stream: {single_stream}");
            let told = npscope::report::summary::evidence_gaps(&snapshot);
            assert!(snapshot.frames.len() == whole || !told.is_empty() || lost + 6 > packets, "packet {lost} of {packets}");
        }
        for step in 2..9 {
            let snapshot = reordered(&made, |packets| {
                let mut at = 0;
                packets.retain(|_| {
                    at += 1;
                    at < 8 || at % step != 0
                });
            });
            assert_eq!(accusations(&snapshot), [""; 0], "every {step}th packet, one stream: {single_stream}");
        }
    }
}
