//! `native/corr-shape`

use crate::rules::bodies::report;
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a correlation is an octet string of 1 to 64 octets where one is needed, and that none is there where none may be:
    /// events of tasks, announcements, one-way frames of Spatial, reports and observations outside a subscription.
    /// ## Why it matters
    /// Replies are joined to requests by it alone.
    /// ## What to do
    /// Give every request a correlation of its own, echo it in replies, and leave it out of one-way events.
    pub static CORR_SHAPE = {
        id: "native/corr-shape", severity: Error, certainty: Certain,
        clause: Must NATIVE "4.2", scope: Frame, fault: Sender,
        check: Native(check),
        fixtures: [
            "no correlation" => 1, |s| { s.native(C2s, NativeSpec::memory_read("c").without(1)); };
            "an empty one" => 1, |s| { s.native(C2s, NativeSpec::memory_read("")); };
            "one of 65 octets" => 1, |s| { s.native(C2s, NativeSpec::memory_read("c").bytes(1, &[b'x'; 65])); };
            "a number" => 1, |s| { s.native(C2s, NativeSpec::memory_read("c").int(1, 7)); };
            "one in an event of a task" => 1, |s| { s.native(S2c, NativeSpec::workflow_step(0, 1).corr("c")); };
            "one in a report outside a subscription" => 1, |s| { s.native(S2c, NativeSpec::telemetry_alone(0).corr("c")); };
            "one of 64 octets" => 0, |s| { s.native(C2s, NativeSpec::memory_read("c").bytes(1, &[b'x'; 64])); };
            "none in an event of a task" => 0, |s| { s.native(S2c, NativeSpec::workflow_step(0, 1)); };
            "a pose, whose key 1 is a time stamp" => 0, |s| {
                let place = |n: usize| Cbor::List(vec![Cbor::Float(0.0); n]);
                let pose = NativeSpec::new(Channel::SPATIAL, 0x0102).int(1, 17).text(3, "map").bytes(4, &[1]).set(5, place(3)).set(6, place(4));
                s.profile(Profile::HIGH).native(S2c, pose);
            };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    if let Some(fault) = native.body.faults.iter().find(|fault| fault.reason.is_corr()) {
        report(native, sink, fault);
    }
}
