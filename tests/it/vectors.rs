//! The published test vectors of header, TLVs, record protection, key schedule and handshake, in both generations.

use std::cell::Cell;
use std::path::Path;

use npscope::base::direction::Direction;
use npscope::base::limits::Limits;
use npscope::base::text::{hex, unhex};
use npscope::carrier::keylog::KeyLog;
use npscope::crypto::aead::RecordKey;
use npscope::crypto::digest::Hash;
use npscope::crypto::kdf::{TLS13_PREFIX, expand, expand_label, expand_with_prefix, extract};
use npscope::crypto::sign::{Signer, ed25519_verifies};
use npscope::engine::{Engine, Options};
use npscope::npamp::handshake::schedule::{Scope, finished_key, handshake_secret, handshake_traffic_parent, master, record_key, traffic};
use npscope::npamp::handshake::transcript::{Points, Transcript};
use npscope::npamp::handshake::verify::{CertCheck, CertVariant, MacCheck, cert_verify, finished, signed_octets};
use npscope::npamp::header::{HEADER_LEN, Header, MAGIC, VERSION, crc_of};
use npscope::npamp::keyring::{FrameEvidence, Keyring};
use npscope::npamp::protection::Protection;
use npscope::npamp::tlv::{TlvBody, append};
use npscope::scenario::{HelloTlvs, Scenario};
use npscope::spec::channel::Channel;
use npscope::spec::frame_type::FrameType;
use npscope::spec::generation::{Generation, GenerationSource};
use npscope::spec::profile::Profile;
use npscope::spec::suite::{Kem, Suite};
use npscope::spec::tlv::TlvType;
use npscope::store::finding::{Finding, Severity};
use serde_json::Value;

use crate::{vectors_bridge, vectors_native};

/// A file of the shared folder; `None` where that is absent, which `CI=true` does not allow.
pub(crate) fn shared(file: &str) -> Option<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/vectors").join(file);
    let Ok(text) = std::fs::read(&path) else {
        assert!(option_env!("CI") != Some("true"), "{} is absent", path.display());
        eprintln!("skipped: {} is absent", path.display());
        return None;
    };
    Some(serde_json::from_slice(&text).unwrap())
}

thread_local! {
    /// Vectors of the two corpora that were run on this thread.
    static RAN: Cell<usize> = const { Cell::new(0) };
}

/// Counts vectors of the corpora as run.
pub(crate) fn ran(count: usize) {
    RAN.with(|ran| ran.set(ran.get() + count));
}

/// Runs `check` on every vector of an operation in both corpora; it says whether the input was accepted, and asserts the output.
fn each(op: &str, check: impl Fn(&Value, &Value) -> bool) {
    for corpus in ["gen2", "gen3"] {
        let Some(corpus) = shared(&format!("{corpus}/conformance-corpus.json")) else { return };
        let groups = corpus["testGroups"].as_array().unwrap();
        let tests: Vec<&Value> =
            groups.iter().filter(|group| group["op"] == op).flat_map(|group| group["tests"].as_array().unwrap()).collect();
        assert!(!tests.is_empty(), "no vectors for {op}");
        ran(tests.len());
        for test in tests {
            let accepted = check(&test["in"], &test["expected"]);
            assert_eq!(accepted, test["result"] == "valid", "{op} {}: {}", test["tcId"], test["comment"]);
        }
    }
}

fn octets(value: &Value) -> Vec<u8> {
    unhex(value.as_str().unwrap()).unwrap()
}

fn number<T: TryFrom<u64>>(value: &Value) -> T {
    let number = value.as_u64().or_else(|| value.as_str().and_then(|text| text.parse().ok())).unwrap();
    T::try_from(number).unwrap_or_else(|_| panic!("{number} does not fit"))
}

fn hash(value: &Value) -> Hash {
    if value == "sha256" { Hash::Sha256 } else { Hash::Sha384 }
}

fn suite(value: &Value) -> Suite {
    if value == "AES-256-GCM" { Suite::AES_256_GCM } else { Suite::CHACHA20_POLY1305 }
}

#[test]
fn header_decode() {
    each("header.decode", |input, expected| {
        let frame = octets(&input["frame"]);
        let Ok(header) = Header::decode(&frame) else { return false };
        if header.magic != MAGIC || header.version != VERSION || header.crc != crc_of(&frame) || header.reserved != [0; 11] {
            return false;
        }
        assert_eq!(u64::from(header.flags), expected["flags"]);
        assert_eq!(u64::from(header.frame_type.0), expected["frameType"]);
        assert_eq!(u64::from(header.channel.0), expected["channel"]);
        assert_eq!(header.seq, expected["seq"]);
        assert_eq!(u64::from(header.payload_len), expected["payloadLength"]);
        assert_eq!(hex(&header.crc.to_be_bytes()), expected["crc32c"]);
        true
    });
}

#[test]
fn header_encode() {
    each("header.encode", |input, expected| {
        let header = header_of(input, number(&input["payloadLength"]));
        assert_eq!(hex(&header.encode()), expected["frame"]);
        true
    });
}

fn header_of(input: &Value, payload_len: u32) -> Header {
    let (channel, frame_type) = (Channel(number(&input["channel"])), FrameType(number(&input["frameType"])));
    Header::new(number(&input["flags"]), channel, frame_type, number(&input["seq"]), payload_len)
}

#[test]
fn crc32c() {
    each("crc32c", |input, expected| {
        assert_eq!(hex(&crc_of(&octets(&input["octets"])).to_be_bytes()), expected["crc32c"]);
        true
    });
}

#[test]
fn tlv_decode() {
    each("tlv.decode", |input, expected| {
        let body = octets(&input["tlv"]);
        let walked = TlvBody::walk(&body);
        let unknown_critical = walked.items.iter().any(|tlv| tlv.ty.is_critical() && tlv.ty.name().is_none());
        if walked.fault.is_some() || unknown_critical {
            return false;
        }
        let tlv = walked.items[0];
        assert_eq!(u64::from(tlv.ty.0), expected["type"]);
        assert_eq!(tlv.value.len() as u64, expected["length"]);
        assert_eq!(hex(tlv.value.of(&body)), expected["value"]);
        true
    });
}

#[test]
fn tlv_encode() {
    each("tlv.encode", |input, expected| {
        let mut out = Vec::new();
        append(&mut out, TlvType(number(&input["type"])), &octets(&input["value"]));
        assert_eq!(hex(&out), expected["tlv"]);
        true
    });
}

fn key_of(input: &Value, iv: &str) -> RecordKey {
    RecordKey::new(suite(&input["suite"]), &octets(&input["key"]), &octets(&input[iv])).unwrap()
}

#[test]
fn aead_seal() {
    each("aead.seal", |input, expected| {
        let key = key_of(input, "nonce");
        let mut text = octets(&input["pt"]);
        key.seal(key.nonce(0), &octets(&input["aad"]), &mut text);
        assert_eq!(hex(&text), expected["sealed"]);
        true
    });
}

#[test]
fn aead_open() {
    each("aead.open", |input, expected| {
        let key = key_of(input, "nonce");
        let mut sealed = octets(&input["sealed"]);
        let Some(plain) = key.open(key.nonce(0), &octets(&input["aad"]), &mut sealed) else { return false };
        assert_eq!(hex(plain), expected["pt"]);
        true
    });
}

/// These vectors count the payload length in the associated data without the tag. Frames on the wire count it with the
/// tag, those of the handshake-flow vectors included: there a payload length without the tag is a sender's mistake.
#[test]
fn frame_seal() {
    each("frame.seal", |input, expected| {
        let mut text = octets(&input["pt"]);
        let header = header_of(input, u32::try_from(text.len()).unwrap());
        let key = key_of(input, "iv");
        key.seal(key.nonce(header.seq), &header.encode()[..21], &mut text);
        assert_eq!(hex(&text), expected["sealed"]);
        true
    });
}

#[test]
fn frame_open() {
    each("frame.open", |input, expected| {
        let mut sealed = octets(&input["sealed"]);
        let header = header_of(input, u32::try_from(sealed.len() - 16).unwrap());
        let key = key_of(input, "iv");
        let Some(plain) = key.open(key.nonce(header.seq), &header.encode()[..21], &mut sealed) else { return false };
        assert_eq!(hex(plain), expected["pt"]);
        true
    });
}

#[test]
fn hkdf_expand() {
    each("hkdf.expand", |input, expected| {
        let okm = expand(hash(&input["hash"]), &octets(&input["prk"]), &[&octets(&input["info"])], number(&input["length"]));
        assert_eq!(hex(okm.expose()), expected["okm"]);
        true
    });
}

#[test]
fn hkdf_expand_label() {
    each("hkdf.expand_label", |input, expected| {
        let label = input["label"].as_str().unwrap();
        let length = number(&input["length"]);
        let out = expand_label(hash(&input["hash"]), &octets(&input["secret"]), label, &octets(&input["context"]), length);
        if out.len() != length {
            return false;
        }
        assert_eq!(hex(out.expose()), expected["out"]);
        true
    });
}

#[test]
fn keys_derive_traffic() {
    each("keys.derive_traffic", |input, expected| {
        let hash = if input["profile"] == "Standard" { Hash::Sha256 } else { Hash::Sha384 };
        let scope = Scope {
            direction: Direction::from_index(number(&input["dir"])),
            epoch: number(&input["epoch"]),
            suite: Suite(number(&input["suite"])),
            channel: Channel(number(&input["channel"])),
        };
        let secret = traffic(hash, &octets(&input["master"]), &scope);
        assert_eq!(hex(expand_label(hash, secret.expose(), "key", &[], 32).expose()), expected["key"]);
        assert_eq!(hex(expand_label(hash, secret.expose(), "iv", &[], 12).expose()), expected["iv"]);
        let key = record_key(hash, scope.suite, secret.expose()).unwrap();
        assert_eq!(hex(&key.nonce(0)), expected["iv"]);
        true
    });
}

#[test]
fn nonce_derive() {
    each("nonce.derive", |input, expected| {
        let Some(key) = RecordKey::new(Suite::AES_256_GCM, &[0; 32], &octets(&input["iv"])) else { return false };
        assert_eq!(hex(&key.nonce(number(&input["seq"]))), expected["nonce"]);
        true
    });
}

#[test]
fn the_key_schedule_agrees_with_its_anchors() {
    let Some(kat) = shared("gen2/key-schedule-kat.json") else { return };
    let raw = &kat["rfc5869_tc1"];
    assert_eq!(hex(extract(Hash::Sha256, &octets(&raw["salt"]), &octets(&raw["ikm"])).expose()), raw["prk"]);
    assert_eq!(hex(expand(Hash::Sha256, &octets(&raw["prk"]), &[&octets(&raw["info"])], number(&raw["L"])).expose()), raw["okm"]);
    let tls = &kat["rfc8448_expand_label"];
    for (label, length, expected) in [("key", 16, "write_key"), ("iv", 12, "write_iv"), ("finished", 32, "finished_key")] {
        let out = expand_with_prefix(Hash::Sha256, &octets(&tls["client_handshake_traffic_secret"]), TLS13_PREFIX, label, &[], length);
        assert_eq!(hex(out.expose()), tls[expected]);
    }
}

/// The frames of the transcript vector with their TLVs as on the wire: for each, the offsets at which TLVs end.
fn transcript_frames(kat: &Value) -> Vec<(FrameType, Vec<u8>, Vec<usize>)> {
    let code = |value: &Value| u16::from_str_radix(value.as_str().unwrap().trim_start_matches("0x"), 16).unwrap();
    let frame = |frame: &Value| {
        let (mut body, mut ends) = (Vec::new(), Vec::new());
        for tlv in frame["tlvs"].as_array().unwrap() {
            append(&mut body, TlvType(code(&tlv["type"])), &octets(&tlv["value"]));
            ends.push(body.len());
        }
        (FrameType(code(&frame["frame_type"])), body, ends)
    };
    kat["frames"].as_array().unwrap().iter().map(frame).collect()
}

#[test]
fn the_transcript_has_the_published_points() {
    for generation in ["gen2", "gen3"] {
        let Some(kat) = shared(&format!("{generation}/transcript-kat.json")) else { return };
        let points = &kat["expected_transcript_points"];
        let mut transcript = Transcript::default();
        let frames = transcript_frames(&kat);
        let check = |transcript: &Transcript, name: &str| assert_eq!(hex(&transcript.point(Hash::Sha256)), points[name], "{name}");
        for (frame_type, body, ends) in &frames {
            transcript.frame(*frame_type);
            let names = match *frame_type {
                FrameType::SERVER_HELLO => [(4, "th_kem")].as_slice(),
                FrameType::SERVER_AUTH => [(0, "th_sid"), (1, "th_scv")].as_slice(),
                FrameType::CLIENT_AUTH => [(0, "th_cid"), (1, "th_ccv")].as_slice(),
                _ => &[],
            };
            let mut from = 0;
            for (at, end) in ends.iter().enumerate() {
                transcript.tlvs(&body[from..*end]);
                from = *end;
                if let Some((_, name)) = names.iter().find(|(tlv, _)| *tlv == at) {
                    check(&transcript, name);
                }
            }
        }
        assert_eq!(frames.len(), 4);
    }
}

#[test]
fn finished_has_the_published_values() {
    let Some(kat) = shared("gen2/finished-kat.json") else { return };
    for case in ["tc1", "tc2"] {
        let case = &kat["rfc4231_hmac_sha256"][case];
        assert_eq!(hex(&Hash::Sha256.hmac(&octets(&case["key"]), &octets(&case["data"]))), case["hmac_sha256"]);
    }
    let (inputs, expected) = (&kat["npamp_inputs"], &kat["expected"]);
    for (key, point, value) in
        [("finished_key_server", "th_scv", "verify_data_server"), ("finished_key_client", "th_ccv", "verify_data_client")]
    {
        assert_eq!(hex(&Hash::Sha256.hmac(&octets(&inputs[key]), &octets(&inputs[point]))), expected[value]);
    }
}

#[test]
fn cert_verify_has_the_published_values_and_refuses_other_roles_and_transcripts() {
    for (folder, generation) in [("gen2", Generation::Two), ("gen3", Generation::Three)] {
        let Some(kat) = shared(&format!("{folder}/certverify-kat.json")) else { return };
        for case in ["test1", "test2"] {
            let case = &kat["rfc8032_ed25519"][case];
            assert!(ed25519_verifies(&octets(&case["public_key"]), &octets(&case["message"]), &octets(&case["signature"])));
        }
        let (inputs, expected) = (&kat["npamp_inputs"], &kat["expected"]);
        let points = Points {
            server_identity: Some(octets(&inputs["th_sid"])),
            client_identity: Some(octets(&inputs["th_cid"])),
            ..Points::default()
        };
        for (role, signer, point) in [("server", Direction::S2c, "th_sid"), ("client", Direction::C2s, "th_cid")] {
            let point = octets(&inputs[point]);
            let signed = signed_octets(generation, signer, &point);
            assert_eq!(hex(&signed), expected[format!("signing_input_{role}")]);
            let seed = octets(&inputs[format!("{role}_seed")]).try_into().unwrap();
            let public = octets(&inputs[format!("{role}_pub")]);
            let value = octets(&expected[format!("certverify_value_{role}")]);
            assert_eq!(Signer::from_seed(&seed).unwrap().sign(&signed), value[2..]);
            assert_eq!(cert_verify(signer, Some(&public), &value, &points), CertCheck::Verified(generation));
            let swapped = Points {
                server_identity: points.client_identity.clone(),
                client_identity: points.server_identity.clone(),
                ..Points::default()
            };
            assert_eq!(cert_verify(signer, Some(&public), &value, &swapped), CertCheck::Failed);
            let as_other = cert_verify(signer.flip(), Some(&public), &value, &swapped);
            assert_eq!(as_other, CertCheck::Variant(CertVariant::OtherRole(generation)));
        }
    }
}

#[test]
fn kem_values_have_the_published_layout() {
    let Some(kat) = shared("gen2/kem-wire-kat.json") else { return };
    let (layout, x25519) = (&kat["wire_layout"], &kat["x25519_rfc7748_6_1"]);
    let share = [octets(&kat["mlkem768_keygen"]["ek"]), octets(&x25519["alice_public"])].concat();
    let ciphertext = [octets(&kat["mlkem768_decaps_reference"]["ciphertext_c"]), octets(&x25519["bob_public"])].concat();
    let combined = [octets(&kat["mlkem768_decaps_reference"]["shared_secret_K"]), octets(&x25519["shared_secret"])].concat();
    assert_eq!(share.len() as u64, layout["kem_share_len"]);
    assert_eq!(Kem::X25519_MLKEM768.share_len(None), Some(share.len()));
    assert_eq!(ciphertext.len() as u64, layout["kem_ciphertext_len"]);
    assert_eq!(Kem::X25519_MLKEM768.ciphertext_len(None), Some(ciphertext.len()));
    assert_eq!(combined.len() as u64, layout["combined_secret_len"]);
}

/// The frames of a handshake-flow vector in wire order.
fn flow_frames(kat: &Value) -> Vec<(Direction, Vec<u8>)> {
    let frames = &kat["expected"]["frames"];
    [("client_hello", Direction::C2s), ("server_hello", Direction::S2c), ("server_auth", Direction::S2c), ("client_auth", Direction::C2s)]
        .map(|(name, direction)| (direction, octets(&frames[name])))
        .to_vec()
}

#[test]
fn the_published_handshake_opens_and_verifies_with_its_handshake_secret() {
    for (folder, generation) in [("gen2", Generation::Two), ("gen3", Generation::Three)] {
        let Some(kat) = shared(&format!("{folder}/handshake-flow-kat.json")) else { return };
        let limits = Limits::default();
        let mut log = KeyLog::new(&limits);
        let share = octets(&kat["expected"]["kem"]["kem_share"]);
        let secrets = &kat["expected"]["secrets"];
        let id = &share[share.len() - 32..];
        log.push_text(format!("NPAMP_HANDSHAKE_SECRET {} {}", hex(id), secrets["handshake_secret"].as_str().unwrap()).as_bytes());
        let mut keyring = Keyring::new(None, &limits);
        let mut out = Vec::new();
        let mut opened = Vec::new();
        for (direction, wire) in flow_frames(&kat) {
            let header = Header::decode(&wire).unwrap();
            let opening = keyring.open(&log, direction, &header, &wire, &FrameEvidence::default(), &mut out);
            opened.push((opening.protection, hex(&out)));
        }
        let plain = &kat["expected"]["auth_plaintext"];
        assert_eq!((opened[0].0, opened[1].0), (Protection::Clear, Protection::Clear));
        assert_eq!((opened[2].0, Value::from(opened[2].1.clone())), (Protection::Opened, plain["server_auth"].clone()));
        assert_eq!((opened[3].0, Value::from(opened[3].1.clone())), (Protection::Opened, plain["client_auth"].clone()));
        assert_eq!(keyring.handshake().authenticated(None), Some(true));
        let negotiated = keyring.negotiated();
        assert_eq!((negotiated.generation, negotiated.source), (Some(generation), Some(GenerationSource::Verified)));
        assert_eq!((negotiated.profile, negotiated.kem), (Some(Profile::STANDARD), Some(Kem::X25519_MLKEM768)));
        assert_eq!(negotiated.id.as_ref().map(|id| &id[..]), Some(id));
        opens_application_frames(&mut keyring, &log, secrets);
    }
}

/// Frames sealed with the published application keys open on the Control channel of both directions.
fn opens_application_frames(keyring: &mut Keyring, log: &KeyLog, secrets: &Value) {
    for (direction, name) in [(Direction::C2s, "app_c2s"), (Direction::S2c, "app_s2c")] {
        let part = |part: &str| octets(&secrets[format!("{name}_{part}")]);
        let key = RecordKey::new(Suite::AES_256_GCM, &part("key"), &part("iv")).unwrap();
        let mut payload = b"hello".to_vec();
        let header = Header::new(2, Channel::CONTROL, FrameType::PING, 0, 21);
        key.seal(key.nonce(0), &header.encode()[..21], &mut payload);
        let wire = [&header.encode()[..], &payload].concat();
        let mut out = Vec::new();
        let opening = keyring.open(log, direction, &header, &wire, &FrameEvidence::default(), &mut out);
        assert_eq!((opening.protection, out.as_slice()), (Protection::Opened, &b"hello"[..]));
        assert_eq!(opening.secret.map(|secret| secret.expose().to_vec()), Some(part("traffic_secret")));
        assert!(opening.scope.is_some_and(|scope| scope.new && !scope.handshake && scope.epoch == 0));
    }
}

#[test]
fn the_published_handshake_derives_the_published_secrets() {
    for folder in ["gen2", "gen3"] {
        let Some(kat) = shared(&format!("{folder}/handshake-flow-kat.json")) else { return };
        let (secrets, points, expected) = (&kat["expected"]["secrets"], &kat["expected"]["transcript"], &kat["expected"]);
        let hash = Hash::Sha256;
        let handshake = handshake_secret(hash, &octets(&kat["inputs"]["combined_secret"]));
        assert_eq!(hex(handshake.expose()), secrets["handshake_secret"]);
        let mut parents = Vec::new();
        for (direction, name, role) in [(Direction::C2s, "c_hs", "client"), (Direction::S2c, "s_hs", "server")] {
            let parent = handshake_traffic_parent(hash, handshake.expose(), direction, &octets(&points["th_kem"]));
            assert_eq!(hex(parent.expose()), secrets[format!("{name}_secret")]);
            assert_eq!(hex(finished_key(hash, parent.expose()).expose()), expected["finished_keys"][role]);
            let scope = Scope { direction, epoch: 0, suite: Suite::AES_256_GCM, channel: Channel::CONTROL };
            assert_eq!(hex(traffic(hash, parent.expose(), &scope).expose()), secrets[format!("{name}_traffic_secret")]);
            parents.push(parent);
        }
        let root = master(hash, handshake.expose(), &octets(&points["th_ccv"]));
        assert_eq!(hex(root.expose()), secrets["master_secret"]);
        let all = Points {
            kem: Some(octets(&points["th_kem"])),
            server_identity: Some(octets(&points["th_sid"])),
            server_cert_verify: Some(octets(&points["th_scv"])),
            client_identity: Some(octets(&points["th_cid"])),
            client_cert_verify: Some(octets(&points["th_ccv"])),
        };
        for (direction, role) in [(Direction::C2s, "client"), (Direction::S2c, "server")] {
            let value = octets(&expected["finished"][role]);
            let parents = [parents[0].expose(), parents[1].expose()];
            assert_eq!(finished(hash, direction, parents, &value, &all), MacCheck::Verified);
            assert_eq!(finished(hash, direction.flip(), parents, &value, &all), MacCheck::Failed);
        }
    }
}

#[test]
fn the_published_frames_are_as_long_as_their_headers_say() {
    let Some(kat) = shared("gen2/handshake-flow-kat.json") else { return };
    for (_, wire) in flow_frames(&kat) {
        let header = Header::decode(&wire).unwrap();
        assert_eq!(header.frame_len(), wire.len() as u64);
        assert_eq!(header.crc, crc_of(&wire[..HEADER_LEN]));
    }
}

#[test]
fn profile_check() {
    each("profile.check", |input, _| {
        let profile = Profile::NAMED.iter().find(|(_, name)| input["profile"] == **name).unwrap().0;
        let select: fn(&mut HelloTlvs) = if input["kem"] == "X25519MLKEM768" {
            |hello| {
                hello.set(TlvType::KEM_SELECT, &[0x11, 0xEC]);
            }
        } else {
            |hello| {
                hello.set(TlvType::KEM_SELECT, &[0x11, 0xED]);
            }
        };
        let mut scenario = Scenario::new();
        scenario.profile(profile).server_hello(select).begin();
        let mut engine = Engine::new(Options::default());
        for input in scenario.inputs() {
            engine.ingest(input);
        }
        engine.finish();
        let below = |finding: &Finding| finding.rule.id == "handshake/kem-below-profile" && finding.severity == Severity::Error;
        !engine.into_snapshot().findings.iter().any(|(_, finding)| below(finding))
    });
}

/// The operations of the corpora, in a test each.
const OPERATIONS: [fn(); 18] = [
    header_decode,
    header_encode,
    crc32c,
    tlv_decode,
    tlv_encode,
    aead_seal,
    aead_open,
    frame_seal,
    frame_open,
    hkdf_expand,
    hkdf_expand_label,
    keys_derive_traffic,
    nonce_derive,
    profile_check,
    vectors_bridge::decodes_every_published_payload,
    vectors_bridge::encodes_every_published_payload,
    vectors_bridge::correlations_match_as_octets,
    vectors_native::reads_every_published_native_body,
];

#[test]
fn no_published_case_is_skipped() {
    let mut published = 0;
    for (file, wanted) in [("gen2/conformance-corpus.json", 468), ("gen3/conformance-corpus.json", 470)] {
        let Some(corpus) = shared(file) else { return };
        let groups = corpus["testGroups"].as_array().unwrap();
        let cases: usize = groups.iter().map(|group| group["tests"].as_array().unwrap().len()).sum();
        assert_eq!((groups.len(), cases), (27, wanted), "{file}");
        published += cases;
    }
    RAN.with(|ran| ran.set(0));
    for operation in OPERATIONS {
        operation();
    }
    assert_eq!(RAN.with(Cell::get), published);
}
