//! What a rule is made of.

use super::concern::Concern;
use super::context::{AssociationCtx, CaptureCtx, ExchangeCtx, FrameCtx, HelloCtx, MessageCtx, NativeCtx, Sink, StreamCtx};
use crate::scenario::Scenario;
use crate::store::finding::RuleInfo;

/// A rule: its declaration, its check, and traffic that proves both.
pub struct Rule {
    /// What is fixed about it.
    pub info: RuleInfo,
    /// The check, by what it looks at.
    pub check: Check,
    /// Traffic that fires it, and traffic that comes near and does not.
    pub fixtures: &'static [Fixture],
}

impl Rule {
    /// The first traffic that fires it.
    pub fn example(&self) -> &'static Fixture {
        let fires = self.fixtures.iter().find(|fixture| fixture.fires > 0);
        fires.unwrap_or(&SILENT)
    }
}

/// No traffic: what a rule without an example would show.
static SILENT: Fixture = Fixture { name: "no example", fires: 0, also: &[], build: |_| {} };

/// A check: a pure function of what it is shown. Memory lives in the session, as facts.
pub enum Check {
    /// Every frame.
    AnyFrame(fn(&FrameCtx<'_>, &mut Sink<'_>)),
    /// Frames with something about header, key or number that is not as usual, and those of other channels than Bridge.
    Frame(fn(&FrameCtx<'_>, &mut Sink<'_>)),
    /// Frames of the Control channel and those whose type means the same on every channel: handshake, key update, ratchet, close.
    Control(fn(&FrameCtx<'_>, &mut Sink<'_>)),
    /// Bridge frames whose payload could be read, those that the rule concerns.
    Message(fn(&MessageCtx<'_>, &mut Sink<'_>), Concern),
    /// Frames of native channels whose companion describes them and whose payload could be read; no repetitions.
    Native(fn(&NativeCtx<'_>, &mut Sink<'_>)),
    /// `HELLO` frames that could be read; no repetitions.
    Hello(fn(&HelloCtx<'_>, &mut Sink<'_>)),
    /// The same, of protocols whose dialect has rules of its own: `bridge::mapping::Dialect`.
    Dialect(fn(&MessageCtx<'_>, &mut Sink<'_>), Concern),
    /// An exchange whose association ended.
    Exchange(fn(&ExchangeCtx<'_>, &mut Sink<'_>)),
    /// Something about a stream's octets that is no frame.
    Stream(fn(&StreamCtx<'_>, &mut Sink<'_>)),
    /// An association that ended.
    Association(fn(&AssociationCtx<'_>, &mut Sink<'_>)),
    /// What carries an association that ended, also when it stays closed and shows no frame.
    Carrier(fn(&AssociationCtx<'_>, &mut Sink<'_>)),
    /// The capture as a whole.
    Capture(fn(&CaptureCtx<'_>, &mut Sink<'_>)),
}

/// Made traffic with what it must lead to.
pub struct Fixture {
    /// What it shows, in a few words.
    pub name: &'static str,
    /// How many findings of the rule it gives; 0 for a near miss.
    pub fires: usize,
    /// Other rules that it must also fire, at any severity.
    pub also: &'static [&'static str],
    /// Builds the traffic.
    pub build: fn(&mut Scenario),
}
