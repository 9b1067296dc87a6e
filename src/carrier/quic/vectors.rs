//! The sample packets of RFC 9001 and RFC 9369, appendix A.

use crate::base::secret::Secret;
use crate::base::text::unhex;
use crate::crypto::aead::Cipher;

use super::keys::{Keys, PacketSecret, initial_secrets};
use super::number;
use super::open::{Sealed, open, seal, unmask};
use super::version::Version;

const ID: [u8; 8] = [0x83, 0x94, 0xc8, 0xf0, 0x3e, 0x51, 0x57, 0x08];

fn hex(text: &str) -> Vec<u8> {
    unhex(&text.split_whitespace().collect::<String>()).expect("the vectors are hexadecimal")
}

fn keys(secret: &PacketSecret) -> Keys {
    Keys::of(secret.clone()).expect("a secret of the right length")
}

#[test]
fn derives_the_initial_secrets_of_both_versions() {
    let expected = [
        (Version::One, "c00cf151ca5be075ed0ebfb5c80323c42d6b7db67881289af4008f1f6c357aea"),
        (Version::Two, "14ec9d6eb9fd7af83bf5a668bc17a7e283766aade7ecd0891f70f9ff7f4bf47b"),
    ];
    for (version, client) in expected {
        assert_eq!(initial_secrets(version, &ID)[0].secret.expose(), hex(client));
    }
    let server = hex("3c199828fd139efd216c155ad844cc81fb82fa8d7446fa7d78be803acdda951b");
    assert_eq!(initial_secrets(Version::One, &ID)[1].secret.expose(), server);
}

#[test]
fn masks_the_header_of_the_client_initial() {
    let keys = keys(&initial_secrets(Version::One, &ID)[0]);
    let sample: [u8; 16] = hex("d1b1c98dd7689fb8ec11d242b123dc9b").try_into().expect("sixteen octets");
    assert_eq!(keys.header.mask(&sample).to_vec(), hex("437b9aec36"));
}

#[test]
fn opens_the_server_initial_of_version_1() {
    let packet = hex(
        "cf000000010008f067a5502a4262b5004075c0d95a482cd0991cd25b0aac406a5816b6394100f37a1c69797554780bb38cc5a99f5ede4cf73c3ec2493a1839b3dbcba3f6ea46c5b7684df3548e7ddeb9c3bf9c73cc3f3bded74b562bfb19fb84022f8ef4cdd93795d77d06edbb7aaf2f58891850abbdca3d20398c276456cbc42158407dd074ee",
    );
    let keys = keys(&initial_secrets(Version::One, &ID)[1]);
    let plain = opened(&keys, &packet, 18, 1);
    assert_eq!(plain[..9], hex("02000000000600405a")[..]);
    assert_eq!(plain[9..13], hex("02000056")[..], "a ServerHello of 86 octets");
}

#[test]
fn opens_the_short_header_packet_of_both_versions() {
    let secret = Secret::new(hex("9ac312a7f877468ebe69422748ad00a15443f18203a07d6060f688f30f21632b"));
    let packets =
        [(Version::One, "4cfe4189655e5cd55c41f69080575d7999c25a5bfb"), (Version::Two, "5558b1c60ae7b6b932bc27d786f4bc2bb20f2162ba")];
    for (version, packet) in packets {
        let secret = PacketSecret { version, cipher: Cipher::Chacha20Poly1305, secret: secret.clone() };
        let keys = keys(&secret);
        assert_eq!(opened(&keys, &hex(packet), 1, 654_360_564), [1], "a PING alone");
        let sealed = seal(&keys.packet, &keys.header, &hex("4200bff4"), 654_360_564, &[1]);
        assert_eq!(sealed, hex(packet), "sealing is the inverse");
    }
}

#[test]
fn updates_the_secret_of_both_versions() {
    let secret = Secret::new(hex("9ac312a7f877468ebe69422748ad00a15443f18203a07d6060f688f30f21632b"));
    let updated = [
        (Version::One, "1223504755036d556342ee9361d253421a826c9ecdf3c7148684b36b714881f9"),
        (Version::Two, "c69374c49e3d2a9466fa689e49d476db5d0dfbc87d32ceeaa6343fd0ae4c7d88"),
    ];
    for (version, expected) in updated {
        let secret = PacketSecret { version, cipher: Cipher::Chacha20Poly1305, secret: secret.clone() };
        assert_eq!(secret.updated().secret.expose(), hex(expected));
    }
}

fn opened(keys: &Keys, packet: &[u8], number_at: u16, near: u64) -> Vec<u8> {
    let unmasked = unmask(&keys.header, packet, number_at.into()).expect("the packet is long enough");
    let number = number::decode(near, unmasked.truncated, unmasked.number_len());
    let sealed = Sealed { number, number_at, first: unmasked.first };
    open(&keys.packet, packet, sealed).expect("the packet opens").to_vec()
}
