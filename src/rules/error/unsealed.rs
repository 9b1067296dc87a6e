//! `error/unsealed`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `ERROR` is sealed once there are keys. Before that it may not exist at all, which is `handshake/pre-key-`
    /// error.
    /// ## Why it matters
    /// Anybody on the path can write such a frame to end the association; a receiver drops it.
    /// ## What to do
    /// Seal it: under the handshake key before `CLIENT_AUTH`, under the key of Control afterwards.
    pub static UNSEALED = {
        id: "error/unsealed", severity: Error, certainty: Certain,
        clause: Must CORE "4.9 (generation 3)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "ERROR in the clear" => 1, |s| { s.generation(Generation::Three).ping(C2s).frame(C2s, FrameSpec::error(1).clear()).ping(C2s); };
            "a sealed ERROR" => 0, |s| { s.generation(Generation::Three).ping(C2s).error(C2s, 1).fin(C2s).fin(S2c); };
            "in generation 2 the missing seal is what is wrong" => 0 also ["frame/flag-enc-missing"], |s| { s.ping(C2s).frame(C2s, FrameSpec::error(1).clear()).ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.clear_error() == Some(false) && frame.association.is_gen3() {
        let message = format!("{} is not sealed: it may be forged", frame.label());
        sink.report(header(4, 5), message).evidence("flags", frame.header.flags);
    }
}
