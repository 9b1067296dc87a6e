//! How an association ends [gen 3 core §4.8, §4.9].

use crate::base::id::FrameId;
use crate::base::time::Timestamp;

use super::Entry;

/// A frame and its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sent {
    /// The frame.
    pub frame: FrameId,
    /// Its time.
    pub time: Timestamp,
}

impl Sent {
    /// Nanoseconds until another moment.
    pub const fn time_until(&self, later: Timestamp) -> i64 {
        later.since(self.time)
    }

    const fn of(entry: &Entry<'_>) -> Self {
        Self { frame: entry.frame, time: entry.time }
    }
}

/// An `ERROR` on Control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ErrorSent {
    /// The frame.
    pub sent: Sent,
    /// The code, when the body could be read.
    pub code: Option<u8>,
    /// Stream offset behind it.
    pub end: u64,
    /// Whether a later frame of the sender was named for it.
    pub named: bool,
}

/// The end of a direction of the transport.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// When.
    pub time: Timestamp,
    /// Whether it was broken off.
    pub reset: bool,
}

/// A frame that anybody on the path may have written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suspect {
    /// The frame.
    pub sent: Sent,
    /// Whether it is in the clear; else its tag is wrong.
    pub clear: bool,
}

/// What one peer did to end the association.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Closing {
    /// Its first `CLOSE`.
    pub close: Option<Sent>,
    /// It sent a `CLOSE` that should have been dropped.
    pub attempted: bool,
    /// Its first `CLOSE_ACK`.
    pub ack: Option<Sent>,
    /// Whether the other peer had sent `CLOSE` before that.
    pub solicited: bool,
    /// Its first `ERROR`.
    pub error: Option<ErrorSent>,
    /// When its side of the transport ended.
    pub end: Option<Ending>,
}

impl Closing {
    pub(super) fn closes(&mut self, entry: &Entry<'_>) {
        self.close.get_or_insert_with(|| Sent::of(entry));
    }

    pub(super) fn acknowledges(&mut self, entry: &Entry<'_>, solicited: bool) {
        if self.ack.is_none() {
            (self.ack, self.solicited) = (Some(Sent::of(entry)), solicited);
        }
    }

    pub(super) fn fails(&mut self, entry: &Entry<'_>, code: Option<u8>) {
        self.error.get_or_insert_with(|| ErrorSent { sent: Sent::of(entry), code, end: entry.end, named: false });
    }
}
