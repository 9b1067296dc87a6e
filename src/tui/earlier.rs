//! Rows that were let go, and are read back from the capture: what is asked for, and what comes of it.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender};

use crate::base::id::{ExchangeId, FrameId};
use crate::base::time::Timestamp;
use crate::store::snapshot::Snapshot;

use super::goto::Goal;

/// The thing whose rows are wanted, with those around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Around {
    /// A frame.
    Frame(FrameId),
    /// An exchange.
    Exchange(ExchangeId),
    /// A packet, counted from 0 over all inputs.
    Packet(u64),
    /// A time.
    Time(Timestamp),
}

/// What the reader of the capture is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Go back for rows.
    Back(Around),
    /// Do not.
    Cancel,
    /// Read no further for now, or read on.
    Halt(bool),
}

/// The way to the reader and back.
#[derive(Clone, Debug)]
pub struct Line {
    /// Takes orders; of several ways back the newest counts.
    pub orders: Sender<Order>,
    /// The earlier picture, or why there is none.
    pub answers: Receiver<Result<Arc<Snapshot>, String>>,
}

/// A way back that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    /// Where the user wants to stand then; `None` where they stood.
    pub goal: Option<Goal>,
    /// When that was, where it is known: numbers may begin anew.
    pub time: Option<Timestamp>,
    /// How far it is, in percent.
    pub percent: u64,
}
