//! Where a native frame stands: what the session found when it arrived.

use smallvec::SmallVec;

use crate::base::id::{ExchangeId, FrameId};
use crate::spec::frame_type::FrameType;

/// A request as far as a reply needs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asked {
    /// Its frame.
    pub frame: FrameId,
    /// Its type.
    pub frame_type: FrameType,
}

/// The place of a native frame in its exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Place {
    /// It belongs to none, or cannot be placed.
    #[default]
    None,
    /// It opens one.
    Request,
    /// It opens one although its correlation is in use.
    Duplicate {
        /// The request, or subscription, that uses it.
        outstanding: FrameId,
    },
    /// It belongs to one that goes on.
    Part,
    /// It ends one.
    Terminal,
    /// It answers a request of another type.
    WrongType,
    /// It comes after the frame that ended the exchange.
    SecondTerminal {
        /// That frame.
        first: FrameId,
        /// Whether one of them is part of a stream and the other a single result.
        mixed: bool,
    },
    /// A page of a stream after its end.
    AfterEnd {
        /// The end.
        end: FrameId,
    },
    /// A reply without request.
    Stray {
        /// The one-way frame of the other side that used the correlation.
        one_way: Option<FrameId>,
        /// Whether nothing that the other side sent on the channel is missing.
        whole: bool,
    },
}

/// How a frame changes its exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Nothing changes.
    None,
    /// A reply goes on.
    Streaming,
    /// A success reply ended it.
    Answered,
    /// A streamed reply ended.
    Streamed,
    /// An error ended it.
    Error,
    /// The requester withdrew it.
    Cancelled,
}

/// Something that a frame is in the light of those before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A sub-stream has an id that belongs to the other peer.
    StreamParity {
        /// The id.
        id: u64,
    },
    /// A sub-stream id is not greater than an earlier one of the same peer, or was used before.
    StreamReused {
        /// The id.
        id: u64,
        /// The greatest id before.
        highest: u64,
        /// The frame that used the id before, if any did.
        first: Option<FrameId>,
    },
    /// Octets lie beyond what the receiver allowed.
    StreamWindow {
        /// Where they end.
        end: u64,
        /// How far the receiver allowed.
        limit: u64,
    },
    /// Octets do not follow those before them.
    StreamOverlap {
        /// Where they begin.
        offset: u64,
        /// Where they should.
        expected: u64,
    },
    /// Octets follow the end of their direction.
    StreamAfterEnd {
        /// The frame that ended it.
        end: FrameId,
    },
    /// The final offset is not where the octets end.
    StreamFinal {
        /// What the frame says.
        said: u64,
        /// Where they end.
        known: u64,
        /// The frame that said or showed otherwise.
        other: Option<FrameId>,
    },
    /// More pushes came than were granted.
    CreditExceeded {
        /// Pushes.
        sent: u64,
        /// Grants.
        granted: u64,
    },
    /// The effective credit is above the one asked for.
    AckRaised {
        /// The credit asked for.
        asked: u64,
        /// The credit given.
        given: u64,
    },
    /// A counter did not rise.
    BatchSeq {
        /// The value before.
        before: u64,
        /// The value now.
        now: u64,
        /// The frame before.
        frame: FrameId,
    },
    /// An event of a task is out of order.
    Task {
        /// How.
        why: TaskFault,
        /// The event before, if any.
        before: Option<FrameId>,
    },
    /// A record came again with a lower revision.
    RevisionLower {
        /// The revision before.
        before: u64,
        /// The revision now.
        now: u64,
        /// The frame before.
        frame: FrameId,
    },
    /// A record changed under the same revision.
    RevisionSame {
        /// The revision.
        revision: u64,
        /// The frame before.
        frame: FrameId,
    },
}

/// How an event of a task is out of order [workflow §6.4, §6.5].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskFault {
    /// The sequence number is not the one that follows.
    Sequence {
        /// The number that follows.
        expected: u64,
        /// The number it has.
        got: u64,
    },
    /// A step carries a state in which a task has ended.
    TerminalStep(u64),
    /// The completion carries a state in which a task goes on.
    OpenCompletion(u64),
    /// The task was complete already.
    SecondCompletion,
    /// A step comes after the completion.
    StepAfterCompletion,
    /// The number of the completion is not above those of all steps.
    LowCompletion {
        /// The number of the last step.
        last: u64,
        /// The number of the completion.
        got: u64,
    },
}

/// What the session found.
#[derive(Clone, Debug, Default)]
pub struct Link {
    /// The exchange.
    pub exchange: Option<ExchangeId>,
    /// The place in it.
    pub place: Place,
    /// The request that it answers.
    pub asked: Option<Asked>,
    /// What else it is.
    pub facts: SmallVec<[Fact; 1]>,
}
