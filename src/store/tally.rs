//! How often traffic did what a conformance clause speaks of.

use crate::spec::protocol::Protocol;

/// Something that a conformance clause speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Deed {
    /// A foreign message was carried.
    Carried,
    /// A `BridgeEnvelope` was sent.
    Enveloped,
    /// A request was sent.
    Requested,
    /// A request for which one reply is owed was sent.
    RequestedUnary,
    /// A request was sent by the side that serves.
    RequestedInReverse,
    /// A success reply was sent.
    Succeeded,
    /// A foreign error was sent.
    Failed,
    /// A transport error was sent.
    Undelivered,
    /// A notification was sent.
    Notified,
    /// A reply was sent whose request was seen.
    Replied,
    /// A request was sent that changes state, or may.
    Changed,
    /// A request was sent that is not known to change nothing, and it carried no label.
    Unlabelled,
    /// A session was opened: `initialize`, its reply, or the notification that ends the opening.
    Opened,
    /// A stream frame was sent.
    Streamed,
    /// A stream was taken up again.
    Resumed,
    /// A document was asked for.
    Documented,
    /// A push notification configuration was asked for or changed.
    Pushed,
    /// A success reply was seen with its request.
    PairOfSuccess,
    /// A foreign error with data and a predefined code was seen with its request.
    PairOfErrorWithData,
    /// A transport error was seen with its request.
    PairOfUndelivered,
}

impl Deed {
    const COUNT: usize = Self::PairOfUndelivered as usize + 1;
}

/// Deeds of one message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deeds(u32);

impl Deeds {
    /// The same with `deed`, when it was `done`.
    #[must_use]
    pub const fn with(self, deed: Deed, done: bool) -> Self {
        Self(self.0 | (done as u32) << deed as u8)
    }

    /// Whether `deed` is among them.
    pub const fn has(self, deed: Deed) -> bool {
        self.0 & 1 << deed as u8 != 0
    }
}

/// Whose deeds are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Party {
    /// All Bridge traffic.
    Bridge,
    /// Protocols carried as JSON-RPC.
    JsonRpc,
    /// MCP.
    Mcp,
    /// A2A.
    A2a,
}

impl Party {
    const COUNT: usize = Self::A2a as usize + 1;
}

/// How often each party did each deed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    counts: [[u64; Deed::COUNT]; Party::COUNT],
    /// Deeds of associations that are not judged: their crypto generation is none that is known here.
    unjudged: [[u64; Deed::COUNT]; Party::COUNT],
    /// One bit a protocol that was carried as JSON-RPC.
    json_rpc: [u64; 4],
}

impl Default for Tally {
    fn default() -> Self {
        let none = [[0; Deed::COUNT]; Party::COUNT];
        Self { counts: none, unjudged: none, json_rpc: [0; 4] }
    }
}

impl Tally {
    /// Counts what a message of `protocol` did; `json_rpc` says how it is carried.
    pub fn add(&mut self, protocol: Protocol, json_rpc: bool, deeds: Deeds) {
        self.note(protocol, json_rpc, deeds, true);
    }

    /// The same, of a message that is not judged.
    pub fn add_unjudged(&mut self, protocol: Protocol, json_rpc: bool, deeds: Deeds) {
        self.note(protocol, json_rpc, deeds, false);
    }

    fn note(&mut self, protocol: Protocol, json_rpc: bool, deeds: Deeds, judged: bool) {
        if json_rpc {
            self.json_rpc[usize::from(protocol.0 >> 6)] |= 1 << (protocol.0 & 63);
        }
        for party in [Party::Bridge, Party::JsonRpc, Party::Mcp, Party::A2a] {
            if self.concerns(party, protocol) {
                self.count(party, deeds, judged);
            }
        }
    }

    /// How often `party` did `deed`.
    pub const fn of(&self, party: Party, deed: Deed) -> u64 {
        self.counts[party as usize][deed as usize]
    }

    /// How often `party` did `deed` where it is not judged.
    pub const fn unjudged(&self, party: Party, deed: Deed) -> u64 {
        self.unjudged[party as usize][deed as usize]
    }

    /// Whether traffic of `protocol` is that of `party`.
    pub const fn concerns(&self, party: Party, protocol: Protocol) -> bool {
        match party {
            Party::Bridge => true,
            Party::JsonRpc => self.json_rpc[(protocol.0 >> 6) as usize] & 1 << (protocol.0 & 63) != 0,
            Party::Mcp => protocol.0 == Protocol::MCP.0,
            Party::A2a => protocol.0 == Protocol::A2A.0,
        }
    }

    const fn count(&mut self, party: Party, Deeds(mut left): Deeds, judged: bool) {
        let counts = if judged { &mut self.counts } else { &mut self.unjudged };
        while left != 0 {
            let deed = left.trailing_zeros() as usize;
            counts[party as usize][deed] += 1;
            left &= left - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_count_for_every_party_they_concern() {
        let mut tally = Tally::default();
        let asked = Deeds::default().with(Deed::Requested, true).with(Deed::Changed, false);
        tally.add(Protocol::MCP, true, asked);
        tally.add(Protocol(0x40), false, asked);
        assert_eq!([Party::Bridge, Party::JsonRpc, Party::Mcp, Party::A2a].map(|party| tally.of(party, Deed::Requested)), [2, 1, 1, 0]);
        assert_eq!(tally.of(Party::Bridge, Deed::Changed), 0);
    }

    #[test]
    fn the_last_protocol_has_a_place() {
        let mut tally = Tally::default();
        tally.add(Protocol(0xFF), true, Deeds::default().with(Deed::PairOfUndelivered, true));
        assert!(tally.concerns(Party::JsonRpc, Protocol(0xFF)) && !tally.concerns(Party::JsonRpc, Protocol(0x7F)));
        assert_eq!(tally.of(Party::JsonRpc, Deed::PairOfUndelivered), 1);
    }
}
