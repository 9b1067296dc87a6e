//! Tasks of the Workflow channel and the events about them [workflow §6.4, §6.5].

use hashbrown::HashMap;

use crate::base::direction::Direction;
use crate::base::id::FrameId;
use crate::session::arrival::Token;

use super::Seen;
use super::link::{Fact, TaskFault};

/// Progress of a running task.
const STEP: u16 = 0x0106;
/// The last word about a task.
const COMPLETE: u16 = 0x0107;
/// The first state in which a task has ended.
const TERMINAL: u64 = 2;

/// The tasks of one association.
#[derive(Debug)]
pub struct Tasks {
    known: HashMap<(Direction, Token), Task>,
    most: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Task {
    last: Option<(u64, FrameId)>,
    complete: Option<FrameId>,
}

impl Tasks {
    /// None yet, and room for `most`.
    pub fn new(most: usize) -> Self {
        Self { known: HashMap::new(), most }
    }

    /// Takes an event.
    pub fn take(&mut self, seen: &Seen<'_>) -> Option<Fact> {
        let kind = seen.body.schema.frame_type.0;
        let key = (seen.direction, Token::from_slice(seen.body.text("task_id")?));
        if !matches!(kind, STEP | COMPLETE) || (!self.known.contains_key(&key) && self.known.len() >= self.most) {
            return None;
        }
        let (seq, state) = (seen.body.uint("seq")?, seen.body.uint("state")?);
        let task = self.known.entry(key).or_default();
        let before = task.complete.or_else(|| task.last.map(|(_, frame)| frame));
        let why = if kind == STEP { step(task, seq, state, seen) } else { complete(task, seq, state) };
        match kind {
            COMPLETE => {
                task.complete.get_or_insert(seen.frame);
            }
            _ => task.last = Some((task.last.map_or(seq, |(last, _)| last.max(seq)), seen.frame)),
        }
        why.map(|why| Fact::Task { why, before })
    }
}

fn step(task: &Task, seq: u64, state: u64, seen: &Seen<'_>) -> Option<TaskFault> {
    if task.complete.is_some() {
        return Some(TaskFault::StepAfterCompletion);
    }
    if state >= TERMINAL {
        return Some(TaskFault::TerminalStep(state));
    }
    let whole = seen.is_whole(seen.direction);
    match task.last {
        None => (seq > 0 && whole).then_some(TaskFault::Sequence { expected: 0, got: seq }),
        Some((last, _)) => {
            let expected = last.saturating_add(1);
            (seq < expected || (seq > expected && whole)).then_some(TaskFault::Sequence { expected, got: seq })
        }
    }
}

fn complete(task: &Task, seq: u64, state: u64) -> Option<TaskFault> {
    if task.complete.is_some() {
        return Some(TaskFault::SecondCompletion);
    }
    if state < TERMINAL {
        return Some(TaskFault::OpenCompletion(state));
    }
    task.last.filter(|(last, _)| seq <= *last).map(|(last, _)| TaskFault::LowCompletion { last, got: seq })
}
