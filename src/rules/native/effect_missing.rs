//! `native/effect-missing`

use crate::native::schema::EffectRule;
use crate::rules::bodies::{is_readable, whole};
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::effect::Effect as Class;

declare_rule! {
    /// ## What it checks
    /// Whether a request that may change state declares no effect.
    /// ## Why it matters
    /// A receiver must treat it as the worst: destructive, on Commerce a transfer of value.
    /// ## What to do
    /// Declare the effect.
    pub static EFFECT_MISSING = {
        id: "native/effect-missing", severity: Note, certainty: Certain,
        clause: May NATIVE "5.3", scope: Frame, fault: Sender,
        check: Native(check),
        fixtures: [
            "a deletion" => 1 also ["native/missing-field"], |s| {
                s.native(C2s, NativeSpec::new(Channel::MEMORY, 0x0106).corr("c").text(2, "rec-1"));
            };
            "a read, which changes nothing" => 0 also ["native/missing-field"], |s| { s.native(C2s, NativeSpec::memory_read("c").without(3)); };
            "a status request, which has none (A-55)" => 0, |s| { s.native(C2s, NativeSpec::new(Channel::MEMORY, 0x010C).corr("a")); };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let body = native.body;
    let harmless = body.schema.effect == EffectRule::Fixed(Class::ReadOnly);
    if is_readable(native) && body.has_effect() && body.named("effect").is_none() && !harmless {
        let worst = if native.frame.header.channel == Channel::COMMERCE { "value_transfer" } else { "destructive" };
        sink.report(whole(native), format!("{} declares no effect: it is treated as {worst}", native.name()));
    }
}
