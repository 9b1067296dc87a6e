//! One side of a connection: where its records, its messages, its keys and its content stand.

use std::collections::VecDeque;

use bytes::Bytes;

use crate::carrier::event::Unit;
use crate::net::At;

use super::head::{HEADER, SHORTEST_SEALED};
use super::keys::{Keyed, Phase};
use super::messages::Messages;
use super::record::{Record, Records};

/// Octets of the shortest sealed record.
const SHORTEST: u64 = (HEADER as u64).saturating_add(SHORTEST_SEALED as u64);

/// What happened since the last record that opened.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Doubt {
    /// Records that were seen and did not open, or were seen in part: each took a number.
    pub(super) failed: u64,
    /// Records that may have been lost unseen, at most.
    pub(super) unseen: u64,
    /// Octets of all of them.
    pub(super) octets: u64,
    /// Whether packets were cut there.
    pub(super) snaplen: bool,
    /// Whether the key at hand has opened nothing yet, so that failed records took none of its numbers.
    pub(super) idle: bool,
}

/// Opened early data that waits for the server's word.
#[derive(Debug)]
pub(super) struct HeldEarly {
    pub(super) bytes: Bytes,
    pub(super) unit: Unit,
    pub(super) at: At,
}

/// How much of the opened records is padding: of lost ones nothing else tells.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Padding {
    content: u64,
    padding: u64,
}

impl Padding {
    /// A record was opened.
    pub(super) const fn saw(&mut self, content: usize, padding: usize) {
        self.content = self.content.saturating_add(content as u64);
        self.padding = self.padding.saturating_add(padding as u64);
    }

    /// Whether some record had any, so that the sizes of lost ones do not tell their content.
    pub(super) const fn is_used(&self) -> bool {
        self.padding > 0
    }

    /// The content among so many octets of content and padding, if lost records are like the others.
    pub(super) fn content_of(&self, octets: u64) -> u64 {
        let share = u128::from(octets).saturating_mul(self.content.into());
        let all = u128::from(self.content).saturating_add(self.padding.into());
        share.checked_div(all).and_then(|share| u64::try_from(share).ok()).unwrap_or(octets)
    }
}

#[derive(Debug)]
pub(super) struct Side {
    pub(super) records: Records,
    pub(super) messages: Messages,
    /// The key in force.
    pub(super) keyed: Option<Keyed>,
    /// Without a key: whose records come next, when that is known.
    pub(super) expect: Option<Phase>,
    pub(super) doubt: Option<Doubt>,
    /// Keys that may be in force instead, while in doubt.
    pub(super) candidates: Option<Vec<Keyed>>,
    /// Octets of content so far, missing ones included.
    pub(super) offset: u64,
    /// Whether content was delivered, or is known to have been missing.
    pub(super) started: bool,
    /// Padding of its records.
    pub(super) padding: Padding,
    pub(super) early: Vec<HeldEarly>,
    pub(super) early_octets: usize,
    /// Records that wait for a key.
    pub(super) waiting: VecDeque<Record>,
    pub(super) waiting_octets: usize,
}

impl Side {
    pub(super) fn new(longest_message: usize, expect: Option<Phase>) -> Self {
        Self {
            records: Records::new(),
            messages: Messages::new(longest_message),
            keyed: None,
            expect,
            doubt: None,
            candidates: None,
            offset: 0,
            started: false,
            padding: Padding::default(),
            early: Vec::new(),
            early_octets: 0,
            waiting: VecDeque::new(),
            waiting_octets: 0,
        }
    }

    /// Offset of the first octet that may still be needed.
    pub(super) fn needed(&self) -> u64 {
        let held = self.early.first().map(|held| held.unit.place);
        let waiting = self.waiting.front().map(|record| record.place);
        [held, waiting].into_iter().flatten().fold(self.records.start(), u64::min)
    }

    /// A record was seen, in part or whole, and tells nothing.
    pub(super) fn failed(&mut self, octets: u64, snaplen: bool) {
        let doubt = self.doubt.get_or_insert_default();
        doubt.failed = doubt.failed.saturating_add(1);
        doubt.octets = doubt.octets.saturating_add(octets);
        doubt.snaplen |= snaplen;
        if let Some(keyed) = self.keyed.as_mut().filter(|_| !doubt.idle) {
            keyed.number = keyed.number.saturating_add(1);
        }
        self.messages.reset();
    }

    /// Octets are missing: at most so many records.
    pub(super) fn lost(&mut self, octets: u64, snaplen: bool, most: u64) {
        let doubt = self.doubt.get_or_insert_default();
        let records = octets.checked_div(SHORTEST).unwrap_or_default().saturating_add(1);
        doubt.unseen = doubt.unseen.saturating_add(records).min(most);
        doubt.octets = doubt.octets.saturating_add(octets);
        doubt.snaplen |= snaplen;
        self.messages.reset();
    }

    /// Drops what waits; answers how many octets it was.
    pub(super) fn drop_waiting(&mut self) -> usize {
        self.waiting.clear();
        std::mem::take(&mut self.waiting_octets)
    }
}

impl Doubt {
    /// Content that went missing with `records` sealed records, as near as their sizes tell, padding included.
    pub(super) const fn content(&self, records: u64) -> u64 {
        self.octets.saturating_sub(SHORTEST.saturating_mul(records))
    }
}
