//! One subscription: what was granted, what came [sensory, telemetry, knowledge: credit].

use crate::base::id::FrameId;
use crate::native::body::Body;

use super::link::Fact;

/// A subscription as its frames show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Subscription {
    asked: Option<u64>,
    /// Pushes granted in all; `None` until it is accepted.
    granted: Option<u64>,
    pushed: u64,
    /// Whether pushes may come that no credit covers.
    snapshot: bool,
    last: Option<(u64, FrameId)>,
}

impl Subscription {
    /// A subscription that was asked for.
    pub fn asked(body: &Body<'_>) -> Self {
        Self { asked: body.uint("credit"), snapshot: body.bool("include_snapshot") == Some(true), ..Self::default() }
    }

    /// It was accepted.
    pub fn accept(&mut self, body: &Body<'_>) -> Option<Fact> {
        let given = body.uint("credit")?;
        self.granted = Some(self.granted.unwrap_or_default().saturating_add(given));
        let asked = self.asked.filter(|asked| given > *asked)?;
        Some(Fact::AckRaised { asked, given })
    }

    /// More was granted.
    pub fn credit(&mut self, body: &Body<'_>) {
        if let (Some(granted), Some(more)) = (&mut self.granted, body.uint("credit")) {
            *granted = granted.saturating_add(more);
        } else {
            // A grant that cannot be counted makes any number of pushes right.
            self.granted = None;
            self.snapshot = true;
        }
    }

    /// A push came. `whole` when no grant can have been missed.
    pub fn push(&mut self, body: &Body<'_>, frame: FrameId, whole: bool) -> [Option<Fact>; 2] {
        self.pushed = self.pushed.saturating_add(1);
        let exceeded = self.granted.filter(|granted| whole && !self.snapshot && self.pushed > *granted);
        let credit = exceeded.map(|granted| Fact::CreditExceeded { sent: self.pushed, granted });
        // Where a frame of the consumer may be missing, the subscription may be another one by now.
        [credit, rise(&mut self.last, body, frame).filter(|_| whole)]
    }
}

/// Holds a counter of pushes against the one before.
pub(super) fn rise(last: &mut Option<(u64, FrameId)>, body: &Body<'_>, frame: FrameId) -> Option<Fact> {
    let now = body.uint("batch_seq").or_else(|| body.uint("update_seq"))?;
    let (before, earlier) = last.replace((now, frame))?;
    (now <= before).then_some(Fact::BatchSeq { before, now, frame: earlier })
}
