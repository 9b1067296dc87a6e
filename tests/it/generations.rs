//! Both crypto generations, each by its own rules: what is wrong is found once, what is right is silent, and where nothing tells the
//! generation nobody is accused.

use npscope::base::direction::Direction::{C2s, S2c};
use npscope::engine::{Engine, Options};
use npscope::scenario::{FrameSpec, HelloTlvs, Scenario, Sealing};
use npscope::spec::channel::Channel;
use npscope::spec::frame_type::FrameType;
use npscope::spec::generation::{Generation, GenerationSource};
use npscope::spec::profile::Profile;
use npscope::spec::suite::Signature;
use npscope::spec::tlv::TlvType;
use npscope::store::finding::Severity;
use npscope::store::snapshot::Snapshot;

fn read(scenario: &Scenario) -> Snapshot {
    let mut engine = Engine::new(Options::default());
    for input in scenario.inputs() {
        engine.ingest(input);
    }
    engine.finish();
    engine.into_snapshot()
}

fn accusations(snapshot: &Snapshot) -> Vec<(&'static str, Severity)> {
    let loud = snapshot.findings.iter().map(|(_, finding)| finding).filter(|finding| finding.severity > Severity::Note);
    loud.map(|finding| (finding.rule.id, finding.severity)).collect()
}

fn of(build: impl Fn(&mut Scenario)) -> Snapshot {
    let mut scenario = Scenario::new();
    build(&mut scenario);
    read(&scenario)
}

/// A long, eventful and lawful session: messages, key updates of both sides, both ratchets, credit, liveness, an orderly end.
fn lawful(s: &mut Scenario) {
    s.mcp_session();
    s.ping(C2s).ping(S2c).key_update(C2s, Channel::BRIDGE).key_update_ack(S2c, Channel::BRIDGE, 1);
    s.key_update(S2c, Channel::CONTROL).key_update(S2c, Channel::CONTROL);
    s.key_update_ack(C2s, Channel::CONTROL, 1).key_update_ack(C2s, Channel::CONTROL, 2).ping(S2c);
    s.master_ratchet(C2s).master_ratchet_ack(S2c, 1).ping(C2s).rekem(C2s).ping(S2c).ping(C2s);
    s.flow_update(C2s, 1 << 21).flow_update(S2c, 1 << 21);
    s.close();
}

#[test]
fn lawful_traffic_is_silent_in_both_generations_at_every_profile() {
    for generation in [Generation::Two, Generation::Three] {
        for profile in [Profile::STANDARD, Profile::HIGH, Profile::SOVEREIGN] {
            let snapshot = of(|s| lawful(s.generation(generation).profile(profile)));
            assert_eq!(accusations(&snapshot), [], "{generation:?} {profile}");
            let row = snapshot.association(npscope::base::id::AssociationId::from_index(0)).unwrap();
            assert_eq!((row.generation, row.generation_source), (Some(generation), Some(GenerationSource::Verified)));
            assert_eq!(row.authenticated, Some(true), "{generation:?} {profile}");
            assert!(row.sealed.is_empty(), "{generation:?} {profile}: {:?}", row.sealed);
        }
    }
}

#[test]
fn ml_dsa_87_and_ed25519_are_both_verified_at_high() {
    for (generation, scheme) in [(Generation::Two, Signature::ML_DSA_0905), (Generation::Three, Signature::ML_DSA_87)] {
        let snapshot = of(|s| lawful(s.generation(generation).profile(Profile::HIGH).signature(scheme)));
        assert_eq!(accusations(&snapshot), [], "{generation:?}");
    }
}

#[test]
fn an_unknown_generation_accuses_nobody_of_what_one_generation_forbids() {
    let snapshot = of(|s| {
        s.no_keys().generation(Generation::Three).ping(C2s);
        s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::FLOW_UPDATE).payload(&[1]));
        s.frame(C2s, FrameSpec::new(Channel::IDENTITY, FrameType::CLOSE));
        for _ in 0..17 {
            s.frame(C2s, FrameSpec::new(Channel::IDENTITY, FrameType(0x0100)).payload(&vec![0; 65_000]));
        }
        s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE).payload(b"bye"));
        s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK));
        s.frame(S2c, FrameSpec::error(1)).frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::PING));
    });
    assert_eq!(accusations(&snapshot), []);
    let said = |id: &str| snapshot.findings.iter().any(|(_, finding)| finding.rule.id == id);
    assert!(said("flow/sealed-length") && said("close/payload-not-empty"), "it is noted all the same");
}

#[test]
fn generation_2_is_not_judged_by_the_rules_of_generation_3() {
    let snapshot = of(|s| {
        s.ping(C2s).frame(C2s, FrameSpec::new(Channel::IDENTITY, FrameType(0x0100)).flags(3));
        s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::FLOW_UPDATE).payload(b"window"));
        s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PATH_CHALLENGE).tlvs(&[(0x0015, &[7; 32])]));
        s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::PATH_RESPONSE).tlvs(&[(0x0016, &[7; 64])]));
        for _ in 0..17 {
            s.frame(C2s, FrameSpec::new(Channel::IDENTITY, FrameType(0x0100)).payload(&vec![0; 65_000]));
        }
        s.frame(C2s, FrameSpec::new(Channel::IDENTITY, FrameType::ERROR).payload(b"why not")).ping(C2s);
        s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE).payload(b"bye"));
        s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK).payload(b"bye"));
    });
    assert_eq!(accusations(&snapshot), []);
}

/// What one fault in a session of generation 3 at High leads to.
fn fault(build: impl Fn(&mut Scenario)) -> Vec<(&'static str, Severity)> {
    accusations(&of(|s| {
        s.generation(Generation::Three).profile(Profile::HIGH).ping(C2s);
        build(s);
    }))
}

fn on(channel: Channel, frame_type: FrameType) -> FrameSpec {
    FrameSpec::new(channel, frame_type)
}

fn control(frame_type: FrameType) -> FrameSpec {
    on(Channel::CONTROL, frame_type)
}

fn close() -> FrameSpec {
    control(FrameType::CLOSE)
}

fn ack() -> FrameSpec {
    control(FrameType::CLOSE_ACK)
}

/// What a piece of traffic must lead to.
type Case<'a> = (&'a [(&'a str, Severity)], Box<dyn Fn(&mut Scenario)>);

#[test]
fn every_fault_of_the_end_is_found_once() {
    let error = Severity::Error;
    let warning = Severity::Warning;
    let cases: [Case<'_>; 11] = [
        (&[("close/payload-not-empty", error)], Box::new(|s| drop(s.frame(C2s, close().payload(b"x")).frame(S2c, ack())))),
        (&[("close/payload-not-empty", error)], Box::new(|s| drop(s.frame(C2s, close()).frame(S2c, ack().payload(b"x"))))),
        (&[("close/ack-unsolicited", error)], Box::new(|s| drop(s.frame(S2c, ack()).fin(S2c).fin(C2s)))),
        (&[("close/wrong-channel", warning)], Box::new(|s| drop(s.frame(C2s, on(Channel::IDENTITY, FrameType::CLOSE)).close()))),
        (
            &[("transport/data-after-close", error)],
            Box::new(|s| drop(s.frame(C2s, close()).frame(C2s, on(Channel::IDENTITY, FrameType(0x0100))).frame(S2c, ack()))),
        ),
        (
            &[("transport/data-after-close", error)],
            Box::new(|s| drop(s.frame(C2s, close()).frame(S2c, ack()).frame(S2c, control(FrameType::PING)))),
        ),
        (&[("close/frame-after-error", error)], Box::new(|s| drop(s.error(S2c, 1).frame(S2c, control(FrameType::PING))))),
        (&[("error/reply-to-error", error)], Box::new(|s| drop(s.error(S2c, 1).error(C2s, 1).fin(C2s).fin(S2c)))),
        (&[("close/ack-missing", warning)], Box::new(|s| drop(s.frame(C2s, close()).wait(65_000).fin(C2s).fin(S2c)))),
        (&[("error/code-unassigned", warning)], Box::new(|s| drop(s.error(C2s, 77).fin(C2s).fin(S2c)))),
        (&[("replay/error-sent-for-discard", error)], Box::new(|s| drop(s.error(C2s, 3).fin(C2s).fin(S2c)))),
    ];
    for (at, (due, build)) in cases.iter().enumerate() {
        assert_eq!(fault(build), *due, "case {at}");
    }
}

fn drop<T>(_: T) {}

#[test]
fn an_error_of_the_handshake_has_no_number_to_be_judged() {
    for no_keys in [false, true] {
        let server = of(|s| {
            s.generation(Generation::Three).profile(Profile::HIGH).client_auth(|auth| {
                auth.omit().after(|s| {
                    s.frame(S2c, FrameSpec::error(6).seq(1).sealed_as(Sealing::Handshake));
                });
            });
            if no_keys {
                s.no_keys();
            }
            s.begin().fin(S2c).fin(C2s);
        });
        assert_eq!(accusations(&server), [], "without keys: {no_keys}");
    }
}

#[test]
fn a_capture_that_begins_late_or_has_holes_accuses_nobody() {
    for generation in [Generation::Two, Generation::Three] {
        let late = of(|s| {
            s.generation(generation).late().ping(C2s).key_update_ack(S2c, Channel::CONTROL, 4).master_ratchet_ack(S2c, 2);
            s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK)).fin(S2c).fin(C2s);
        });
        assert_eq!(accusations(&late), [], "{generation:?}");
        let holes = of(|s| {
            s.generation(generation).ping(C2s).lose_next(C2s).key_update(C2s, Channel::CONTROL);
            s.key_update_ack(S2c, Channel::CONTROL, 1).ping(C2s).lose_next(S2c).flow_update(S2c, 1 << 22);
            for _ in 0..17 {
                s.frame(C2s, FrameSpec::new(Channel::IDENTITY, FrameType(0x0100)).payload(&vec![0; 65_000]));
            }
            s.lose_next(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE));
            s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK)).fin(S2c).fin(C2s);
        });
        assert_eq!(accusations(&holes), [], "{generation:?}");
    }
}

/// Traffic with the severities that its finding has in generation 2 and in generation 3; `None` for no accusation.
type Twice<'a> = (&'a str, Option<Severity>, Option<Severity>, Box<dyn Fn(&mut Scenario)>);

#[test]
fn one_defect_has_the_severity_of_its_generation() {
    let plain = || on(Channel::IDENTITY, FrameType(0x0100));
    let (error, warning) = (Some(Severity::Error), Some(Severity::Warning));
    let cases: Vec<Twice<'_>> = vec![
        ("record/seq-gap", warning, None, Box::new(|s| drop(s.frame(C2s, control(FrameType::PING).seq(9))))),
        ("record/seq-start", warning, error, Box::new(move |s| drop(s.frame(C2s, plain().seq(2))))),
        (
            "record/seq-no-reset",
            warning,
            error,
            Box::new(|s| drop(s.ping(C2s).key_update(C2s, Channel::CONTROL).frame(C2s, control(FrameType::PING).seq(3)))),
        ),
        ("frame/flag-enc-missing", error, warning, Box::new(|s| drop(s.frame(C2s, control(FrameType::PING).clear()).ping(C2s)))),
        ("frame/flag-frag", None, error, Box::new(move |s| drop(s.frame(C2s, plain().flags(10))))),
        ("frame/reserved-flag-urg", None, error, Box::new(move |s| drop(s.frame(C2s, plain().flags(3))))),
        ("transport/data-after-close", warning, error, Box::new(move |s| drop(s.frame(C2s, close()).frame(C2s, plain())))),
        ("keyupdate/ack-unsolicited", None, error, Box::new(|s| drop(s.key_update_ack(S2c, Channel::CONTROL, 1)))),
        ("ratchet/ack-unsolicited", error, error, Box::new(|s| drop(s.master_ratchet_ack(S2c, 1)))),
        ("ratchet/key-update-epoch", error, error, Box::new(|s| drop(s.frame(C2s, control(FrameType::KEY_UPDATE).tlvs(&[MARKER_2]))))),
        ("ratchet/key-update-marker", error, error, Box::new(|s| drop(s.frame(C2s, control(FrameType::KEY_UPDATE))))),
        (
            "record/frame-after-rotation-old-key",
            error,
            error,
            Box::new(|s| drop(s.key_update(C2s, Channel::CONTROL).frame(C2s, control(FrameType::PING).old_key()).ping(C2s))),
        ),
        (
            "ratchet/frame-after-boundary",
            error,
            error,
            Box::new(|s| drop(s.master_ratchet(C2s).frame(C2s, control(FrameType::PING).old_key()).ping(C2s))),
        ),
    ];
    for (rule, second, third, build) in &cases {
        for (generation, due) in [(Generation::Two, second), (Generation::Three, third)] {
            let found = accusations(&of(|s| {
                s.generation(generation).ping(C2s);
                build(s);
            }));
            let due: Vec<_> = due.iter().map(|severity| (*rule, *severity)).collect();
            assert_eq!(found, due, "{rule} in {generation:?}");
        }
    }
}

/// A marker of epoch 2.
const MARKER_2: (u16, &[u8]) = (0x0017, &[0, 0, 0, 0, 0, 0, 0, 2]);

#[test]
fn every_fault_of_the_handshake_is_found_once() {
    type Edit = fn(&mut HelloTlvs);
    let cases: [(&str, Severity, Profile, Edit); 5] = [
        ("handshake/aeadselect-count", Severity::Warning, Profile::HIGH, |hello| drop(hello.set(TlvType::AEAD_SELECT, &[0, 1]))),
        ("handshake/aeadselect-duplicate", Severity::Error, Profile::HIGH, |hello| drop(hello.set(TlvType::AEAD_SELECT, &[0, 1, 0, 1]))),
        ("handshake/aeadselect-length", Severity::Error, Profile::HIGH, |hello| drop(hello.set(TlvType::AEAD_SELECT, &[0, 1, 0]))),
        ("handshake/aeadselect-length", Severity::Error, Profile::HIGH, |hello| drop(hello.set(TlvType::AEAD_SELECT, &[]))),
        ("handshake/kem-ct-size", Severity::Error, Profile::HIGH, |hello| drop(hello.edit(TlvType::KEM_CIPHERTEXT, |value| value.push(0)))),
    ];
    for (rule, severity, profile, edit) in cases {
        let found = accusations(&of(|s| {
            s.generation(Generation::Three).profile(profile).server_hello(edit).begin();
        }));
        assert_eq!(found, [(rule, severity)], "{rule}");
    }
}

#[test]
fn two_suites_alternate_through_updates_and_ratchets() {
    let snapshot = of(|s| {
        s.generation(Generation::Three).profile(Profile::HIGH);
        for _ in 0..5 {
            s.ping(C2s).frame(C2s, on(Channel::IDENTITY, FrameType(0x0100)));
        }
        s.key_update(C2s, Channel::IDENTITY).key_update_ack(S2c, Channel::IDENTITY, 1);
        for _ in 0..3 {
            s.frame(C2s, on(Channel::IDENTITY, FrameType(0x0100)));
        }
        s.master_ratchet(C2s).master_ratchet_ack(S2c, 1).frame(C2s, on(Channel::IDENTITY, FrameType(0x0100))).ping(C2s).close();
    });
    assert_eq!(accusations(&snapshot), []);
    let row = snapshot.association(npscope::base::id::AssociationId::from_index(0)).unwrap();
    assert!(row.sealed.is_empty(), "{:?}", row.sealed);
}

#[test]
fn key_bounds_are_those_of_the_profile() {
    let beyond = |profile: Profile, seq: u64| {
        accusations(&of(|s| {
            s.generation(Generation::Three).profile(profile).ping(C2s).frame(C2s, control(FrameType::PING).seq(seq));
        }))
    };
    for (profile, bound) in [(Profile::STANDARD, 1 << 24), (Profile::HIGH, 1 << 22), (Profile::SOVEREIGN, 1 << 20)] {
        assert_eq!(beyond(profile, bound - 1), [], "{profile}");
        assert_eq!(beyond(profile, bound), [("keyupdate/frames-exceeded", Severity::Error)], "{profile}");
    }
}

/// A session over TLS in which a call that may destroy carries no label, under a protocol.
fn negotiated(s: &mut Scenario, name: &'static str) {
    s.generation(Generation::Three).tls(|tls| (tls.alpn_offered, tls.alpn) = (Some(vec![name.to_owned()]), Some(Some(name.to_owned()))));
    s.mcp_session().call("10", "delete_file", None).called("10", "gone").close();
}

#[test]
fn under_a_generation_that_is_not_known_nothing_is_judged_and_the_table_says_so() {
    use npscope::report::conformance::{Conformance, Place, Verdict};
    let verdicts = |snapshot: &Snapshot| {
        let conformance = Conformance::of(snapshot);
        Place::all().map(|place| conformance.standing(place)).collect::<Vec<_>>()
    };
    for name in ["n-pamp/1", "n-pamp/4"] {
        let strange = of(|s| negotiated(s, name));
        let (_, row) = strange.associations.iter().next().unwrap();
        assert_eq!((row.generation, row.generation_source, row.authenticated), (None, None, None), "{name}");
        let standings = verdicts(&strange);
        let given =
            |standing: &&npscope::report::conformance::Standing| !matches!(standing.verdict, Verdict::NotJudged | Verdict::NotExercised);
        assert_eq!(standings.iter().find(given), None, "{name}");
        assert!(standings.iter().any(|standing| standing.verdict == Verdict::NotJudged && standing.unjudged > 0), "{name}");
        // Beside traffic that is judged the count remains.
        let both = of(|s| {
            negotiated(s, name);
            negotiated(s.next_association(), "n-pamp/3");
        });
        assert!(verdicts(&both).iter().any(|standing| standing.exercised > 0 && standing.unjudged > 0), "{name}");
    }
}

#[test]
fn signatures_of_another_generation_than_the_negotiated_one_authenticate_nobody() {
    let conflict = of(|s| {
        s.generation(Generation::Two).tls(|tls| {
            (tls.alpn_offered, tls.alpn) = (Some(vec!["n-pamp/3".to_owned()]), Some(Some("n-pamp/3".to_owned())));
        });
        s.ping(C2s).close();
    });
    let (_, row) = conflict.associations.iter().next().unwrap();
    assert_eq!((row.generation, row.authenticated), (Some(Generation::Three), Some(false)));
    assert_eq!(accusations(&conflict), [("generation/alpn-content-conflict", Severity::Error)]);
}
