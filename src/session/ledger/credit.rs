//! Flow control [gen 3 core §11.6]: what one direction may send on all channels but Control.

use crate::base::id::FrameId;
use crate::base::time::Timestamp;
use crate::npamp::header::Header;
use crate::spec::channel::Channel;

use super::Entry;

/// Octets that may be sent before the first `FLOW_UPDATE`.
pub const INITIAL_CREDIT: u64 = 1 << 20;
/// Types below this one are the machinery of all channels, and their octets are tolerated (G-05).
const FIRST_APPLICATION: u16 = 0x000B;
/// Share of the limit from which a sender counts as held up, in percent.
const NEARLY_ALL: u64 = 95;
/// Silence, in nanoseconds, that counts as a stall.
const STALL: i64 = 100_000_000;

/// The credit of the sender of a direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Credit {
    /// Payload octets sent, tags included.
    pub used: u64,
    /// How far it may send.
    pub limit: u64,
    /// The last `FLOW_UPDATE` that was granted to it.
    pub update: Option<FrameId>,
    /// A `FLOW_UPDATE` could not be read: the limit is not known.
    pub unknown: bool,
    /// The limit was overstepped, and that was said.
    over: bool,
    last: Option<Timestamp>,
    /// The limit before the last raise, while nothing was sent since.
    held_at: Option<u64>,
}

impl Default for Credit {
    fn default() -> Self {
        Self { used: 0, limit: INITIAL_CREDIT, update: None, unknown: false, over: false, last: None, held_at: None }
    }
}

/// What flow control says about a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CreditFact {
    /// The first frame beyond the limit.
    Exceeds {
        /// Octets sent, this frame included.
        used: u64,
        /// The limit.
        limit: u64,
    },
    /// The first frame behind a stall that a `FLOW_UPDATE` ended.
    Resumed {
        /// Octets sent before it.
        used: u64,
        /// The limit during the stall.
        limit: u64,
        /// Whether nearly all of it was used; else only this frame was too large for the rest.
        exhausted: bool,
        /// Nanoseconds of silence.
        waited: i64,
        /// The `FLOW_UPDATE`.
        update: FrameId,
    },
}

impl Credit {
    /// Counts a frame that its receiver took.
    pub(super) fn spend(&mut self, header: &Header, time: Timestamp) -> Option<CreditFact> {
        if header.channel == Channel::CONTROL || header.channel.is_grease() || header.frame_type.0 < FIRST_APPLICATION {
            return None;
        }
        let before = self.used;
        let size = u64::from(header.payload_len);
        self.used = before.saturating_add(size);
        let waited = self.last.map_or(0, |last| time.0.saturating_sub(last.0));
        self.last = Some(time);
        let held_at = self.held_at.take();
        if self.used > self.limit {
            let first = !std::mem::replace(&mut self.over, true);
            return (first && !self.unknown).then_some(CreditFact::Exceeds { used: self.used, limit: self.limit });
        }
        self.over = false;
        let (limit, update) = held_at.zip(self.update).filter(|_| waited >= STALL)?;
        let exhausted = before.saturating_mul(100) >= limit.saturating_mul(NEARLY_ALL);
        let too_large = self.used > limit;
        (exhausted || too_large).then_some(CreditFact::Resumed { used: before, limit, exhausted, waited, update })
    }

    /// Takes a `FLOW_UPDATE`; smaller values than the limit have no effect.
    pub(super) fn grant(&mut self, entry: &Entry<'_>, limit: Option<u64>) {
        let Some(limit) = limit else {
            self.unknown = true;
            return;
        };
        if limit > self.limit {
            self.held_at.get_or_insert(self.limit);
            self.limit = limit;
            self.over &= self.used > limit;
        }
        self.update = Some(entry.frame);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::frame_type::FrameType;

    fn frame(length: u32) -> Header {
        Header::new(2, Channel::MEMORY, FrameType(0x0100), 0, length)
    }

    #[test]
    fn the_first_frame_beyond_the_limit_is_named_once() {
        let mut credit = Credit::default();
        assert_eq!(credit.spend(&frame(1 << 20), Timestamp(0)), None, "exactly the limit");
        let over = CreditFact::Exceeds { used: (1 << 20) + 16, limit: 1 << 20 };
        assert_eq!(credit.spend(&frame(16), Timestamp(1)), Some(over));
        assert_eq!(credit.spend(&frame(16), Timestamp(2)), None);
    }

    #[test]
    fn control_grease_and_the_machinery_cost_nothing() {
        let mut credit = Credit::default();
        for (channel, ty) in [(Channel::CONTROL, 0x0110), (Channel(0xF0F0), 0x0100), (Channel::BRIDGE, 0x0006)] {
            credit.spend(&Header::new(2, channel, FrameType(ty), 0, u32::MAX), Timestamp(0));
        }
        assert_eq!(credit.used, 0);
    }
}
