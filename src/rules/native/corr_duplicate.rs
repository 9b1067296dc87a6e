//! `native/corr-duplicate`

use crate::rules::bodies::{corr_place, hears_both_sides};
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::session::native::link::Place;

declare_rule! {
    /// ## What it checks
    /// That a request does not use a correlation that another request of the same peer, or a subscription, still uses on the channel.
    /// ## Why it matters
    /// A reply can no longer be told from the other's.
    /// ## What to do
    /// Take a correlation that is free.
    pub static CORR_DUPLICATE = {
        id: "native/corr-duplicate", severity: Error, certainty: Certain,
        clause: Must NATIVE "5.1", scope: Association, fault: Requester,
        check: Native(check),
        fixtures: [
            "two reads at once" => 1, |s| { s.native(C2s, NativeSpec::memory_read("c")).native(C2s, NativeSpec::memory_read("c")); };
            "a subscription that lives on" => 1, |s| {
                s.native(C2s, NativeSpec::telemetry_subscribe("t", 5)).native(S2c, NativeSpec::telemetry_accept("t", 5));
                s.native(C2s, NativeSpec::telemetry_subscribe("t", 5));
            };
            "one after the other" => 0, |s| {
                s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_record("c"));
                s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_record("c"));
            };
            "both peers, and two channels" => 0, |s| {
                s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_read("c"));
                s.native(C2s, NativeSpec::new(Channel::KNOWLEDGE, 0x0100).corr("c"));
            };
            "the reply was lost by the capture" => 0, |s| {
                s.native(C2s, NativeSpec::memory_read("c")).lose_next(S2c).native(S2c, NativeSpec::memory_record("c"));
                s.ping(S2c).native(C2s, NativeSpec::memory_read("c"));
            };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let Place::Duplicate { outstanding } = native.link.place else { return };
    if hears_both_sides(native) && !native.association().state.evidence.disordered {
        let corr = native.body.corr().unwrap_or_default();
        let text = format!("{} uses a correlation that is still in use", native.name());
        sink.report(corr_place(native), text).peer(outstanding).evidence("corr_hex", corr);
    }
}
