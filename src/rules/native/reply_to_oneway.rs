//! `native/reply-to-oneway`

use crate::rules::bodies::{corr_place, is_push, stray};
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That nobody answers a frame that is never answered: an event that asks for no acknowledgement, a push, the end of a subscription,
    /// a withdrawal.
    /// ## Why it matters
    /// The sender has no request to which the reply could belong.
    /// ## What to do
    /// Do not answer. An event that asks for an acknowledgement says so.
    pub static REPLY_TO_ONEWAY = {
        id: "native/reply-to-oneway", severity: Error, certainty: Heuristic,
        clause: Must NATIVE "3", scope: Association, fault: Responder,
        alternative: "a request with the same correlation may have been sent before the capture began",
        check: Native(check),
        fixtures: [
            "an acknowledgement of an event that asks for none" => 1, |s| {
                s.native(C2s, NativeSpec::new(Channel::INTERACTION, 0x0100).corr("e").int(2, 3));
                s.native(S2c, NativeSpec::new(Channel::INTERACTION, 0x0101).corr("e"));
            };
            "an error in reply to a report" => 1, |s| {
                s.native(C2s, NativeSpec::telemetry_subscribe("t", 5)).native(S2c, NativeSpec::telemetry_accept("t", 5));
                s.native(S2c, NativeSpec::telemetry_report("t", 0)).native(C2s, NativeSpec::new(Channel::TELEMETRY, 0x0105).corr("t").int(2, 1));
            };
            "an acknowledgement that was asked for" => 0, |s| {
                s.native(C2s, NativeSpec::new(Channel::INTERACTION, 0x0100).corr("e").int(2, 3).flag(5, true));
                s.native(S2c, NativeSpec::new(Channel::INTERACTION, 0x0101).corr("e"));
            };
            "an error for a request of more credit" => 0, |s| {
                s.native(C2s, NativeSpec::telemetry_subscribe("t", 5)).native(S2c, NativeSpec::telemetry_accept("t", 5));
                s.native(C2s, NativeSpec::new(Channel::TELEMETRY, 0x0104).corr("t").bytes(2, &[8]).int(3, 5));
                s.native(S2c, NativeSpec::new(Channel::TELEMETRY, 0x0105).corr("t").int(2, 4));
            };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let Some((Some(one_way), true)) = stray(native) else { return };
    if !is_push(native) {
        let text = format!("{} answers a frame that is never answered", native.name());
        sink.report(corr_place(native), text).peer(one_way).evidence("corr_hex", native.body.corr().unwrap_or_default());
    }
}
