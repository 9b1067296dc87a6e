//! `native/disco-revision-same`

use crate::rules::bodies::whole;
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::scenario::native::protocol_record;
use crate::session::native::link::Fact;

declare_rule! {
    /// ## What it checks
    /// That the contents of a record of Discovery do not change under one revision.
    /// ## Why it matters
    /// A receiver that has the revision need not look again: peers disagree about what is advertised.
    /// ## What to do
    /// Raise the revision with every change.
    pub static DISCO_REVISION_SAME = {
        id: "native/disco-revision-same", severity: Error, certainty: Certain,
        clause: Must DISCOVERY "8", scope: Association, fault: Sender,
        check: Native(check),
        fixtures: [
            "another protocol under the same revision" => 1, |s| {
                s.native(S2c, NativeSpec::announce(protocol_record(1, 1))).native(S2c, NativeSpec::announce(protocol_record(1, 2)));
            };
            "the same record again" => 0, |s| {
                s.native(S2c, NativeSpec::announce(protocol_record(1, 1))).native(S2c, NativeSpec::announce(protocol_record(1, 1)));
            };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    for fact in native.facts() {
        if let Fact::RevisionSame { revision, frame } = fact {
            let text = format!("a record changed under revision {revision}");
            sink.report(whole(native), text).peer(frame).evidence("revision", revision);
        }
    }
}
