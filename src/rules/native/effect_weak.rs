//! `native/effect-weak`

use crate::native::schema::EffectRule;
use crate::rules::bodies::is_readable;
use crate::rules::context::{NativeCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether a request that creates, issues or delegates something says that it changes nothing.
    /// ## Why it matters
    /// A receiver may let it pass without asking.
    /// ## What to do
    /// Declare the effect that it has: normally a write.
    pub static EFFECT_WEAK = {
        id: "native/effect-weak", severity: Warning, certainty: Heuristic,
        clause: Should NATIVE "5.3", scope: Frame, fault: Sender,
        alternative: "the companions say \"normally\": what is created may leave no state behind",
        check: Native(check),
        fixtures: [
            "a creation that says it is a read" => 1, |s| {
                s.native(C2s, NativeSpec::new(Channel::MEMORY, 0x0100).corr("c").text(2, "a note").int(11, 0));
            };
            "a creation that says it is a write" => 0, |s| {
                s.native(C2s, NativeSpec::new(Channel::MEMORY, 0x0100).corr("c").text(2, "a note").int(11, 2));
            };
            "a task, whose effect cannot be judged" => 0, |s| {
                s.native(C2s, NativeSpec::new(Channel::WORKFLOW, 0x0100).corr("c").text(2, "summarize").int(11, 0));
            };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let Some((0, span)) = native.body.effect().filter(|_| is_readable(native)) else { return };
    if native.body.schema.effect == EffectRule::Writes {
        sink.report(payload(span), format!("{} says that it changes nothing", native.name()));
    }
}
