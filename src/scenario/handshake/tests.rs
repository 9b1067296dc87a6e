//! The published handshake flows, octet for octet.

use serde_json::Value;

use super::super::keys::Lane;
use super::*;
use crate::base::text::unhex;

/// A published vector; `None` when the folder is absent and need not be there.
fn vector(generation: u8) -> Option<Value> {
    let path = format!("{}/../shared/vectors/gen{generation}/handshake-flow-kat.json", env!("CARGO_MANIFEST_DIR"));
    if let Ok(text) = std::fs::read_to_string(&path) {
        return Some(serde_json::from_str(&text).expect("a vector is JSON"));
    }
    #[expect(clippy::disallowed_methods, reason = "the test asks whether it may be skipped")]
    let required = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(!required, "{path} is absent");
    eprintln!("skipped: {path} is absent");
    None
}

fn octets(value: &Value, path: &str) -> Vec<u8> {
    unhex(value.pointer(path).and_then(Value::as_str).expect("a hexadecimal text")).expect("hexadecimal")
}

fn seed(value: &Value, path: &str) -> [u8; 32] {
    octets(value, path).try_into().expect("32 octets")
}

fn flow(value: &Value, generation: Generation) -> Handshake {
    let mut inputs = Inputs::made(0, generation, Profile::STANDARD, &[Suite::AES_256_GCM]);
    inputs.share = octets(value, "/expected/kem/kem_share");
    inputs.ciphertext = octets(value, "/expected/kem/kem_ciphertext");
    inputs.combined = octets(value, "/inputs/combined_secret");
    inputs.seeds = [seed(value, "/inputs/client_identity_ed25519_seed"), seed(value, "/inputs/server_identity_ed25519_seed")];
    Handshake::run(&inputs)
}

fn reproduces(number: u8, generation: Generation) {
    let Some(value) = vector(number) else { return };
    let flow = flow(&value, generation);
    assert_eq!(flow.secret.expose(), octets(&value, "/expected/secrets/handshake_secret"));
    assert_eq!(flow.master.expose(), octets(&value, "/expected/secrets/master_secret"));
    let names = ["client_hello", "server_hello", "server_auth", "client_auth"];
    let directions = [Direction::C2s, Direction::S2c, Direction::S2c, Direction::C2s];
    for ((message, name), direction) in flow.messages.iter().zip(names).zip(directions) {
        let lane = Lane::new(direction, flow.hash, flow.sides[direction.index()].clone(), flow.master.clone());
        let seal = |header: &[u8], plain: Vec<u8>| lane.seal_handshake(Suite::AES_256_GCM, 0, header, plain);
        assert_eq!(message.frame.clone().assemble(0, seal), octets(&value, &format!("/expected/frames/{name}")), "{name}");
        let secret = lane.traffic(lane.scope(Channel::CONTROL), Suite::AES_256_GCM, Channel::CONTROL);
        assert_eq!(secret.expose(), octets(&value, &format!("/expected/secrets/app_{}_traffic_secret", direction.name())));
    }
}

#[test]
fn reproduces_the_published_flow_of_generation_2() {
    reproduces(2, Generation::Two);
}

#[test]
fn reproduces_the_published_flow_of_generation_3() {
    reproduces(3, Generation::Three);
}

#[test]
fn a_share_has_the_size_of_its_mechanism() {
    for generation in [Generation::Two, Generation::Three] {
        for profile in [Profile::STANDARD, Profile::HIGH, Profile::SOVEREIGN] {
            let inputs = Inputs::made(3, generation, profile, &[Suite::AES_256_GCM, Suite::CHACHA20_POLY1305]);
            assert_eq!(Some(inputs.share.len()), inputs.kem.share_len(Some(generation)));
            assert_eq!(Some(inputs.ciphertext.len()), inputs.kem.ciphertext_len(Some(generation)));
        }
    }
}

#[test]
fn breaking_the_signature_leaves_the_mac_right() {
    let mut inputs = Inputs::made(0, Generation::Two, Profile::STANDARD, &[Suite::AES_256_GCM]);
    inputs.edits[2] = Some(|auth| {
        auth.edit(TlvType::CERT_VERIFY, |value| value[10] ^= 1);
    });
    let broken = Handshake::run(&inputs);
    inputs.edits[2] = None;
    let whole = Handshake::run(&inputs);
    let [broken, whole] = [broken, whole].map(|flow| flow.messages[2].clone());
    assert_eq!(broken.value(TlvType::IDENTITY_KEY), whole.value(TlvType::IDENTITY_KEY));
    assert_ne!(broken.value(TlvType::CERT_VERIFY), whole.value(TlvType::CERT_VERIFY));
    assert_ne!(broken.value(TlvType::FINISHED), whole.value(TlvType::FINISHED), "the MAC covers the broken signature");
}
