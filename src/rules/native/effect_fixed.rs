//! `native/effect-fixed`

use crate::native::dissect::class;
use crate::native::schema::EffectRule;
use crate::rules::bodies::is_readable;
use crate::rules::context::{NativeCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::spec::effect::Effect as Class;

declare_rule! {
    /// ## What it checks
    /// That a request declares the effect that its companion fixes: 00 for reads and look-ups, 03 for deletions and evictions, 01 for
    /// the revival of a record and the presentation of a token, 03 for the revocation of a capability and 01 for that of a mandate.
    /// ## Why it matters
    /// Policy is applied by the declared effect.
    /// ## What to do
    /// Declare the fixed effect.
    pub static EFFECT_FIXED = {
        id: "native/effect-fixed", severity: Error, certainty: Certain,
        clause: Must NATIVE "6 (A-57)", scope: Frame, fault: Sender,
        check: Native(check),
        fixtures: [
            "a deletion that says it is a read" => 1, |s| {
                s.native(C2s, NativeSpec::new(Channel::MEMORY, 0x0106).corr("c").text(2, "rec-1").int(3, 0));
            };
            "a read that says it is destructive" => 1, |s| { s.native(C2s, NativeSpec::memory_read("c").int(3, 3)); };
            "the revocation of a mandate, which is 01" => 0, |s| {
                s.native(C2s, NativeSpec::new(Channel::COMMERCE, 0x0104).corr("c").text(2, "mandate:7").int(4, 1));
            };
            "a creation, whose effect is its own" => 0, |s| {
                s.native(C2s, NativeSpec::new(Channel::MEMORY, 0x0100).corr("c").text(2, "a note").int(11, 1));
            };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let (EffectRule::Fixed(fixed), Some((effect, span))) = (native.body.schema.effect, native.body.effect()) else { return };
    if is_readable(native) && class(effect) != Some(fixed) {
        let name = class(effect).map_or_else(|| effect.to_string(), |class| class.name().to_owned());
        let text = format!("{} is {}, it says {name}", native.name(), fixed.name());
        sink.report(payload(span), text).evidence("effect", effect).evidence("fixed", u64::from(Class::code(fixed)));
    }
}
