//! What an Interface Description Block says about the packets of its interface.

use crate::base::input::LinkType;
use crate::base::time::Timestamp;

use super::block::options;
use super::format::Order;

/// Option: time stamp resolution.
const TSRESOL: u16 = 9;
/// Option: seconds to add to every time stamp.
const TSOFFSET: u16 = 14;
/// Nanoseconds of a second.
const SECOND: i128 = 1_000_000_000;

/// An interface of a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interface {
    pub(super) link: LinkType,
    /// Octets kept of a packet; 0 when there is no bound.
    pub(super) snaplen: u32,
    /// Packets dropped, as last told, in the order of the options that tell.
    pub(super) dropped: [u64; 3],
    resolution: Resolution,
    /// Nanoseconds to add.
    offset: i128,
}

/// How long one unit of a time stamp is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Resolution {
    /// This many nanoseconds.
    Times(i128),
    /// This fraction of a nanosecond.
    Parts(i128),
    /// 2 to the power of minus this, in seconds.
    Binary(u32),
}

impl Interface {
    /// Decodes the body of the block.
    pub(super) fn decode(body: &[u8], order: Order) -> Self {
        let mut interface = Self {
            link: LinkType(order.u16(body, 0)),
            snaplen: order.u32(body, 4),
            dropped: [0; 3],
            resolution: Resolution::Times(1000),
            offset: 0,
        };
        for (code, value) in options(body.get(8..).unwrap_or_default(), order) {
            match (code, value) {
                (TSRESOL, &[octet]) => interface.resolution = Resolution::decode(octet),
                (TSOFFSET, value) if value.len() == 8 => {
                    interface.offset = i128::from(order.u64(value, 0).cast_signed()) * SECOND;
                }
                _ => {}
            }
        }
        interface
    }

    /// The time that a time stamp of this interface means. Times out of range become the nearest that can be told.
    pub(super) fn time(&self, units: u64) -> Timestamp {
        let units = i128::from(units);
        let nanos = match self.resolution {
            Resolution::Times(nanos) => units * nanos,
            Resolution::Parts(parts) => units / parts,
            Resolution::Binary(power) => (units * SECOND) >> power,
        };
        let nanos = nanos.saturating_add(self.offset);
        Timestamp(i64::try_from(nanos).unwrap_or(if nanos < 0 { i64::MIN } else { i64::MAX }))
    }
}

impl Resolution {
    fn decode(octet: u8) -> Self {
        let power = u32::from(octet & 0x7f);
        if octet & 0x80 != 0 {
            return Self::Binary(power);
        }
        match 10_i128.checked_pow(power.abs_diff(9)) {
            Some(factor) if power <= 9 => Self::Times(factor),
            Some(factor) => Self::Parts(factor),
            None => Self::Parts(i128::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(options: &[u8], units: u64) -> i64 {
        let mut body = vec![1, 0, 0, 0, 0, 0, 4, 0];
        body.extend(options);
        Interface::decode(&body, Order::Little).time(units).0
    }

    #[test]
    fn time_stamps_are_microseconds_unless_told() {
        assert_eq!(time(&[], 1_500_000), 1_500_000_000);
    }

    #[test]
    fn decimal_and_binary_resolutions_are_understood() {
        assert_eq!(time(&[9, 0, 1, 0, 9, 0, 0, 0], 7), 7);
        assert_eq!(time(&[9, 0, 1, 0, 0, 0, 0, 0], 7), 7_000_000_000);
        assert_eq!(time(&[9, 0, 1, 0, 12, 0, 0, 0], 7_999), 7);
        assert_eq!(time(&[9, 0, 1, 0, 0x81, 0, 0, 0], 3), 1_500_000_000);
        assert_eq!(time(&[9, 0, 1, 0, 0xff, 0, 0, 0], u64::MAX), 0);
        assert_eq!(time(&[9, 0, 1, 0, 0x7f, 0, 0, 0], u64::MAX), 0);
        assert_eq!(time(&[9, 0, 1, 0, 0, 0, 0, 0], u64::MAX), i64::MAX);
    }

    #[test]
    fn an_offset_is_added_and_may_be_negative() {
        let mut options = vec![14, 0, 8, 0];
        options.extend((-2_i64).to_le_bytes());
        assert_eq!(time(&options, 1_000_000), -1_000_000_000);
    }
}
