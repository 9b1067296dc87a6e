//! N-PAMP inside TLS: the same frames as without it, whatever the records are like; and what is said when they stay closed.

use npscope::base::direction::Direction::{C2s, S2c};
use npscope::base::id::FrameId;
use npscope::base::input::Input;
use npscope::base::limits::Limits;
use npscope::base::secret::Secret;
use npscope::carrier::facts::{Choice, Early, Kind};
use npscope::carrier::suite::CipherSuite;
use npscope::engine::{Engine, Options};
use npscope::report::summary::{GapKind, evidence_gaps};
use npscope::scenario::{EarlyData, Scenario, TlsPlan};
use npscope::spec::generation::{Generation, GenerationSource};
use npscope::store::octets::Octets;
use npscope::store::row::{AssociationRow, Protection, SealedReason, Start};
use npscope::store::snapshot::Snapshot;

use crate::reading::{accusations, run};

const SUITES: [CipherSuite; 3] = [CipherSuite::AES_128_GCM_SHA256, CipherSuite::AES_256_GCM_SHA384, CipherSuite::CHACHA20_POLY1305_SHA256];

/// What a test changes in the plan of TLS.
type Edit = fn(&mut TlsPlan);

fn of(scenario: &Scenario) -> Snapshot {
    run(scenario.inputs())
}

/// What a frame is, apart from the packet and the time.
fn frames(snapshot: &Snapshot) -> Vec<String> {
    let rows = snapshot.frames.iter().map(|(_, row)| row);
    let mut out: Vec<(usize, usize, String)> = rows
        .map(|row| {
            let (association, direction) = (snapshot.association_of(row).index(), snapshot.direction_of(row));
            let text = format!("{direction:?} {} {} {:?} {} {:?}", row.offset, row.length, row.frame_type, row.seq, row.protection);
            (association, direction.index(), text)
        })
        .collect();
    out.sort_by_key(|(association, direction, _)| (*association, *direction));
    out.into_iter().map(|(_, _, text)| text).collect()
}

fn only(snapshot: &Snapshot) -> AssociationRow {
    assert_eq!(snapshot.associations.len(), 1, "one association is expected");
    snapshot.associations.get(0).unwrap().clone()
}

/// A conversation with frames of many sizes.
fn talk(s: &mut Scenario) {
    s.mcp_session();
    for id in 10..16 {
        let text = "x".repeat(id * 97);
        s.call(&id.to_string(), "read_file", Some(npscope::spec::effect::Effect::ReadOnly)).called(&id.to_string(), &text);
    }
    s.close();
}

/// The conversation in the clear, and over TLS as planned.
fn both(edit: impl FnOnce(&mut TlsPlan)) -> (Scenario, Scenario) {
    let (mut clear, mut sealed) = (Scenario::new(), Scenario::new());
    talk(&mut clear);
    talk(sealed.tls(edit));
    (clear, sealed)
}

/// Every frame of the capture is read back, and is what was sent.
fn comes_back(scenario: &Scenario, snapshot: &Snapshot) {
    let (octets, streams) = (Octets::new(scenario.read_back()), scenario.streams());
    for (at, row) in snapshot.frames.iter().filter(|(_, row)| row.complete) {
        let (association, direction) = (snapshot.association_of(row).index(), snapshot.direction_of(row).index());
        let frame = octets.frame(snapshot, FrameId::from_index(at)).expect("a frame can be read back");
        let place = usize::try_from(row.offset).unwrap();
        assert_eq!(frame.wire, streams[association][direction][place..place + frame.wire.len()], "frame {at}");
        assert_eq!(frame.plain.is_some(), !matches!(row.protection, Protection::Sealed(_)));
    }
}

#[test]
fn every_suite_in_records_of_any_size_gives_the_frames_that_lie_in_them() {
    for suite in SUITES {
        for (record, padding, segment) in [(16_384, 0, 1448), (1, 0, 1448), (7, 3, 60), (300, 100, 1), (1000, 0, 333)] {
            let (clear, mut sealed) = (both(|_| {}).0, Scenario::new());
            sealed.segment_size(segment).tls(|tls| (tls.suite, tls.record, tls.padding) = (suite, record, padding));
            talk(&mut sealed);
            let snapshot = of(&sealed);
            assert_eq!(frames(&snapshot), frames(&of(&clear)), "{suite} {record} {padding} {segment}");
            assert!(accusations(&snapshot).is_empty());
            let row = only(&snapshot);
            let facts = row.carrier.as_deref().unwrap();
            assert_eq!((facts.kind, facts.suite, facts.version), (Kind::Tls, Some(suite), Some(0x0304)));
            assert_eq!((row.generation, row.generation_source), (Some(Generation::Two), Some(GenerationSource::Negotiated)));
            assert_eq!(row.carrier_closed(), None);
            comes_back(&sealed, &snapshot);
        }
    }
}

#[test]
fn retry_resumption_and_early_data_change_no_frame() {
    let plans: [(&str, Edit, Early); 4] = [
        ("retry", |tls| tls.retry = true, Early::None),
        ("resumption", |tls| tls.resumed = true, Early::None),
        ("early data", |tls| (tls.resumed, tls.early) = (true, EarlyData::Accepted), Early::Accepted),
        ("early data refused", |tls| tls.early = EarlyData::Refused, Early::Refused),
    ];
    for (name, edit, early) in plans {
        let (clear, sealed) = both(edit);
        let snapshot = of(&sealed);
        assert_eq!(frames(&snapshot), frames(&of(&clear)), "{name}");
        let row = only(&snapshot);
        let facts = row.carrier.as_deref().unwrap();
        assert_eq!((facts.early, facts.resumed), (early, name == "resumption" || name == "early data"), "{name}");
        comes_back(&sealed, &snapshot);
    }
}

#[test]
fn early_data_whose_secret_is_missing_is_passed() {
    let missing = vec!["CLIENT_EARLY_TRAFFIC_SECRET"];
    let (clear, sealed) = both(|tls| (tls.early, tls.missing) = (EarlyData::Refused, missing.clone()));
    assert_eq!(frames(&of(&sealed)), frames(&of(&clear)));
    // The server took it: the first frame is gone, and its size is known.
    let (clear, sealed) = both(|tls| (tls.early, tls.missing) = (EarlyData::Accepted, missing));
    let (clear, sealed) = (frames(&of(&clear)), frames(&of(&sealed)));
    assert!(sealed.len() >= clear.len() - 3, "{sealed:#?}");
    assert!(sealed.iter().all(|frame| frame.contains("S2c") || !frame.starts_with("C2s 0 ")));
}

#[test]
fn key_updates_and_tickets_between_frames_are_followed() {
    let (mut clear, mut sealed) = (Scenario::new(), Scenario::new());
    for (s, tls) in [(&mut clear, false), (&mut sealed, true)] {
        if tls {
            s.tls(|tls| tls.suite = CipherSuite::AES_256_GCM_SHA384);
        }
        s.mcp_session();
        for id in 10..20 {
            s.request(C2s, "ping", &id.to_string(), "").respond(S2c, &id.to_string(), "{}");
            if tls {
                s.tls_key_update(C2s, true).tls_ticket().tls_key_update(S2c, false);
            }
            if tls && id % 3 == 0 {
                s.tls_key_update(C2s, false).tls_key_update(C2s, false);
            }
        }
        s.close();
    }
    let snapshot = of(&sealed);
    assert_eq!(frames(&snapshot), frames(&of(&clear)));
    assert_eq!(only(&snapshot).carrier.unwrap().updates, [16, 10]);
    comes_back(&sealed, &snapshot);
}

#[test]
fn without_keys_there_is_an_association_without_frames_that_says_why() {
    let plans: [(Edit, SealedReason); 3] = [
        (|tls| tls.missing = vec!["*"], SealedReason::OuterTlsKeyMissing),
        (|tls| tls.wrong = true, SealedReason::KeyWrong),
        (|tls| tls.version = 0x0303, SealedReason::SuiteUnknown),
    ];
    for (edit, reason) in plans {
        let snapshot = of(&both(edit).1);
        let row = only(&snapshot);
        assert_eq!((row.frames, row.carrier_closed()), ([0, 0], Some(reason)));
        let facts = row.carrier.as_deref().unwrap();
        assert_eq!(facts.alpn_offered, [Box::from(&b"n-pamp/2"[..])]);
        assert!(facts.shape.iter().all(|shape| shape.closed > 0 && shape.closed_octets > 0), "{:?}", facts.shape);
        assert_eq!(row.start, Start::Handshake);
        let gaps = evidence_gaps(&snapshot);
        assert!(gaps.iter().filter(|gap| gap.kind == GapKind::SealedFrames).count() == 2, "{gaps:?}");
        assert!(gaps.iter().all(|gap| gap.kind != GapKind::OneWay));
        let loud = accusations(&snapshot);
        assert_eq!(loud.is_empty(), reason != SealedReason::SuiteUnknown, "{loud:?}");
    }
}

#[test]
fn a_direction_whose_secret_is_missing_stays_closed_and_the_other_is_read() {
    for (missing, open) in [("SERVER_TRAFFIC_SECRET_0", C2s), ("CLIENT_TRAFFIC_SECRET_0", S2c)] {
        let (clear, sealed) = both(|tls| tls.missing = vec![missing]);
        let (clear, snapshot) = (of(&clear), of(&sealed));
        let row = only(&snapshot);
        assert_eq!(row.frames[open.index()], only(&clear).frames[open.index()]);
        assert_eq!(row.frames[open.flip().index()], 0);
        assert_eq!(row.carrier_closed(), Some(SealedReason::OuterTlsKeyMissing));
        assert!(accusations(&snapshot).is_empty(), "{:?}", accusations(&snapshot));
    }
}

#[test]
fn application_secrets_alone_open_the_frames() {
    let missing = vec!["CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_HANDSHAKE_TRAFFIC_SECRET"];
    let (clear, sealed) = both(|tls| tls.missing = missing);
    let snapshot = of(&sealed);
    assert_eq!(frames(&snapshot), frames(&of(&clear)));
    let row = only(&snapshot);
    assert_eq!((row.carrier_closed(), row.carrier.unwrap().alpn.clone()), (None, Choice::Unknown));
    // The only identifier that was offered is in force.
    assert_eq!((row.generation, row.generation_source), (Some(Generation::Two), Some(GenerationSource::Negotiated)));
}

#[test]
fn other_traffic_over_tls_is_no_association() {
    for keys in [true, false] {
        let mut s = Scenario::new();
        s.tls(|tls| {
            tls.alpn_offered = Some(vec!["h2".to_owned(), "http/1.1".to_owned()]);
            tls.alpn = Some(Some("h2".to_owned()));
            tls.missing = if keys { Vec::new() } else { vec!["*"] };
        });
        s.without_handshake().octets(C2s, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").octets(S2c, &[0; 900]);
        s.fin(C2s).fin(S2c);
        let snapshot = of(&s);
        assert_eq!((snapshot.associations.len(), snapshot.frames.len()), (0, 0), "keys: {keys}");
    }
}

#[test]
fn a_capture_that_begins_in_the_middle_finds_the_connection_its_keys_and_its_numbers() {
    for suite in SUITES {
        for (updates, before) in [(0, 3), (0, 400), (1, 20), (2, 0)] {
            let mut s = Scenario::new();
            // Other connections of the same log.
            s.tls(|_| {}).ping(C2s).next_association().tls(|tls| tls.suite = CipherSuite::AES_256_GCM_SHA384).ping(C2s).next_association();
            s.tls(|tls| tls.suite = suite).ping(C2s);
            for _ in 0..updates {
                s.tls_key_update(C2s, false).tls_key_update(S2c, false);
            }
            for _ in 0..before {
                s.ping(C2s);
            }
            s.capture_starts_here();
            s.ping(C2s).ping(S2c).close();
            let snapshot = of(&s);
            let row = only(&snapshot);
            assert_eq!((row.frames, row.start), ([3, 3], Start::MidStream), "{suite} {updates} {before}");
            assert_eq!(row.carrier_kind(), Kind::Tls);
            assert!(accusations(&snapshot).is_empty(), "{:?}", accusations(&snapshot));
        }
    }
}

#[test]
fn secrets_that_are_left_untried_at_a_start_in_the_middle_are_told() {
    let mut s = Scenario::new();
    s.tls(|_| {}).ping(C2s).capture_starts_here().ping(C2s).ping(S2c).close();
    let later = format!("CLIENT_TRAFFIC_SECRET_0 {} {}\n", "11".repeat(32), "22".repeat(32));
    for (limit, told) in [(1, true), (2, false)] {
        let mut engine = Engine::new(Options { limits: Limits { tls_connections: limit, ..Limits::default() }, ..Options::default() });
        let (keys, packets): (Vec<Input>, Vec<Input>) = s.inputs().into_iter().partition(|input| matches!(input, Input::Secrets(_)));
        let later = Input::Secrets(Secret::new(later.clone().into_bytes()));
        keys.into_iter().chain([later]).chain(packets).for_each(|input| engine.ingest(input));
        engine.finish();
        let gaps = evidence_gaps(&engine.into_snapshot());
        assert_eq!(gaps.iter().any(|gap| gap.detail == "tls_connections"), told, "{gaps:?}");
    }
}

#[test]
fn one_direction_alone_is_read() {
    let (clear, sealed) = both(|_| {});
    let clear = only(&of(&clear));
    for (direction, port) in [(C2s, 7447_u16), (S2c, 50_000)] {
        let inputs = sealed.inputs().into_iter().filter(|input| match input {
            Input::Packet(packet) => packet.bytes[36..38] == port.to_be_bytes(),
            _ => true,
        });
        let snapshot = run(inputs.collect());
        let row = only(&snapshot);
        assert_eq!(row.frames.iter().sum::<u64>(), clear.frames[direction.index()], "{direction:?}");
        assert!(accusations(&snapshot).is_empty(), "{:?}", accusations(&snapshot));
    }
}

#[test]
fn lost_records_are_counted_and_what_follows_is_placed_rightly() {
    for (record, lost) in [(16_384, 1), (500, 1), (120, 3), (16_384, 5)] {
        let (mut clear, mut sealed) = (Scenario::new(), Scenario::new());
        for (s, tls) in [(&mut clear, false), (&mut sealed, true)] {
            if tls {
                s.tls(|tls| tls.record = record);
            }
            s.mcp_session();
            for id in 10..30 {
                if (15..15 + lost).contains(&id) {
                    s.lose_next(C2s);
                }
                s.request(C2s, "ping", &id.to_string(), "").respond(S2c, &id.to_string(), "{}");
            }
            s.close();
        }
        let (clear, snapshot) = (of(&clear), of(&sealed));
        assert_eq!(frames(&snapshot), frames(&clear), "{record} {lost}");
        let missing = |row: AssociationRow| row.gaps.iter().flatten().map(|gap| gap.length).sum::<u64>();
        assert_eq!(missing(only(&snapshot)), missing(only(&clear)));
        assert!(accusations(&snapshot).is_empty(), "{:?}", accusations(&snapshot));
        comes_back(&sealed, &snapshot);
    }
}

#[test]
fn padding_of_lost_records_is_no_content() {
    for (padding, record) in [(300, 16_384), (1000, 400), (64, 90)] {
        let mut sealed = Scenario::new();
        sealed.tls(|tls| (tls.padding, tls.record) = (padding, record)).mcp_session();
        for id in 10..40 {
            if id % 7 == 0 {
                sealed.lose_octets(C2s, 5 + 17 + 40 + u32::try_from(padding).unwrap());
            }
            let text = "x".repeat(id * 40);
            sealed.call(&id.to_string(), "read_file", Some(npscope::spec::effect::Effect::ReadOnly)).called(&id.to_string(), &text);
            if id % 5 == 0 {
                sealed.lose_next(S2c);
            }
        }
        sealed.close();
        let snapshot = of(&sealed);
        let row = only(&snapshot);
        assert_eq!(accusations(&snapshot), [""; 0], "{padding} {record}");
        let lost: u64 = row.gaps[1].iter().map(|gap| gap.length).sum();
        let sent: u64 = sealed.streams()[0][1].len() as u64;
        let read: u64 =
            snapshot.frames.iter().filter(|(_, row)| snapshot.direction_of(row) == S2c).map(|(_, row)| u64::from(row.length)).sum();
        assert!(lost > 0 && (sent.saturating_sub(read) / 2..(sent - read) * 2).contains(&lost), "{lost} of {sent}, {read} read");
    }
}

#[test]
fn a_key_update_that_was_lost_is_found_again() {
    let mut s = Scenario::new();
    s.tls(|_| {}).mcp_session().lose_next(C2s);
    s.tls_key_update(C2s, false).request(C2s, "ping", "7", "").respond(S2c, "7", "{}").lose_next(S2c).tls_key_update(S2c, true);
    s.lose_next(S2c).tls_key_update(S2c, true).request(C2s, "ping", "8", "").respond(S2c, "8", "{}").close();
    let (mut clear, snapshot) = (Scenario::new(), of(&s));
    clear.mcp_session().request(C2s, "ping", "7", "").respond(S2c, "7", "{}").request(C2s, "ping", "8", "").respond(S2c, "8", "{}").close();
    assert_eq!(frames(&snapshot), frames(&of(&clear)));
    assert!(accusations(&snapshot).is_empty());
}

#[test]
fn a_spoilt_record_takes_its_own_frames_with_it_and_no_others() {
    let (mut clear, mut sealed) = (Scenario::new(), Scenario::new());
    talk(&mut clear);
    sealed.tls(|_| {}).mcp_session().tls_spoil_next(C2s).request(C2s, "ping", "9", "");
    for id in 10..14 {
        sealed.request(C2s, "ping", &id.to_string(), "").respond(S2c, &id.to_string(), "{}");
    }
    let snapshot = of(&sealed);
    let row = only(&snapshot);
    let sent: u64 = sealed.streams()[0].iter().map(|stream| stream.len() as u64).sum();
    let read: u64 = snapshot.frames.iter().map(|(_, row)| u64::from(row.length)).sum();
    let missing: u64 = row.gaps.iter().flatten().map(|gap| gap.length).sum();
    assert_eq!((read + missing, row.gap_count), (sent, [1, 0]));
    assert!(accusations(&snapshot).is_empty(), "{:?}", accusations(&snapshot));
}

#[test]
fn secrets_that_come_after_the_packets_open_what_waited() {
    let (clear, sealed) = both(|_| {});
    let mut inputs: Vec<Input> = sealed.inputs().into_iter().filter(|input| !matches!(input, Input::Secrets(_))).collect();
    for from_end in [1, 10, 40] {
        let at = inputs.len() - from_end;
        inputs.insert(at, Input::Secrets(Secret::new(sealed.keys().into_bytes())));
        let snapshot = run(inputs.clone());
        assert_eq!(frames(&snapshot), frames(&of(&clear)), "{from_end}");
        assert_eq!(only(&snapshot).carrier_closed(), None);
        comes_back(&sealed, &snapshot);
        inputs.remove(at);
    }
}

#[test]
fn a_hostile_hello_is_no_association_and_no_panic() {
    let (_, sealed) = both(|_| {});
    let inputs = sealed.inputs();
    for at in 0..120 {
        let spoilt = inputs.iter().cloned().map(|input| match input {
            Input::Packet(mut packet) if packet.bytes.len() > 54 + at => {
                let mut octets = packet.bytes.to_vec();
                octets[54 + at] ^= 0xFF;
                packet.bytes = octets.into();
                Input::Packet(packet)
            }
            other => other,
        });
        let _ = run(spoilt.collect());
    }
}

#[test]
fn a_generation_that_is_not_known_is_named_and_nothing_else_is_judged() {
    let (_, sealed) = both(|tls| {
        tls.alpn_offered = Some(vec!["n-pamp/1".to_owned()]);
        tls.alpn = Some(Some("n-pamp/1".to_owned()));
    });
    let snapshot = of(&sealed);
    let rules: Vec<&str> = snapshot.findings.iter().map(|(_, finding)| finding.rule.id).collect();
    assert_eq!(rules, ["transport/alpn-deprecated"]);
    assert!(snapshot.frames.len() > 10);
}

#[test]
fn a_packet_that_was_cut_takes_its_own_frames_with_it_and_no_others() {
    let (_, sealed) = both(|_| {});
    let whole = of(&sealed).frames.len();
    let packets = sealed.inputs();
    let is_long = |input: &Input| matches!(input, Input::Packet(packet) if packet.bytes.len() > 200);
    for at in (0..packets.len()).filter(|at| is_long(&packets[*at])) {
        let mut inputs = packets.clone();
        if let Input::Packet(packet) = &mut inputs[at] {
            packet.bytes.truncate(150);
        }
        let snapshot = run(inputs);
        let row = only(&snapshot);
        let hello = at < 8;
        assert!(
            hello || snapshot.frames.iter().filter(|(_, row)| row.complete).count() + 4 >= whole,
            "packet {at}: {} of {whole}",
            snapshot.frames.len()
        );
        assert!(hello || row.carrier_closed().is_none(), "packet {at}: {:?}", row.carrier_closed());
        assert!(accusations(&snapshot).is_empty(), "packet {at}: {:?}", accusations(&snapshot));
    }
}

#[test]
fn the_secret_that_opens_a_record_tells_who_the_client_is() {
    let mut s = Scenario::new();
    s.tls(|_| {}).ping(C2s).capture_starts_here().ping(S2c).ping(C2s).close();
    let of_tls: String = s.keys().split_inclusive('\n').filter(|line| !line.starts_with("NPAMP")).collect();
    let inputs = s.inputs().into_iter().map(|input| match input {
        Input::Secrets(_) => Input::Secrets(Secret::new(of_tls.clone().into_bytes())),
        other => other,
    });
    let row = only(&run(inputs.collect()));
    assert_eq!((row.client.port(), row.server.port(), row.frames), (50_000, 7447, [3, 3]));
}

#[test]
fn secrets_of_a_size_that_fits_no_suite_in_use_are_wrong_and_not_missing() {
    let mut made = Scenario::new();
    made.generation(Generation::Three).tls(|tls| tls.suite = CipherSuite::AES_256_GCM_SHA384);
    talk(&mut made);
    let cut = |line: &str| {
        let mut words = line.split(' ');
        let words = [words.next(), words.next(), words.next().map(|secret| &secret[..secret.len().min(64)])];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ") + "\n"
    };
    let keys: String = made.keys().lines().map(cut).collect();
    let packets = made.inputs().into_iter().filter(|input| !matches!(input, Input::Secrets(_)));
    let row = only(&run([Input::Secrets(Secret::new(keys.into_bytes()))].into_iter().chain(packets).collect()));
    assert_eq!(row.carrier_closed(), Some(SealedReason::KeyWrong));
}
