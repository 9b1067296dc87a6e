use super::*;
use crate::base::text::hex;
use crate::crypto::aead::RecordKey;
use crate::crypto::digest::Hash;
use crate::crypto::kdf::TLS13_PREFIX;
use crate::crypto::sign::Signer;
use crate::npamp::handshake::schedule::{
    Scope, finished_key, handshake_secret, handshake_traffic_parent, master, ratchet, ratchet_rekem, record_key, record_key_with_prefix,
    traffic, traffic_with_prefix,
};
use crate::npamp::handshake::transcript::Transcript;
use crate::npamp::handshake::verify::{CertCheck, CertVariant, MacCheck, signed_octets};
use crate::npamp::protection::Protection;
use crate::npamp::tlv::append;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;
use crate::spec::generation::GenerationSource;
use crate::spec::suite::Suite;
use crate::spec::tlv::TlvType;

const C2S: Direction = Direction::C2s;
const S2C: Direction = Direction::S2c;
const AES: Suite = Suite::AES_256_GCM;
const CHACHA: Suite = Suite::CHACHA20_POLY1305;
const BRIDGE: Channel = Channel::BRIDGE;
const ID: [u8; 32] = [0xA7; 32];

fn tlvs(list: &[(TlvType, &[u8])]) -> Vec<u8> {
    let mut out = Vec::new();
    for (ty, value) in list {
        append(&mut out, *ty, value);
    }
    out
}

fn place(direction: Direction, epoch: u64, suite: Suite, channel: Channel) -> Scope {
    Scope { direction, epoch, suite, channel }
}

fn clear(frame_type: FrameType, body: &[u8]) -> Vec<u8> {
    let header = Header::new(0, Channel::CONTROL, frame_type, 0, u32::try_from(body.len()).unwrap());
    [&header.encode()[..], body].concat()
}

#[expect(clippy::too_many_arguments, reason = "everything that a sender can get wrong")]
fn seal_with(
    key: &RecordKey,
    nonce: [u8; 12],
    aad: Option<&[u8]>,
    channel: Channel,
    frame_type: FrameType,
    seq: u64,
    plain: &[u8],
) -> Vec<u8> {
    let header = Header::new(flag::ENC, channel, frame_type, seq, u32::try_from(plain.len() + TAG_LEN).unwrap()).encode();
    let mut payload = plain.to_vec();
    key.seal(nonce, aad.unwrap_or(&header[..21]), &mut payload);
    [&header[..], &payload].concat()
}

fn seal(hash: Hash, root: &Secret, scope: Scope, frame_type: FrameType, seq: u64, plain: &[u8]) -> Vec<u8> {
    let key = record_key(hash, scope.suite, traffic(hash, root.expose(), &scope).expose()).unwrap();
    seal_with(&key, key.nonce(seq), None, scope.channel, frame_type, seq, plain)
}

fn line(label: &str, secret: &Secret) -> String {
    format!("{label} {} {}\n", hex(&ID), hex(secret.expose()))
}

/// Both peers of an association, honest unless told otherwise.
struct Pair {
    hash: Hash,
    frames: Vec<(Direction, Vec<u8>)>,
    handshake: Secret,
    master: Secret,
}

impl Pair {
    fn new() -> Self {
        Self::with(1, Generation::Two, &[AES], S2C)
    }

    /// `server_context` is the role whose context string the server signs with.
    fn with(profile: u8, generation: Generation, suites: &[Suite], server_context: Direction) -> Self {
        let hash = if profile == 1 { Hash::Sha256 } else { Hash::Sha384 };
        let share = [vec![1; 1184], ID.to_vec()].concat();
        let codes: Vec<u8> = suites.iter().flat_map(|suite| suite.0.to_be_bytes()).collect();
        let client_hello = tlvs(&[
            (TlvType::PROFILE_OFFER, &[profile]),
            (TlvType::KEM_OFFER, &[0x11, 0xEC]),
            (TlvType::SIG_OFFER, &[8, 7]),
            (TlvType::AEAD_OFFER, &codes),
            (TlvType::KEM_SHARE, &share),
        ]);
        let server_hello = tlvs(&[
            (TlvType::PROFILE_SELECT, &[profile]),
            (TlvType::KEM_SELECT, &[0x11, 0xEC]),
            (TlvType::SIG_SELECT, &[8, 7]),
            (TlvType::AEAD_SELECT, &codes),
            (TlvType::KEM_CIPHERTEXT, &[2; 1120]),
        ]);
        let mut transcript = Transcript::default();
        for (frame_type, body) in [(FrameType::CLIENT_HELLO, &client_hello), (FrameType::SERVER_HELLO, &server_hello)] {
            transcript.frame(frame_type);
            transcript.tlvs(body);
        }
        let th_kem = transcript.point(hash);
        let handshake = handshake_secret(hash, &[9; 64]);
        let mut frames = vec![(C2S, clear(FrameType::CLIENT_HELLO, &client_hello)), (S2C, clear(FrameType::SERVER_HELLO, &server_hello))];
        for (direction, frame_type, seed, role) in
            [(S2C, FrameType::SERVER_AUTH, [5; 32], server_context), (C2S, FrameType::CLIENT_AUTH, [6; 32], C2S)]
        {
            let parent = handshake_traffic_parent(hash, handshake.expose(), direction, &th_kem);
            let body = auth_body(hash, generation, role, &seed, frame_type, &mut transcript, &parent);
            frames.push((direction, seal(hash, &parent, place(direction, 0, suites[0], Channel::CONTROL), frame_type, 0, &body.0)));
            if direction == C2S {
                let root = master(hash, handshake.expose(), &body.1);
                return Self { hash, frames, handshake, master: root };
            }
        }
        unreachable!()
    }

    fn traffic_line(&self, generation: u32, scope: Scope) -> String {
        let secret = traffic(self.hash, self.master.expose(), &scope);
        let (dir, suite, channel) = (scope.direction.index(), scope.suite.0, scope.channel.0);
        format!("NPAMP_TRAFFIC_SECRET {} {dir} {generation} {} {suite:x} {channel:x} {}\n", hex(&ID), scope.epoch, hex(secret.expose()))
    }

    fn seal(&self, direction: Direction, epoch: u64, seq: u64, plain: &[u8]) -> Vec<u8> {
        seal(self.hash, &self.master, place(direction, epoch, AES, BRIDGE), FrameType(0x100), seq, plain)
    }

    fn key_update(&self, direction: Direction, epoch: u64, seq: u64) -> Vec<u8> {
        let body = tlvs(&[(TlvType::KEY_UPDATE_MARKER, &(epoch + 1).to_be_bytes())]);
        seal(self.hash, &self.master, place(direction, epoch, AES, BRIDGE), FrameType::KEY_UPDATE, seq, &body)
    }
}

#[expect(clippy::too_many_arguments, reason = "everything that the body depends on")]
/// An AUTH body, and the transcript hash after its CertVerify.
fn auth_body(
    hash: Hash,
    generation: Generation,
    role: Direction,
    seed: &[u8; 32],
    frame_type: FrameType,
    transcript: &mut Transcript,
    parent: &Secret,
) -> (Vec<u8>, Vec<u8>) {
    let signer = Signer::from_seed(seed).unwrap();
    let identity = tlvs(&[(TlvType::IDENTITY_KEY, &signer.public())]);
    transcript.frame(frame_type);
    transcript.tlvs(&identity);
    let signature = signer.sign(&signed_octets(generation, role, &transcript.point(hash)));
    let cert = tlvs(&[(TlvType::CERT_VERIFY, &[&[8, 7][..], &signature].concat())]);
    transcript.tlvs(&cert);
    let point = transcript.point(hash);
    let finished = tlvs(&[(TlvType::FINISHED, &hash.hmac(finished_key(hash, parent.expose()).expose(), &point))]);
    transcript.tlvs(&finished);
    ([identity, cert, finished].concat(), point)
}

/// A keyring under test, with its log.
struct Bench {
    keyring: Keyring,
    log: KeyLog,
    out: Vec<u8>,
}

impl Bench {
    fn new(lines: &str) -> Self {
        let limits = Limits::default();
        let mut log = KeyLog::new(&limits);
        assert_eq!(log.push_text(lines.as_bytes()).broken, 0);
        Self { keyring: Keyring::new(None, &limits), log, out: Vec::new() }
    }

    /// With the handshake secret and all four handshake frames.
    fn after_handshake(pair: &Pair) -> Self {
        let mut bench = Self::new(&line("NPAMP_HANDSHAKE_SECRET", &pair.handshake));
        bench.feed_handshake(pair);
        bench
    }

    fn feed_handshake(&mut self, pair: &Pair) {
        for (direction, wire) in &pair.frames {
            self.feed(*direction, wire);
        }
    }

    fn feed(&mut self, direction: Direction, wire: &[u8]) -> Opening {
        self.feed_with(direction, wire, FrameEvidence::default())
    }

    fn feed_with(&mut self, direction: Direction, wire: &[u8], evidence: FrameEvidence) -> Opening {
        let header = Header::decode(wire).unwrap();
        self.keyring.open(&self.log, direction, &header, wire, &evidence, &mut self.out)
    }

    fn reason(&mut self, direction: Direction, wire: &[u8]) -> Option<SealedReason> {
        self.feed(direction, wire).protection.reason()
    }

    fn opens(&mut self, direction: Direction, wire: &[u8], plain: &[u8]) -> KeyScope {
        let opening = self.feed(direction, wire);
        assert_eq!((opening.protection, self.out.as_slice()), (Protection::Opened, plain));
        opening.scope.unwrap()
    }
}

#[test]
fn a_handshake_secret_opens_everything_and_each_scope_is_new_once() {
    let pair = Pair::new();
    let mut bench = Bench::after_handshake(&pair);
    assert_eq!(bench.keyring.handshake().authenticated(None), Some(true));
    let first = bench.opens(C2S, &pair.seal(C2S, 0, 0, b"one"), b"one");
    let again = bench.opens(C2S, &pair.seal(C2S, 0, 1, b"two"), b"two");
    let other = bench.opens(S2C, &pair.seal(S2C, 0, 0, b"three"), b"three");
    assert!(first.new && !again.new && other.new);
    assert_eq!((first.index, again.index, other.index), (2, 2, 3), "the two AUTH frames had scopes 0 and 1");
}

#[test]
fn reasons_name_what_the_log_lacks() {
    let pair = Pair::new();
    let frame = pair.seal(C2S, 0, 0, b"x");
    let cases = [
        (String::new(), SealedReason::NoKeyForAssociation),
        (pair.traffic_line(0, place(C2S, 0, AES, Channel::MEMORY)), SealedReason::ChannelKeyMissing),
        (pair.traffic_line(0, place(C2S, 3, AES, BRIDGE)), SealedReason::EpochKeyMissing),
        (pair.traffic_line(2, place(C2S, 0, AES, BRIDGE)), SealedReason::RatchetKeyMissing),
        (line("NPAMP_HANDSHAKE_SECRET", &Secret::new(vec![1; 32])), SealedReason::KeyWrong),
        (line("NPAMP_MASTER_SECRET", &Secret::new(vec![1; 32])), SealedReason::KeyWrong),
    ];
    for (lines, reason) in cases {
        let mut bench = Bench::new(&lines);
        bench.feed_handshake(&pair);
        assert_eq!(bench.reason(C2S, &frame), Some(reason), "{lines}");
    }
    let mut bench = Bench::new("");
    assert_eq!(bench.reason(C2S, &frame), Some(SealedReason::HandshakeNotCaptured), "the identity is not known");
    let mut bench = Bench::new(&line("NPAMP_HANDSHAKE_SECRET", &pair.handshake));
    bench.feed(C2S, &pair.frames[0].1);
    assert_eq!(bench.reason(C2S, &pair.frames[3].1), Some(SealedReason::HandshakeNotCaptured));
    assert_eq!(bench.reason(C2S, &frame), Some(SealedReason::HandshakeNotCaptured));
    let short = [&Header::new(flag::ENC, BRIDGE, FrameType(0x100), 0, 5).encode()[..], b"short"].concat();
    assert_eq!(bench.reason(C2S, &short), Some(SealedReason::TooShort));
}

#[test]
fn a_wrong_handshake_secret_is_said_at_the_auth_frames() {
    let pair = Pair::new();
    let mut bench = Bench::new(&line("NPAMP_HANDSHAKE_SECRET", &Secret::new(vec![1; 32])));
    bench.feed(C2S, &pair.frames[0].1);
    bench.feed(S2C, &pair.frames[1].1);
    let opening = bench.feed(S2C, &pair.frames[2].1);
    assert_eq!(opening.protection.reason(), Some(SealedReason::KeyWrong));
    assert!(opening.handshake.is_some_and(|event| event.key_wrong));
    bench.log.push_text(line("NPAMP_HANDSHAKE_SECRET", &pair.handshake).as_bytes());
    assert_eq!(bench.feed(C2S, &pair.frames[3].1).protection, Protection::Opened, "a second secret of the same name is tried too");
    bench.opens(C2S, &pair.seal(C2S, 0, 0, b"one"), b"one");
    assert_eq!(bench.keyring.handshake().authenticated(None), Some(true));
}

#[test]
fn a_key_log_that_comes_late_opens_what_follows() {
    let pair = Pair::new();
    let mut bench = Bench::new("");
    bench.feed_handshake(&pair);
    assert_eq!(bench.reason(C2S, &pair.seal(C2S, 0, 0, b"one")), Some(SealedReason::NoKeyForAssociation));
    bench.log.push_text(line("NPAMP_HANDSHAKE_SECRET", &pair.handshake).as_bytes());
    bench.opens(C2S, &pair.seal(C2S, 0, 1, b"two"), b"two");
    assert_eq!(bench.keyring.negotiated().generation, Some(Generation::Two));
}

#[test]
fn a_master_secret_is_enough_for_application_frames_of_one_direction() {
    let pair = Pair::with(1, Generation::Two, &[CHACHA], S2C);
    let mut bench = Bench::new(&line("NPAMP_MASTER_SECRET", &pair.master));
    bench.feed(C2S, &pair.frames[0].1);
    assert_eq!(bench.reason(C2S, &pair.frames[3].1), Some(SealedReason::EpochKeyMissing));
    let wire = seal(pair.hash, &pair.master, place(C2S, 0, CHACHA, BRIDGE), FrameType(0x100), 0, b"one");
    assert_eq!(bench.opens(C2S, &wire, b"one").suite, CHACHA);
}

#[test]
fn a_traffic_secret_opens_its_scope_and_nothing_else() {
    let pair = Pair::new();
    let mut bench = Bench::new(&pair.traffic_line(0, place(C2S, 0, AES, BRIDGE)));
    bench.feed_handshake(&pair);
    bench.opens(C2S, &pair.seal(C2S, 0, 0, b"one"), b"one");
    assert_eq!(bench.reason(S2C, &pair.seal(S2C, 0, 0, b"x")), Some(SealedReason::ChannelKeyMissing));
    bench.opens(C2S, &pair.key_update(C2S, 0, 1), &tlvs(&[(TlvType::KEY_UPDATE_MARKER, &1_u64.to_be_bytes())]));
    assert_eq!(bench.reason(C2S, &pair.seal(C2S, 1, 0, b"x")), Some(SealedReason::EpochKeyMissing));
}

#[test]
fn a_key_update_moves_its_channel_and_direction_only() {
    let pair = Pair::new();
    let mut bench = Bench::after_handshake(&pair);
    let opening = bench.feed(C2S, &pair.key_update(C2S, 0, 0));
    assert_eq!(opening.ratchet, Some(RatchetEvent::KeyUpdate { announced: Some(1), current: 0, well_formed: true }));
    assert_eq!(bench.opens(C2S, &pair.seal(C2S, 1, 0, b"new"), b"new").epoch, 1);
    assert_eq!(bench.opens(S2C, &pair.seal(S2C, 0, 0, b"old"), b"old").epoch, 0);
    let ack = tlvs(&[(TlvType::KEY_UPDATE_MARKER, &1_u64.to_be_bytes())]);
    let wire = seal(pair.hash, &pair.master, place(S2C, 0, AES, BRIDGE), FrameType::KEY_UPDATE_ACK, 1, &ack);
    let event = bench.feed(S2C, &wire).ratchet;
    assert_eq!(event, Some(RatchetEvent::KeyUpdateAck { announced: Some(1), outstanding: true, waiting: 1, well_formed: true }));
    let opening = bench.feed(C2S, &pair.seal(C2S, 0, 1, b"late"));
    assert_eq!(opening.protection, Protection::Opened);
    assert_eq!(opening.probe, Some(Probe::OldKey { used: (0, 0), due: (0, 1), ratchet: false }));
    assert_eq!(opening.scope.map(|scope| scope.epoch), Some(0));
    assert_eq!(bench.opens(C2S, &pair.seal(C2S, 1, 1, b"on"), b"on").epoch, 1);
}

#[test]
fn a_key_update_that_was_lost_is_found_again() {
    let pair = Pair::new();
    let mut bench = Bench::after_handshake(&pair);
    bench.opens(C2S, &pair.seal(C2S, 0, 0, b"one"), b"one");
    let gap = FrameEvidence { gap: true, ..FrameEvidence::default() };
    let opening = bench.feed_with(C2S, &pair.seal(C2S, 3, 0, b"two"), gap);
    assert_eq!((opening.protection, opening.probe), (Protection::Opened, None));
    assert_eq!(opening.scope.map(|scope| scope.epoch), Some(3));
    let header = Header::decode(&pair.key_update(C2S, 3, 1)).unwrap();
    bench.keyring.incomplete(&bench.log, C2S, &header);
    assert_eq!(bench.opens(C2S, &pair.seal(C2S, 4, 0, b"three"), b"three").epoch, 4);
    let silent = bench.feed(C2S, &pair.seal(C2S, 5, 0, b"four"));
    assert_eq!(silent.probe, Some(Probe::SkippedBoundary { used: (0, 5), due: (0, 4) }));
}

#[test]
fn behind_numbers_that_are_missing_epochs_are_searched_and_behind_a_loss_nobody_is_to_blame() {
    let pair = Pair::new();
    let mut bench = Bench::after_handshake(&pair);
    let opening = bench.feed(C2S, &pair.seal(C2S, 3, 17, b"one"));
    assert_eq!((opening.protection, opening.probe), (Protection::Opened, None));
    assert_eq!(opening.scope.map(|scope| scope.epoch), Some(3));
    let mut damaged = pair.seal(C2S, 3, 18, b"two");
    damaged[40] ^= 1;
    assert_eq!(bench.reason(C2S, &damaged), Some(SealedReason::TagMismatch));
    let behind = FrameEvidence { losses: 1, ..FrameEvidence::default() };
    let opening = bench.feed_with(C2S, &damaged, behind);
    assert_eq!(opening.protection.reason(), Some(SealedReason::EpochKeyMissing));
}

#[test]
fn a_loss_is_where_it_was_captured_in_whatever_order_frames_are_opened() {
    let pair = Pair::new();
    let mut bench = Bench::after_handshake(&pair);
    let behind = |losses| FrameEvidence { losses, ..FrameEvidence::default() };
    bench.opens(C2S, &pair.seal(C2S, 0, 0, b"one"), b"one");
    assert_eq!(bench.feed_with(C2S, &pair.seal(C2S, 0, 1, b"two"), behind(0)).protection, Protection::Opened);
    let opening = bench.feed_with(C2S, &pair.seal(C2S, 2, 0, b"three"), behind(1));
    assert_eq!((opening.protection, opening.probe), (Protection::Opened, None));
}

#[test]
fn a_damaged_frame_is_a_tag_mismatch_and_its_neighbours_open() {
    let pair = Pair::new();
    let mut bench = Bench::after_handshake(&pair);
    let mut damaged = pair.seal(C2S, 0, 0, b"one");
    damaged[40] ^= 1;
    let opening = bench.feed(C2S, &damaged);
    assert_eq!((opening.protection.reason(), opening.probe), (Some(SealedReason::TagMismatch), None));
    assert!(bench.out.is_empty());
    let mut update = pair.key_update(C2S, 0, 1);
    update[40] ^= 1;
    assert_eq!(bench.reason(C2S, &update), Some(SealedReason::TagMismatch));
    bench.opens(C2S, &pair.seal(C2S, 0, 2, b"still epoch 0"), b"still epoch 0");
}

#[test]
fn mistakes_of_senders_are_named() {
    let pair = Pair::new();
    let mut bench = Bench::after_handshake(&pair);
    bench.opens(C2S, &pair.seal(C2S, 0, 0, b"one"), b"one");
    let own = place(C2S, 0, AES, BRIDGE);
    let secret = traffic(pair.hash, pair.master.expose(), &own);
    let key = record_key(pair.hash, AES, secret.expose()).unwrap();
    let header = Header::new(flag::ENC, BRIDGE, FrameType(0x100), 1, 17).encode();
    let sealed = |nonce, aad: Option<&[u8]>| seal_with(&key, nonce, aad, BRIDGE, FrameType(0x100), 1, b"x");
    let mut little = key.nonce(0);
    little[4] ^= 1;
    let mut shorter = header[..21].to_vec();
    shorter[20] = 1;
    let tls_secret = traffic_with_prefix(pair.hash, pair.master.expose(), TLS13_PREFIX, &own);
    let tls_key = record_key_with_prefix(pair.hash, AES, TLS13_PREFIX, tls_secret.expose()).unwrap();
    let other = record_key(pair.hash, AES, traffic(pair.hash, pair.master.expose(), &place(S2C, 0, AES, BRIDGE)).expose()).unwrap();
    let cases = [
        (sealed(key.nonce(1), Some(&header)), Probe::AadVariant("all 36 octets of the header")),
        (sealed(key.nonce(1), Some(&shorter)), Probe::AadVariant("a payload length without the tag")),
        (sealed(little, None), Probe::NonceVariant("the sequence number in little-endian order")),
        (seal_with(&tls_key, tls_key.nonce(1), None, BRIDGE, FrameType(0x100), 1, b"x"), Probe::Tls13Label),
        (
            seal_with(&other, other.nonce(1), None, BRIDGE, FrameType(0x100), 1, b"x"),
            Probe::OtherScope { direction: S2C, channel: BRIDGE, epoch: 0 },
        ),
    ];
    for (wire, probe) in cases {
        let opening = bench.feed(C2S, &wire);
        assert_eq!((opening.protection.reason(), opening.probe), (Some(SealedReason::TagMismatch), Some(probe)));
    }
    let wire = seal(pair.hash, &pair.master, place(C2S, 0, CHACHA, BRIDGE), FrameType(0x100), 2, b"y");
    for _ in 0..2 {
        let opening = bench.feed(C2S, &wire);
        assert_eq!((opening.protection, opening.probe), (Protection::Opened, Some(Probe::UnnegotiatedSuite(CHACHA))));
    }
    bench.opens(C2S, &pair.seal(C2S, 0, 3, b"on"), b"on");
}

#[test]
fn a_tier_1_step_restarts_every_channel_of_its_direction() {
    let pair = Pair::new();
    let mut bench = Bench::after_handshake(&pair);
    bench.opens(C2S, &pair.key_update(C2S, 0, 0), &tlvs(&[(TlvType::KEY_UPDATE_MARKER, &1_u64.to_be_bytes())]));
    bench.opens(C2S, &pair.seal(C2S, 1, 0, b"before"), b"before");
    let marker = tlvs(&[(TlvType::RATCHET_GENERATION, &1_u64.to_be_bytes())]);
    let step = seal(pair.hash, &pair.master, place(C2S, 0, AES, Channel::CONTROL), FrameType::MASTER_RATCHET, 0, &marker);
    let event = bench.feed(C2S, &step).ratchet;
    assert_eq!(event, Some(RatchetEvent::MasterRatchet { announced: Some(1), current: 0, well_formed: true }));
    let root = ratchet(pair.hash, pair.master.expose(), 1);
    let scope = bench.opens(C2S, &seal(pair.hash, &root, place(C2S, 0, AES, BRIDGE), FrameType(0x100), 0, b"after"), b"after");
    assert_eq!((scope.generation, scope.epoch), (1, 0));
    let late = bench.feed(C2S, &pair.seal(C2S, 1, 1, b"late"));
    assert_eq!(late.probe, Some(Probe::OldKey { used: (0, 1), due: (1, 0), ratchet: true }));
    assert_eq!(bench.opens(S2C, &pair.seal(S2C, 0, 0, b"other"), b"other").generation, 0);
    let ack = seal(pair.hash, &pair.master, place(S2C, 0, AES, Channel::CONTROL), FrameType::MASTER_RATCHET_ACK, 0, &marker);
    let event = bench.feed(S2C, &ack).ratchet;
    assert_eq!(event, Some(RatchetEvent::MasterRatchetAck { announced: Some(1), outstanding: true, well_formed: true }));
}

#[test]
fn a_tier_2_step_needs_its_secret() {
    let pair = Pair::new();
    let mut bench = Bench::after_handshake(&pair);
    let generation = 1_u64.to_be_bytes();
    let request = tlvs(&[(TlvType::KEM_SHARE, &[1; 1216]), (TlvType::RATCHET_GENERATION, &generation)]);
    let answer = tlvs(&[(TlvType::KEM_CIPHERTEXT, &[2; 1120]), (TlvType::RATCHET_GENERATION, &generation)]);
    let control = |direction| place(direction, 0, AES, Channel::CONTROL);
    let rekem = seal(pair.hash, &pair.master, control(C2S), FrameType::REKEM, 0, &request);
    let event = bench.feed(C2S, &rekem).ratchet;
    assert_eq!(event, Some(RatchetEvent::Rekem { announced: Some(1), current: 0, overlap: false, well_formed: true }));
    let ack = seal(pair.hash, &pair.master, control(S2C), FrameType::REKEM_ACK, 0, &answer);
    let event = bench.feed(S2C, &ack).ratchet;
    assert_eq!(event, Some(RatchetEvent::RekemAck { announced: Some(1), current: 0, outstanding: true, well_formed: true }));
    let covered = pair.hash.digest(&[&[1, 6][..], &request, &[1, 7], &answer].concat());
    let root = ratchet_rekem(pair.hash, pair.master.expose(), &[7; 64], &covered);
    let wire = |seq| seal(pair.hash, &root, place(S2C, 0, AES, BRIDGE), FrameType(0x101), seq, b"healed");
    assert_eq!(bench.reason(S2C, &wire(0)), Some(SealedReason::RatchetKeyMissing));
    bench.opens(C2S, &pair.seal(C2S, 0, 0, b"the requester's direction stays"), b"the requester's direction stays");
    for octet in ["08", "07"] {
        bench.log.push_text(format!("NPAMP_REKEM_SHARED_SECRET {} 1 1 {}\n", hex(&ID), octet.repeat(64)).as_bytes());
    }
    assert_eq!(bench.opens(S2C, &wire(1), b"healed").generation, 1);
    assert_eq!(bench.opens(S2C, &wire(2), b"healed").generation, 1);
}

#[test]
fn an_association_without_its_hello_is_tried_with_every_secret() {
    let pair = Pair::new();
    let noise = format!("NPAMP_MASTER_SECRET {} {}\n", "00".repeat(32), "11".repeat(32));
    let mut bench = Bench::new(&format!("{noise}{}", line("NPAMP_MASTER_SECRET", &pair.master)));
    let late = FrameEvidence { late_start: true, ..FrameEvidence::default() };
    let opening = bench.feed_with(C2S, &pair.seal(C2S, 2, 7, b"one"), late);
    assert_eq!((opening.protection, opening.roles_swapped), (Protection::Opened, false));
    assert_eq!(opening.scope.map(|scope| scope.epoch), Some(2));
    assert_eq!(bench.keyring.log_id(), Some(&ID));
    let opening = bench.feed_with(S2C, &pair.seal(S2C, 1, 3, b"two"), late);
    assert_eq!(opening.scope.map(|scope| (scope.direction, scope.epoch)), Some((S2C, 1)));
}

#[test]
fn swapped_roles_are_found_out() {
    let pair = Pair::new();
    let mut bench = Bench::new(&line("NPAMP_MASTER_SECRET", &pair.master));
    let late = FrameEvidence { late_start: true, ..FrameEvidence::default() };
    let opening = bench.feed_with(C2S, &pair.seal(S2C, 0, 5, b"one"), late);
    assert_eq!((opening.protection, opening.roles_swapped), (Protection::Opened, true));
    assert_eq!(opening.scope.map(|scope| scope.direction), Some(S2C));
    assert!(!bench.feed_with(S2C, &pair.seal(S2C, 0, 6, b"two"), late).roles_swapped);
    bench.opens(C2S, &pair.seal(C2S, 0, 5, b"three"), b"three");
}

#[test]
fn trials_stop_at_their_bound() {
    let pair = Pair::new();
    let limits = Limits { key_trials: 1, ..Limits::default() };
    let lines: Vec<String> =
        (0..40).map(|n| format!("NPAMP_MASTER_SECRET {} {}\n", format!("{n:02x}").repeat(32), "11".repeat(32))).collect();
    let mut bench = Bench::new(&lines.concat());
    bench.keyring = Keyring::new(None, &limits);
    for seq in 0..20 {
        assert_eq!(bench.reason(C2S, &pair.seal(C2S, 0, seq, b"x")), Some(SealedReason::HandshakeNotCaptured));
    }
    assert_eq!(bench.keyring.trials_left, 0);
}

#[test]
fn generation_3_alternates_its_two_suites_by_sequence_number() {
    let pair = Pair::with(2, Generation::Three, &[AES, CHACHA], S2C);
    let mut bench = Bench::after_handshake(&pair);
    assert_eq!(bench.keyring.handshake().authenticated(None), Some(true));
    assert_eq!(bench.keyring.negotiated().source, Some(GenerationSource::Verified));
    for (seq, suite) in [(0, AES), (1, CHACHA), (2, AES), (3, CHACHA)] {
        let wire = seal(pair.hash, &pair.master, place(C2S, 0, suite, BRIDGE), FrameType(0x100), seq, b"x");
        let opening = bench.feed(C2S, &wire);
        let scope = opening.scope.unwrap();
        assert_eq!((scope.suite, scope.sha384, scope.new, opening.probe), (suite, true, seq < 2, None));
    }
    let wire = seal(pair.hash, &pair.master, place(C2S, 0, CHACHA, BRIDGE), FrameType(0x100), 4, b"x");
    assert_eq!(bench.feed(C2S, &wire).probe, Some(Probe::OtherSuiteOfTwo(CHACHA)));
}

#[test]
fn generation_2_at_high_may_use_either_suite() {
    let pair = Pair::with(2, Generation::Two, &[AES], S2C);
    let mut bench = Bench::after_handshake(&pair);
    for (seq, suite) in [(0, CHACHA), (1, AES), (2, CHACHA)] {
        let wire = seal(pair.hash, &pair.master, place(C2S, 0, suite, BRIDGE), FrameType(0x100), seq, b"x");
        let opening = bench.feed(C2S, &wire);
        assert_eq!((opening.scope.map(|scope| scope.suite), opening.probe), (Some(suite), None));
    }
}

#[test]
fn a_frame_of_a_suite_that_is_not_disclosed_lacks_its_key() {
    for (generation, selected) in [(Generation::Three, &[AES, CHACHA][..]), (Generation::Two, &[AES][..])] {
        let pair = Pair::with(2, generation, selected, S2C);
        let mut bench = Bench::new(&pair.traffic_line(0, place(C2S, 0, AES, BRIDGE)));
        bench.keyring = Keyring::new(Some(generation), &Limits::default());
        bench.feed_handshake(&pair);
        let wire = |suite, seq| seal(pair.hash, &pair.master, place(C2S, 0, suite, BRIDGE), FrameType(0x100), seq, b"x");
        assert_eq!(bench.reason(C2S, &wire(CHACHA, 1)), Some(SealedReason::ChannelKeyMissing), "before anything opened");
        bench.opens(C2S, &wire(AES, 2), b"x");
        assert_eq!(bench.reason(C2S, &wire(CHACHA, 3)), Some(SealedReason::ChannelKeyMissing));
        let mut damaged = wire(AES, 4);
        damaged[40] ^= 1;
        let blamed = generation == Generation::Three;
        let reason = if blamed { SealedReason::TagMismatch } else { SealedReason::ChannelKeyMissing };
        assert_eq!(bench.reason(C2S, &damaged), Some(reason), "generation 2 leaves the suite open");
        bench.log.push_text(pair.traffic_line(0, place(C2S, 0, CHACHA, BRIDGE)).as_bytes());
        bench.opens(C2S, &wire(CHACHA, 5), b"x");
        assert_eq!(bench.reason(C2S, &damaged), Some(SealedReason::TagMismatch), "both keys have opened a frame");
    }
}

#[test]
fn a_traffic_secret_that_never_opened_a_frame_is_wrong_whatever_else_opens() {
    let pair = Pair::new();
    let memory = place(C2S, 0, AES, Channel::MEMORY);
    let foreign = format!("NPAMP_TRAFFIC_SECRET {} 0 0 0 1 d {}\n", hex(&ID), "ee".repeat(32));
    let mut bench = Bench::new(&(pair.traffic_line(0, memory) + &foreign));
    bench.feed_handshake(&pair);
    let other = |seq| seal(pair.hash, &pair.master, memory, FrameType(0x100), seq, b"x");
    assert_eq!(bench.reason(C2S, &pair.seal(C2S, 0, 0, b"x")), Some(SealedReason::KeyWrong));
    bench.opens(C2S, &other(0), b"x");
    for seq in 1..100 {
        assert_eq!(bench.reason(C2S, &pair.seal(C2S, 0, seq, b"x")), Some(SealedReason::KeyWrong));
    }
    let mut damaged = other(1);
    damaged[40] ^= 1;
    assert_eq!(bench.reason(C2S, &damaged), Some(SealedReason::TagMismatch), "its neighbours opened");
}

#[test]
fn a_signature_in_the_other_role_is_named_and_does_not_authenticate() {
    let pair = Pair::with(1, Generation::Three, &[AES], C2S);
    let bench = Bench::after_handshake(&pair);
    let progress = bench.keyring.handshake();
    assert_eq!(progress.cert, [CertCheck::Verified(Generation::Three), CertCheck::Variant(CertVariant::OtherRole(Generation::Three))]);
    assert_eq!(progress.finished, [MacCheck::Verified, MacCheck::Verified]);
    assert_eq!(progress.authenticated(None), Some(false));
}

#[test]
fn the_configured_generation_stands() {
    let pair = Pair::new();
    let mut bench = Bench::new(&line("NPAMP_HANDSHAKE_SECRET", &pair.handshake));
    bench.keyring = Keyring::new(Some(Generation::Three), &Limits::default());
    bench.feed_handshake(&pair);
    let negotiated = bench.keyring.negotiated();
    assert_eq!((negotiated.generation, negotiated.source), (Some(Generation::Three), Some(GenerationSource::Configured)));
}

#[test]
fn a_frame_that_is_not_sealed_is_clear_even_where_it_must_not_be() {
    let pair = Pair::new();
    let mut bench = Bench::after_handshake(&pair);
    let wire = [&Header::new(0, BRIDGE, FrameType(0x100), 0, 1).encode()[..], b"x"].concat();
    assert_eq!(bench.feed(C2S, &wire).protection, Protection::Clear);
    let update = [&Header::new(0, BRIDGE, FrameType::KEY_UPDATE, 1, 0).encode()[..]].concat();
    bench.feed(C2S, &update);
    assert_eq!(bench.opens(C2S, &pair.seal(C2S, 0, 0, b"one"), b"one").epoch, 0);
}
