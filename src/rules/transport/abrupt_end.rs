//! `transport/abrupt-end`

use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::store::row::End;

declare_rule! {
    /// ## What it checks
    /// That `CLOSE` was sent before the transport ended, or `ERROR` in generation 3. The end of the capture is no end.
    /// ## Why it matters
    /// Without `CLOSE` a peer cannot tell an orderly end from a cut connection.
    /// ## What to do
    /// Send `CLOSE` and wait for `CLOSE_ACK` before closing the connection.
    pub static ABRUPT_END = {
        id: "transport/abrupt-end", severity: Note, certainty: Certain,
        clause: Should CORE "4.6", scope: Association, fault: Unknown,
        check: Association(check),
        fixtures: [
            "both sides end the connection without CLOSE" => 1, |s| { s.ping(C2s).fin(C2s).fin(S2c); };
            "the connection is reset" => 1, |s| { s.ping(C2s).rst(S2c); };
            "ERROR comes first, generation 3" => 0, |s| { s.generation(Generation::Three).ping(C2s).error(C2s, 1).fin(C2s).fin(S2c); };
            "CLOSE and CLOSE_ACK come first" => 0, |s| { s.ping(C2s).close(); };
            "the capture ends first" => 0, |s| { s.ping(C2s); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let lossy = association.state.evidence.gaps.iter().any(|gap| *gap);
    let begun = association.late() || association.is_established();
    let refused = association.is_gen3() && association.state.ledger.closing.iter().any(|closing| closing.error.is_some());
    if lossy || refused || !begun || !matches!(association.end, End::Fin | End::Rst) {
        return;
    }
    let how = if association.end == End::Rst { "was reset" } else { "ended" };
    sink.report(None, format!("the connection {how} without CLOSE"))
        .evidence("frames_c2s", association.frames[0])
        .evidence("frames_s2c", association.frames[1]);
}
