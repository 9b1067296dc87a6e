//! The published vectors of what differs between the generations: ML-DSA-87, ML-KEM-1024, the mechanisms that profiles accept.

use npscope::base::text::{hex, unhex};
use npscope::crypto::sign::{Algorithm, Signer, Verifier};
use npscope::engine::{Engine, Options};
use npscope::npamp::handshake::share::is_encapsulation_key;
use npscope::scenario::Scenario;
use npscope::spec::generation::Generation;
use npscope::spec::profile::Profile;
use npscope::spec::suite::{Kem, Suite};
use npscope::spec::tlv::TlvType;
use npscope::store::finding::Severity;
use serde_json::Value;

use crate::vectors::shared;

fn octets(value: &Value) -> Vec<u8> {
    unhex(&value.as_str().unwrap().to_ascii_lowercase()).unwrap()
}

#[test]
fn ml_dsa_87_has_the_published_keys_and_signatures() {
    let Some(kat) = shared("gen3/mldsa87-primitives-kat.json") else { return };
    let keygen = &kat["keygen_seed_to_pk"];
    let seed = octets(&keygen["seed"]).try_into().unwrap();
    assert_eq!(hex(&Signer::ml_dsa_87(&seed).public()), hex(&octets(&keygen["pk"])));
    let verifier = Verifier::new(Algorithm::MlDsa87, &octets(&kat["verify_group_public_key"])).unwrap();
    for (case, verifies) in [("valid_case", true), ("invalid_case", false)] {
        let case = &kat[case];
        assert_eq!(verifier.verifies(&octets(&case["msg"]), &octets(&case["sig"])), verifies, "{}", case["comment"]);
    }
}

#[test]
fn an_encapsulation_key_of_ml_kem_1024_is_the_second_half_of_a_share() {
    let Some(kat) = shared("gen3/mlkem1024-acvp-kat.json") else { return };
    let key = octets(&kat["ek"]);
    assert!(is_encapsulation_key(&key));
    let (point, x25519) = (97, 32);
    assert_eq!(Kem::MLKEM1024.share_len(Some(Generation::Three)), Some(point + key.len()));
    assert_eq!(Kem::MLKEM1024.share_len(Some(Generation::Two)), Some(key.len() + x25519));
    let turned: Vec<u8> = key.iter().copied().cycle().skip(x25519).take(key.len()).collect();
    assert!(!is_encapsulation_key(&turned), "octets of a key in another place are no key");
}

/// `X25519MLKEM1024` of these vectors is the name of generation 2.
#[test]
fn profiles_accept_the_mechanisms_of_the_vectors() {
    for corpus in ["gen2", "gen3"] {
        let Some(corpus) = shared(&format!("{corpus}/conformance-corpus.json")) else { return };
        let groups = corpus["testGroups"].as_array().unwrap().iter().filter(|group| group["op"] == "profile.check");
        for test in groups.flat_map(|group| group["tests"].as_array().unwrap()) {
            let profile = Profile::NAMED.iter().find(|(_, name)| test["in"]["profile"] == *name).unwrap().0;
            let small = test["in"]["kem"] == "X25519MLKEM768";
            assert_eq!(is_accepted(profile, small), test["result"] == "valid", "{}", test["comment"]);
        }
    }
}

/// Whether a handshake with that selection is free of `handshake/kem-below-profile` as an error.
fn is_accepted(profile: Profile, small: bool) -> bool {
    let mut scenario = Scenario::new();
    scenario.profile(profile).suites(&[Suite::AES_256_GCM, Suite::CHACHA20_POLY1305]);
    if small && profile != Profile::STANDARD {
        scenario.server_hello(|hello| {
            hello.set(TlvType::KEM_SELECT, &[0x11, 0xEC]);
        });
    }
    scenario.begin();
    let mut engine = Engine::new(Options::default());
    for input in scenario.inputs() {
        engine.ingest(input);
    }
    engine.finish();
    let snapshot = engine.into_snapshot();
    let refused = |severity| {
        snapshot.findings.iter().any(|(_, finding)| (finding.rule.id, finding.severity) == ("handshake/kem-below-profile", severity))
    };
    !refused(Severity::Error)
}

#[test]
fn what_both_generations_share_has_the_same_vectors() {
    for file in ["finished-kat.json", "key-schedule-kat.json", "kem-wire-kat.json", "transcript-kat.json"] {
        let [Some(second), Some(third)] = ["gen2", "gen3"].map(|folder| shared(&format!("{folder}/{file}"))) else { return };
        assert_eq!(second, third, "{file} runs for one generation only");
    }
}
