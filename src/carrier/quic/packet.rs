//! Packet headers as far as they are not protected [RFC 9000 §17].

use crate::base::reader::Reader;

use super::cid::Cid;
use super::varint;
use super::version::{LongKind, Version};

/// The bit that long headers have.
pub(super) const LONG: u8 = 0x80;

/// A header at the front of what is left of a datagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Header {
    /// The server speaks other versions.
    Negotiation { destination: Cid, source: Cid },
    /// A version that is not read here.
    UnknownVersion(u32),
    /// The server wants another Initial first.
    Retry { version: Version, destination: Cid, source: Cid },
    /// A packet that says how long it is.
    Long(Long),
    /// A packet that reaches to the end of its datagram.
    Short,
}

/// A long header with a packet number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Long {
    pub(super) version: Version,
    pub(super) kind: LongKind,
    pub(super) destination: Cid,
    pub(super) source: Cid,
    /// Where the packet number begins.
    pub(super) number_at: usize,
    /// Where the packet ends; beyond the octets when the capture cut it.
    pub(super) end: usize,
}

/// Reads the header of a packet; `None` when it is none.
pub(super) fn read(octets: &[u8]) -> Option<Header> {
    let first = *octets.first()?;
    if first & LONG == 0 {
        return Some(Header::Short);
    }
    let mut reader = Reader::new(octets);
    reader.take(1).ok()?;
    let code = reader.u32().ok()?;
    let (destination, source) = (id(&mut reader)?, id(&mut reader)?);
    // Versions that are not known may have longer ids.
    let (destination, source) = (Cid::new(destination), Cid::new(source));
    if code == 0 {
        return Some(Header::Negotiation { destination: destination?, source: source? });
    }
    let (Some(version), Some(destination), Some(source)) = (Version::of(code), destination, source) else {
        return Some(Header::UnknownVersion(code));
    };
    let kind = version.kind(first);
    match kind {
        LongKind::Retry => return Some(Header::Retry { version, destination, source }),
        LongKind::Initial => {
            varint::octets(&mut reader)?;
        }
        LongKind::ZeroRtt | LongKind::Handshake => {}
    }
    let len = usize::try_from(varint::read(&mut reader)?).ok()?;
    let number_at = reader.at();
    Some(Header::Long(Long { version, kind, destination, source, number_at, end: number_at.checked_add(len)? }))
}

/// The octets of an id behind their number.
fn id<'a>(reader: &mut Reader<'a>) -> Option<&'a [u8]> {
    let len = usize::from(reader.u8().ok()?);
    reader.take(len).ok()
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "tests panic on purpose")]
mod tests {
    use super::*;

    #[test]
    fn reads_a_long_header_with_token_up_to_its_packet_number() {
        let octets = [0xc3, 0, 0, 0, 1, 2, 0xaa, 0xbb, 1, 0xcc, 3, 1, 2, 3, 0x40, 20, 0, 0];
        let Some(Header::Long(long)) = read(&octets) else { panic!("a long header") };
        assert_eq!((long.version, long.kind), (Version::One, LongKind::Initial));
        assert_eq!((long.destination.as_slice(), long.source.as_slice()), (&[0xaa, 0xbb][..], &[0xcc][..]));
        assert_eq!((long.number_at, long.end), (16, 36));
        assert!((1..16).all(|len| read(&octets[..len]).is_none()), "a header that was cut is none");
    }

    #[test]
    fn tells_negotiation_retry_and_unknown_versions_apart() {
        assert!(matches!(read(&[0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]), Some(Header::Negotiation { .. })));
        assert!(matches!(read(&[0xf0, 0, 0, 0, 1, 0, 0, 9]), Some(Header::Retry { .. })));
        assert!(matches!(read(&[0xc0, 0x6b, 0x33, 0x43, 0xcf, 0, 0, 9]), Some(Header::Retry { .. })));
        assert_eq!(read(&[0xc0, 0x1a, 0x2a, 0x3a, 0x4a, 0, 0]), Some(Header::UnknownVersion(0x1a2a_3a4a)));
        assert_eq!(read(&[0x12]), Some(Header::Short), "the fixed bit may be clear");
        assert_eq!(read(&[]), None);
    }
}
