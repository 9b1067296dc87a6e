//! The sample packets of RFC 9001 and RFC 9369, appendix A.

use bytes::Bytes;

use crate::base::limits::Limits;
use crate::base::secret::Secret;
use crate::base::text::unhex;
use crate::carrier::keylog::KeyLog;
use crate::crypto::aead::Cipher;
use crate::net::{At, UdpDatagram};

use super::event::{QuicEvent, QuicFact};
use super::keys::{Keys, PacketSecret, initial_secrets};
use super::number;
use super::open::{Sealed, open, seal, unmask};
use super::packet::{Header, read};
use super::table::Quic;
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

/// The CRYPTO frame of the client's Initial in both appendices; padding follows it.
const CLIENT_FRAME: &str = "060040f1010000ed0303ebf8fa56f12939b9584a3896472ec40bb863cfd3e86804fe3a47f06a2b69484c00000413011302010000c0
    00000010000e00000b6578616d706c652e636f6dff01000100000a00080006001d0017001800100007000504616c706e00050005010000000000330026
    0024001d00209370b2c9caa47fbabaf4559fedba753de171fa71f50f1ce15d43e994ec74d748002b0003020304000d0010000e04030503060302030804
    08050806002d00020101001c00024001003900320408ffffffffffffffff05048000ffff07048000ffff0801100104800075300901100f088394c8f03e
    51570806048000ffff";

#[test]
fn seals_and_opens_the_client_initial_of_both_versions() {
    let published = [
        (
            Version::One,
            "c300000001088394c8f03e5157080000449e00000002",
            "c000000001088394c8f03e5157080000449e7b9aec34d1b1c98dd7689fb8ec11d242b123dc9bd8bab936b47d92ec356c0bab7df5976d27cd449f6330",
            "e221af44860018ab0856972e194cd934",
        ),
        (
            Version::Two,
            "d36b3343cf088394c8f03e5157080000449e00000002",
            "d76b3343cf088394c8f03e5157080000449ea0c95e82ffe67b6abcdb4298b485dd04de806071bf03dceebfa162e75d6c96058bdbfb127cdfcbf90338",
            "a18b2faa745b6fe189cf772a9f84cbfc",
        ),
    ];
    let mut payload = hex(CLIENT_FRAME);
    payload.resize(1162, 0);
    for (version, header, front, tag) in published {
        let keys = keys(&initial_secrets(version, &ID)[0]);
        let packet = seal(&keys.packet, &keys.header, &hex(header), 2, &payload);
        assert_eq!((packet.len(), packet.starts_with(&hex(front)), packet.ends_with(&hex(tag))), (1200, true, true), "{version:?}");
        assert_eq!(opened(&keys, &packet, 18, 2), payload);
        let told = read_hello(&packet);
        assert_eq!(told, Some(vec![b"alpn".to_vec()]), "what the wire shows names the keys");
    }
}

/// The protocols that the client offers in a datagram, read without any key log.
fn read_hello(datagram: &[u8]) -> Option<Vec<Vec<u8>>> {
    let told = read_all(&[(0, datagram)]);
    told.into_iter().find_map(|event| if let QuicEvent::Offered { alpn, .. } = event { Some(alpn) } else { None })
}

/// What datagrams of client and server tell without any key log.
fn read_all(datagrams: &[(usize, &[u8])]) -> Vec<QuicEvent> {
    let mut quic = Quic::new(&Limits::default());
    let peers: [std::net::SocketAddr; 2] = [([192, 0, 2, 1], 1).into(), ([192, 0, 2, 2], 2).into()];
    for (side, octets) in datagrams {
        let ends = if *side == 0 { peers } else { [peers[1], peers[0]] };
        let bytes = Bytes::copy_from_slice(octets);
        quic.push(&UdpDatagram { ends, bytes, cut: false, file_offset: 0, at: At::default() }, &KeyLog::new(&Limits::default()));
    }
    std::iter::from_fn(|| quic.poll()).map(|(_, event)| event).collect()
}

#[test]
fn a_retry_counts_when_its_tag_shows_that_it_answers_the_initial() {
    let keys = keys(&initial_secrets(Version::One, &ID)[0]);
    let mut payload = hex(CLIENT_FRAME);
    payload.resize(1162, 0);
    let initial = seal(&keys.packet, &keys.header, &hex("c300000001088394c8f03e5157080000449e00000002"), 2, &payload);
    let retry = hex("ff000000010008f067a5502a4262b5746f6b656e04a265ba2eff4d829058fb3f0f2496ba");
    let mut forged = retry.clone();
    forged[8] ^= 1;
    let facts = |datagrams: &[(usize, &[u8])]| -> Vec<QuicFact> {
        read_all(datagrams)
            .into_iter()
            .filter_map(|event| if let QuicEvent::Fact { fact, .. } = event { Some(fact) } else { None })
            .collect()
    };
    assert_eq!(facts(&[(0, &initial), (1, &retry)]), [QuicFact::Retried]);
    assert_eq!(facts(&[(0, &initial), (1, &forged)]), [QuicFact::RetryRefused]);
    assert_eq!(facts(&[(0, &initial), (1, &forged), (1, &retry)]), [QuicFact::RetryRefused, QuicFact::Retried]);
}

#[test]
fn opens_the_server_initial_of_version_2() {
    let packet = hex(
        "dc6b3343cf0008f067a5502a4262b5004075d92faaf16f05d8a4398c47089698baeea26b91eb761d9b89237bbf87263017915358230035f7fd3945d88965cf17f9af6e16886c61bfc703106fbaf3cb4cfa52382dd16a393e42757507698075b2c984c707f0a0812d8cd5a6881eaf21ceda98f4bd23f6fe1a3e2c43edd9ce7ca84bed8521e2e140",
    );
    let keys = keys(&initial_secrets(Version::Two, &ID)[1]);
    let plain = opened(&keys, &packet, 18, 1);
    assert_eq!(plain[..13], hex("02000000000600405a02000056")[..], "an ACK, then a ServerHello of 86 octets");
}

#[test]
fn reads_the_retry_of_both_versions() {
    let packets = [
        "ff000000010008f067a5502a4262b5746f6b656e04a265ba2eff4d829058fb3f0f2496ba",
        "cf6b3343cf0008f067a5502a4262b5746f6b656ec8646ce8bfe33952d955543665dcc7b6",
    ];
    for packet in packets {
        let Some(Header::Retry { destination, source, .. }) = read(&hex(packet)) else { panic!("a retry") };
        assert_eq!((destination.len(), source.as_slice()), (0, &hex("f067a5502a4262b5")[..]));
    }
}

fn opened(keys: &Keys, packet: &[u8], number_at: u16, near: u64) -> Vec<u8> {
    let unmasked = unmask(&keys.header, packet, number_at.into()).expect("the packet is long enough");
    let number = number::decode(near, unmasked.truncated, unmasked.number_len());
    let sealed = Sealed { number, number_at, first: unmasked.first };
    open(&keys.packet, packet, sealed).expect("the packet opens").to_vec()
}
