//! The rules that run, sorted by what they look at: dispatch is a loop over function pointers.

use rustc_hash::FxHashMap;

use crate::bridge::mapping::Dialect;
use crate::rules::RULES;
use crate::rules::concern::{Concern, Concerns};
use crate::rules::context::{AssociationCtx, CaptureCtx, ExchangeCtx, FrameCtx, HelloCtx, MessageCtx, NativeCtx, Sink, StreamCtx, Subject};
use crate::rules::rule::Check;
use crate::rules::select::Selection;
use crate::store::finding::{Finding, RuleInfo, Scope, Severity};

type Hook<C> = Vec<(&'static RuleInfo, C)>;
type MessageCheck = fn(&MessageCtx<'_>, &mut Sink<'_>);

/// The selected rules.
#[derive(Default)]
pub(super) struct Judges {
    frame: Hook<fn(&FrameCtx<'_>, &mut Sink<'_>)>,
    any_frame: Hook<fn(&FrameCtx<'_>, &mut Sink<'_>)>,
    control: Hook<fn(&FrameCtx<'_>, &mut Sink<'_>)>,
    message: Hook<(Concern, MessageCheck)>,
    dialect: Hook<(Concern, MessageCheck)>,
    /// Those of both that look at a message, by what it is and whether its protocol has rules of its own: sought out once.
    fitting: FxHashMap<(Concerns, bool), Hook<MessageCheck>>,
    native: Hook<fn(&NativeCtx<'_>, &mut Sink<'_>)>,
    hello: Hook<fn(&HelloCtx<'_>, &mut Sink<'_>)>,
    exchange: Hook<fn(&ExchangeCtx<'_>, &mut Sink<'_>)>,
    stream: Hook<fn(&StreamCtx<'_>, &mut Sink<'_>)>,
    association: Hook<fn(&AssociationCtx<'_>, &mut Sink<'_>)>,
    carrier: Hook<fn(&AssociationCtx<'_>, &mut Sink<'_>)>,
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
                Check::AnyFrame(check) => {
                    judges.any_frame.push((info, check));
                    judges.frame.push((info, check));
                }
                Check::Frame(check) => judges.frame.push((info, check)),
                Check::Control(check) => judges.control.push((info, check)),
                Check::Message(check, concern) => judges.message.push((info, (concern, check))),
                Check::Dialect(check, concern) => judges.dialect.push((info, (concern, check))),
                Check::Native(check) => judges.native.push((info, check)),
                Check::Hello(check) => judges.hello.push((info, check)),
                Check::Exchange(check) => judges.exchange.push((info, check)),
                Check::Stream(check) => judges.stream.push((info, check)),
                Check::Association(check) => judges.association.push((info, check)),
                Check::Carrier(check) => judges.carrier.push((info, check)),
                Check::Capture(check) => judges.capture.push((info, check)),
            }
        }
        judges
    }

    run!(frame, FrameCtx);
    run!(any_frame, FrameCtx);
    run!(control, FrameCtx);
    run!(native, NativeCtx);
    run!(hello, HelloCtx);
    run!(exchange, ExchangeCtx);
    run!(stream, StreamCtx);
    run!(association, AssociationCtx);
    run!(carrier, AssociationCtx);
    run!(capture, CaptureCtx);

    /// What the rules say of a message. What rests on a pairing that is in doubt accuses nobody.
    pub(super) fn message(&mut self, context: &MessageCtx<'_>, subject: Subject) -> Vec<Finding> {
        let concerns = Concerns::of(context);
        debug_assert_eq!(self.overlooked(context, concerns), None, "a rule concerns more than it says");
        let Self { message, dialect, fitting, .. } = self;
        let own = has_own_rules(context);
        let list = fitting.entry((concerns, own)).or_insert_with(|| {
            let rules = message.iter().chain(dialect.iter().filter(|_| own));
            rules.filter(|(_, (concern, _))| concerns.meets(*concern)).map(|(rule, (_, check))| (*rule, *check)).collect()
        });
        let mut found = about(list, context, subject);
        if context.link.doubtful {
            let resting = found.iter_mut().filter(|finding| finding.rule.scope == Scope::Exchange);
            resting.for_each(|finding| finding.severity = finding.severity.min(Severity::Note));
        }
        found
    }

    /// The first rule about frames that are not as usual which has something to say of this one.
    pub(super) fn unusual(&self, context: &FrameCtx<'_>) -> Option<&'static str> {
        let usual = self.any_frame(context, Subject::default());
        let said = self.frame(context, Subject::default());
        said.iter().map(|finding| finding.rule.id).find(|id| usual.iter().all(|finding| finding.rule.id != *id))
    }

    /// A rule that the message does not concern and that has something to say all the same: it states its concern too narrowly.
    fn overlooked(&self, context: &MessageCtx<'_>, concerns: Concerns) -> Option<&'static str> {
        let own = has_own_rules(context);
        let spared = |hook: &Hook<(Concern, MessageCheck)>, all: bool| -> Hook<MessageCheck> {
            let rules = hook.iter().filter(|(_, (concern, _))| all || !concerns.meets(*concern));
            rules.map(|(rule, (_, check))| (*rule, *check)).collect()
        };
        let rules = [spared(&self.message, false), spared(&self.dialect, !own)].concat();
        about(&rules, context, Subject::default()).first().map(|finding| finding.rule.id)
    }
}

/// Whether the protocol of a message, or of the request it belongs to, has rules of its own beside those of MCP and A2A.
fn has_own_rules(context: &MessageCtx<'_>) -> bool {
    let common = |dialect| matches!(dialect, Dialect::Plain | Dialect::Mcp | Dialect::A2a);
    !common(context.dialect()) || context.request().is_some_and(|request| !common(request.dialect))
}

fn about(list: &[(&'static RuleInfo, MessageCheck)], context: &MessageCtx<'_>, subject: Subject) -> Vec<Finding> {
    let mut found = Vec::new();
    let Some((first, _)) = list.first() else { return found };
    let mut sink = Sink::new(first, subject, &mut found);
    for (rule, check) in list {
        sink.speak_for(rule);
        check(context, &mut sink);
    }
    found
}
