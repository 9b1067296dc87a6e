//! The tag of a Retry, which shows that its sender saw the Initial that it answers [RFC 9001 §5.8, RFC 9369 §3.3.3].

use crate::crypto::aead::{Cipher, RecordKey, TAG_LEN};

use super::cid::Cid;
use super::version::Version;

/// The published key and nonce of a version.
const fn key(version: Version) -> ([u8; 16], [u8; 12]) {
    match version {
        Version::One => {
            (*b"\xbe\x0c\x69\x0b\x9f\x66\x57\x5a\x1d\x76\x6b\x54\xe3\x68\xc8\x4e", *b"\x46\x15\x99\xd3\x5d\x63\x2b\xf2\x23\x98\x25\xbb")
        }
        Version::Two => {
            (*b"\x8f\xb4\xb0\x1b\x56\xac\x48\xe2\x60\xfb\xcb\xce\xad\x7c\xcc\x92", *b"\xd8\x69\x69\xbc\x2d\x7c\x6d\x99\x90\xef\xb0\x4a")
        }
    }
}

/// Whether a whole Retry answers an Initial that was sent to the id `original`.
pub(super) fn answers(version: Version, original: Cid, packet: &[u8]) -> bool {
    let (key, nonce) = key(version);
    let Some((said, tag)) = packet.split_last_chunk::<TAG_LEN>() else { return false };
    let Some(key) = RecordKey::of_transport(Cipher::Aes128Gcm, &key, &nonce) else { return false };
    let length = u8::try_from(original.len()).unwrap_or(u8::MAX);
    let authentic = [&[length][..], original.as_slice(), said].concat();
    key.open(nonce, &authentic, &mut tag.to_owned()).is_some()
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "tests panic on purpose")]
mod tests {
    use super::*;
    use crate::base::text::unhex;

    #[test]
    fn the_samples_of_both_rfcs_answer_their_initial_and_no_other() {
        let original = Cid::new(&unhex("8394c8f03e515708").unwrap()).unwrap();
        for (version, packet) in [
            (Version::One, "ff000000010008f067a5502a4262b5746f6b656e04a265ba2eff4d829058fb3f0f2496ba"),
            (Version::Two, "cf6b3343cf0008f067a5502a4262b5746f6b656ec8646ce8bfe33952d955543665dcc7b6"),
        ] {
            let packet = unhex(packet).unwrap();
            assert!(answers(version, original, &packet));
            assert!(!answers(version, Cid::new(&[1; 8]).unwrap(), &packet), "another id");
            assert!(!answers(version.other(), original, &packet), "another version");
            for at in 0..packet.len() {
                let mut spoiled = packet.clone();
                spoiled[at] ^= 1;
                assert!(!answers(version, original, &spoiled), "octet {at}");
            }
            assert!((0..packet.len()).all(|len| !answers(version, original, &packet[..len])));
        }
    }
}
