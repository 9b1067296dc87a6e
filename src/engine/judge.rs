//! The rules that run, sorted by what they look at: dispatch is a loop over function pointers.

use crate::rules::RULES;
use crate::rules::concern::{Concern, Concerns};
use crate::rules::context::{AssociationCtx, CaptureCtx, ExchangeCtx, FrameCtx, MessageCtx, Sink, StreamCtx, Subject};
use crate::rules::rule::Check;
use crate::rules::select::Selection;
use crate::store::finding::{Finding, RuleInfo};

type Hook<C> = Vec<(&'static RuleInfo, C)>;
type MessageCheck = fn(&MessageCtx<'_>, &mut Sink<'_>);

/// The selected rules.
#[derive(Default)]
pub(super) struct Judges {
    frame: Hook<fn(&FrameCtx<'_>, &mut Sink<'_>)>,
    control: Hook<fn(&FrameCtx<'_>, &mut Sink<'_>)>,
    message: Hook<(Concern, MessageCheck)>,
    exchange: Hook<fn(&ExchangeCtx<'_>, &mut Sink<'_>)>,
    stream: Hook<fn(&StreamCtx<'_>, &mut Sink<'_>)>,
    association: Hook<fn(&AssociationCtx<'_>, &mut Sink<'_>)>,
    capture: Hook<fn(&CaptureCtx<'_>, &mut Sink<'_>)>,
}

/// Defines a method that runs one hook over one context.
macro_rules! run {
    ($name:ident, $context:ident) => {
        pub(super) fn $name(&self, context: &$context<'_>, subject: Subject) -> Vec<Finding> {
            let mut found = Vec::new();
            let Some((first, _)) = self.$name.first() else { return found };
            let mut sink = Sink::new(first, subject, &mut found);
            for (rule, check) in &self.$name {
                sink.speak_for(rule);
                check(context, &mut sink);
            }
            found
        }
    };
}

impl Judges {
    pub(super) fn new(selection: &Selection) -> Self {
        let mut judges = Self::default();
        for rule in RULES.iter().filter(|rule| selection.includes(&rule.info)) {
            let info = &rule.info;
            match rule.check {
                Check::Frame(check) => judges.frame.push((info, check)),
                Check::Control(check) => judges.control.push((info, check)),
                Check::Message(check, concern) => judges.message.push((info, (concern, check))),
                Check::Exchange(check) => judges.exchange.push((info, check)),
                Check::Stream(check) => judges.stream.push((info, check)),
                Check::Association(check) => judges.association.push((info, check)),
                Check::Capture(check) => judges.capture.push((info, check)),
            }
        }
        judges
    }

    run!(frame, FrameCtx);
    run!(control, FrameCtx);
    run!(exchange, ExchangeCtx);
    run!(stream, StreamCtx);
    run!(association, AssociationCtx);
    run!(capture, CaptureCtx);

    pub(super) fn message(&self, context: &MessageCtx<'_>, subject: Subject) -> Vec<Finding> {
        let concerns = Concerns::of(context);
        debug_assert!(self.overlooked(context, concerns).is_empty(), "a rule concerns more than it says");
        self.about(context, subject, |concern| concerns.meets(concern))
    }

    /// Findings of the rules that the message does not concern: none, or a rule states its concern too narrowly.
    fn overlooked(&self, context: &MessageCtx<'_>, concerns: Concerns) -> Vec<Finding> {
        self.about(context, Subject::default(), |concern| !concerns.meets(concern))
    }

    fn about(&self, context: &MessageCtx<'_>, subject: Subject, runs: impl Fn(Concern) -> bool) -> Vec<Finding> {
        let mut found = Vec::new();
        let Some((first, _)) = self.message.first() else { return found };
        let mut sink = Sink::new(first, subject, &mut found);
        for (rule, (_, check)) in self.message.iter().filter(|(_, (concern, _))| runs(*concern)) {
            sink.speak_for(rule);
            check(context, &mut sink);
        }
        found
    }
}
