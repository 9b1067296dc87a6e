//! Frames of a packet [RFC 9000 §19; RFC 9221 §4].

use std::ops::Range;

use smallvec::SmallVec;

use crate::base::reader::Reader;

use super::cid::Cid;
use super::varint;

/// Ranges of one acknowledgement that are kept: the newest come first.
const MOST_RANGES: usize = 64;

/// Numbers of frame types.
mod kind {
    pub(super) const PADDING: u64 = 0x00;
    pub(super) const PING: u64 = 0x01;
    pub(super) const ACK: u64 = 0x02;
    pub(super) const ACK_ECN: u64 = 0x03;
    pub(super) const RESET_STREAM: u64 = 0x04;
    pub(super) const STOP_SENDING: u64 = 0x05;
    pub(super) const CRYPTO: u64 = 0x06;
    pub(super) const NEW_TOKEN: u64 = 0x07;
    pub(super) const STREAM: u64 = 0x08;
    pub(super) const STREAM_LAST: u64 = 0x0f;
    pub(super) const MAX_DATA: u64 = 0x10;
    pub(super) const MAX_STREAM_DATA: u64 = 0x11;
    pub(super) const MAX_STREAMS_BIDI: u64 = 0x12;
    pub(super) const MAX_STREAMS_UNI: u64 = 0x13;
    pub(super) const DATA_BLOCKED: u64 = 0x14;
    pub(super) const STREAM_DATA_BLOCKED: u64 = 0x15;
    pub(super) const STREAMS_BLOCKED_BIDI: u64 = 0x16;
    pub(super) const STREAMS_BLOCKED_UNI: u64 = 0x17;
    pub(super) const NEW_CONNECTION_ID: u64 = 0x18;
    pub(super) const RETIRE_CONNECTION_ID: u64 = 0x19;
    pub(super) const PATH_CHALLENGE: u64 = 0x1a;
    pub(super) const PATH_RESPONSE: u64 = 0x1b;
    pub(super) const CONNECTION_CLOSE: u64 = 0x1c;
    pub(super) const APPLICATION_CLOSE: u64 = 0x1d;
    pub(super) const HANDSHAKE_DONE: u64 = 0x1e;
    /// Asks for an acknowledgement at once; without body.
    pub(super) const IMMEDIATE_ACK: u64 = 0x1f;
    pub(super) const RESET_STREAM_AT: u64 = 0x24;
    pub(super) const DATAGRAM: u64 = 0x30;
    pub(super) const DATAGRAM_WITH_LENGTH: u64 = 0x31;
    pub(super) const ACK_FREQUENCY: u64 = 0xaf;
}

/// Packet numbers of an acknowledgement, as inclusive ranges, newest first.
pub(super) type Ranges = SmallVec<[(u64, u64); 4]>;

/// A frame that means something here. Octets are places in the payload.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Frame {
    /// The peer's packets that arrived.
    Ack(Ranges),
    /// Octets of the TLS handshake.
    Crypto { offset: u64, octets: Range<usize> },
    /// Octets of a stream.
    Stream { id: u64, offset: u64, octets: Range<usize>, fin: bool },
    /// The sender gives up a stream.
    Reset { id: u64, code: u64, final_size: u64 },
    /// An unordered message.
    Datagram { octets: Range<usize> },
    /// The sender may be reached under another id.
    NewId { id: Cid, reset_token: [u8; 16] },
    /// The connection is over.
    Close { code: u64, application: bool },
    /// Padding, or a test whether a path works: it moves nothing.
    Probing,
    /// Anything else.
    Other,
}

/// Reads the frames of a payload. It ends at the first frame that cannot be read: nothing behind it can be found.
pub(super) struct Frames<'a> {
    reader: Reader<'a>,
}

impl<'a> Frames<'a> {
    pub(super) const fn new(payload: &'a [u8]) -> Self {
        Self { reader: Reader::new(payload) }
    }

    fn skip(&mut self, count: usize) -> Option<Frame> {
        for _ in 0..count {
            varint::read(&mut self.reader)?;
        }
        Some(Frame::Other)
    }

    fn padding(&mut self) -> Option<Frame> {
        let zeros = self.reader.rest().iter().take_while(|octet| **octet == 0).count();
        self.reader.take(zeros).ok()?;
        Some(Frame::Probing)
    }

    fn ack(&mut self, counts: bool) -> Option<Frame> {
        let mut high = varint::read(&mut self.reader)?;
        varint::read(&mut self.reader)?;
        let more = varint::read(&mut self.reader)?;
        let mut low = high.checked_sub(varint::read(&mut self.reader)?)?;
        let mut ranges = Ranges::new();
        ranges.push((low, high));
        for _ in 0..more {
            high = low.checked_sub(varint::read(&mut self.reader)?.checked_add(2)?)?;
            low = high.checked_sub(varint::read(&mut self.reader)?)?;
            if ranges.len() < MOST_RANGES {
                ranges.push((low, high));
            }
        }
        if counts {
            self.skip(3)?;
        }
        Some(Frame::Ack(ranges))
    }

    /// The next `len` octets, or all that are left.
    fn octets(&mut self, len: Option<u64>) -> Option<Range<usize>> {
        let start = self.reader.at();
        let len = if let Some(len) = len { usize::try_from(len).ok()? } else { self.reader.left() };
        self.reader.take(len).ok()?;
        Some(start..self.reader.at())
    }

    fn crypto(&mut self) -> Option<Frame> {
        let offset = varint::read(&mut self.reader)?;
        let len = varint::read(&mut self.reader)?;
        Some(Frame::Crypto { offset, octets: self.octets(Some(len))? })
    }

    fn stream(&mut self, bits: u64) -> Option<Frame> {
        let id = varint::read(&mut self.reader)?;
        let offset = if bits & 0x04 == 0 { 0 } else { varint::read(&mut self.reader)? };
        let len = if bits & 0x02 == 0 { None } else { Some(varint::read(&mut self.reader)?) };
        Some(Frame::Stream { id, offset, octets: self.octets(len)?, fin: bits & 0x01 != 0 })
    }

    fn reset(&mut self, reliable: bool) -> Option<Frame> {
        let (id, code) = (varint::read(&mut self.reader)?, varint::read(&mut self.reader)?);
        let final_size = varint::read(&mut self.reader)?;
        self.skip(usize::from(reliable))?;
        Some(Frame::Reset { id, code, final_size })
    }

    fn new_id(&mut self) -> Option<Frame> {
        self.skip(2)?;
        let len = usize::from(self.reader.u8().ok()?);
        let id = Cid::new(self.reader.take(len).ok()?)?;
        Some(Frame::NewId { id, reset_token: self.reader.array().ok()? })
    }

    fn close(&mut self, application: bool) -> Option<Frame> {
        let code = varint::read(&mut self.reader)?;
        self.skip(usize::from(!application))?;
        varint::octets(&mut self.reader)?;
        Some(Frame::Close { code, application })
    }

    fn path(&mut self) -> Option<Frame> {
        self.reader.take(8).ok()?;
        Some(Frame::Probing)
    }

    fn token(&mut self) -> Option<Frame> {
        varint::octets(&mut self.reader)?;
        Some(Frame::Other)
    }

    fn datagram(&mut self, with_length: bool) -> Option<Frame> {
        let len = if with_length { Some(varint::read(&mut self.reader)?) } else { None };
        Some(Frame::Datagram { octets: self.octets(len)? })
    }

    fn read(&mut self) -> Option<Frame> {
        let kind = varint::read(&mut self.reader)?;
        match kind {
            kind::PADDING => self.padding(),
            kind::PING | kind::HANDSHAKE_DONE | kind::IMMEDIATE_ACK => Some(Frame::Other),
            kind::ACK | kind::ACK_ECN => self.ack(kind == kind::ACK_ECN),
            kind::RESET_STREAM | kind::RESET_STREAM_AT => self.reset(kind == kind::RESET_STREAM_AT),
            kind::CRYPTO => self.crypto(),
            kind::NEW_TOKEN => self.token(),
            kind::STREAM..=kind::STREAM_LAST => self.stream(kind & 7),
            kind::MAX_DATA
            | kind::MAX_STREAMS_BIDI
            | kind::MAX_STREAMS_UNI
            | kind::DATA_BLOCKED
            | kind::STREAMS_BLOCKED_BIDI
            | kind::STREAMS_BLOCKED_UNI
            | kind::RETIRE_CONNECTION_ID => self.skip(1),
            kind::STOP_SENDING | kind::MAX_STREAM_DATA | kind::STREAM_DATA_BLOCKED => self.skip(2),
            kind::NEW_CONNECTION_ID => self.new_id(),
            kind::PATH_CHALLENGE | kind::PATH_RESPONSE => self.path(),
            kind::CONNECTION_CLOSE | kind::APPLICATION_CLOSE => self.close(kind == kind::APPLICATION_CLOSE),
            kind::DATAGRAM | kind::DATAGRAM_WITH_LENGTH => self.datagram(kind == kind::DATAGRAM_WITH_LENGTH),
            kind::ACK_FREQUENCY => self.skip(4),
            _ => None,
        }
    }
}

impl Iterator for Frames<'_> {
    type Item = Frame;

    fn next(&mut self) -> Option<Frame> {
        let frame = self.read();
        if frame.is_none() {
            let _ = self.reader.take(self.reader.left());
        }
        frame
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "ranges are places of octets")]
mod tests {
    use super::*;

    fn read(payload: &[u8]) -> Vec<Frame> {
        Frames::new(payload).filter(|frame| !matches!(frame, Frame::Other | Frame::Probing)).collect()
    }

    #[test]
    fn reads_streams_with_and_without_offset_length_and_end() {
        let frames = read(&[0x0a, 4, 2, b'a', b'b', 0x1f, 0x0f, 8, 0x40, 0x64, 1, b'c', 0, 0, 0x0c, 12, 9, b'd', b'e']);
        let expected = [
            Frame::Stream { id: 4, offset: 0, octets: 3..5, fin: false },
            Frame::Stream { id: 8, offset: 100, octets: 11..12, fin: true },
            Frame::Stream { id: 12, offset: 9, octets: 17..19, fin: false },
        ];
        assert_eq!(frames, expected);
    }

    #[test]
    fn reads_the_ranges_of_an_acknowledgement_newest_first() {
        let frames = read(&[0x03, 30, 0, 2, 5, 1, 3, 0, 0, 7, 7, 7, 0x31, 2, 1, 2, 0x30, 9]);
        let ranges = Ranges::from_slice(&[(25, 30), (19, 22), (17, 17)]);
        assert_eq!(frames, [Frame::Ack(ranges), Frame::Datagram { octets: 14..16 }, Frame::Datagram { octets: 17..18 }]);
        assert_eq!(read(&[0x02, 3, 0, 1, 2, 9, 0]), [], "a range below zero is none");
    }

    #[test]
    fn passes_every_known_frame_and_stops_at_an_unknown_one() {
        let mut payload =
            vec![0x01, 0x05, 1, 2, 0x07, 1, 9, 0x10, 1, 0x11, 1, 2, 0x12, 1, 0x13, 1, 0x14, 1, 0x15, 1, 2, 0x16, 1, 0x17, 1, 0x19, 1];
        payload.extend([0x1a, 0, 0, 0, 0, 0, 0, 0, 0, 0x1b, 0, 0, 0, 0, 0, 0, 0, 0, 0x1e, 0x1f, 0x40, 0xaf, 1, 2, 3, 4]);
        payload.extend([0x18, 1, 0, 4, 1, 2, 3, 4]);
        payload.extend([7; 16]);
        payload.extend([0x04, 1, 2, 3, 0x24, 1, 2, 3, 2, 0x1c, 5, 0, 1, b'x', 0x1d, 6, 0, 0x21, 0x08, 0]);
        let expected = [
            Frame::NewId { id: Cid::new(&[1, 2, 3, 4]).unwrap(), reset_token: [7; 16] },
            Frame::Reset { id: 1, code: 2, final_size: 3 },
            Frame::Reset { id: 1, code: 2, final_size: 3 },
            Frame::Close { code: 5, application: false },
            Frame::Close { code: 6, application: true },
        ];
        assert_eq!(read(&payload), expected);
    }
}
