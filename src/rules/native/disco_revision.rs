//! `native/disco-revision`

use crate::rules::bodies::whole;
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::scenario::native::protocol_record;
use crate::session::native::link::Fact;

declare_rule! {
    /// ## What it checks
    /// That a record of Discovery is not advertised again with a lower revision.
    /// ## Why it matters
    /// A receiver keeps the higher one: the newer word is lost.
    /// ## What to do
    /// Raise the revision whenever a record is written.
    pub static DISCO_REVISION = {
        id: "native/disco-revision", severity: Warning, certainty: Certain,
        clause: Should DISCOVERY "5", scope: Association, fault: Sender,
        check: Native(check),
        fixtures: [
            "revision 1 after revision 2" => 1, |s| {
                s.native(S2c, NativeSpec::announce(protocol_record(2, 1))).native(S2c, NativeSpec::announce(protocol_record(1, 1)));
            };
            "revision 2 after revision 1" => 0, |s| {
                s.native(S2c, NativeSpec::announce(protocol_record(1, 1))).native(S2c, NativeSpec::announce(protocol_record(2, 1)));
            };
            "the other peer's record of the same name" => 0, |s| {
                s.native(S2c, NativeSpec::announce(protocol_record(2, 1))).native(C2s, NativeSpec::announce(protocol_record(1, 1)));
            };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    for fact in native.facts() {
        if let Fact::RevisionLower { before, now, frame } = fact {
            let text = format!("a record comes with revision {now} after revision {before}");
            sink.report(whole(native), text).peer(frame).evidence("before", before).evidence("now", now);
        }
    }
}
