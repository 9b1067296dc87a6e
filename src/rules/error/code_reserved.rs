//! `error/code-reserved`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::error_code::ErrorCode;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `ERROR` does not carry code 0.
    /// ## Why it matters
    /// The code is reserved, so that an empty variable never means anything.
    /// ## What to do
    /// Send the code of what happened.
    pub static CODE_RESERVED = {
        id: "error/code-reserved", severity: Error, certainty: Certain,
        clause: Must CORE "4.9.1 (generation 3)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "code 0" => 1, |s| { s.generation(Generation::Three).ping(C2s).error(C2s, 0); };
            "code 1" => 0, |s| { s.generation(Generation::Three).ping(C2s).error(C2s, 1); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.error_code() == Some(ErrorCode::RESERVED) && frame.association.is_gen3() {
        sink.report(frame.code_place(), "ERROR carries code 0, which is reserved").evidence("code", 0_u64);
    }
}
