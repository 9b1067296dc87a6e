//! `error/code-unassigned`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::error_code::ErrorCode;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `ERROR` carries a registered code. Codes 11 to 255 are unassigned.
    /// ## Why it matters
    /// The receiver closes without knowing why.
    /// ## What to do
    /// Use the nearest registered code, and the context for the rest. A newer registry explains the finding.
    pub static CODE_UNASSIGNED = {
        id: "error/code-unassigned", severity: Warning, certainty: Certain,
        clause: Must CORE "4.9.1 (generation 3)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "code 200" => 1, |s| { s.generation(Generation::Three).ping(C2s).error(C2s, 200); };
            "code 7, which is assigned" => 0, |s| { s.generation(Generation::Three).ping(C2s).error(C2s, 7); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(code) = frame.error_code().filter(|code| code.name().is_none() && *code != ErrorCode::RESERVED) else { return };
    if frame.association.is_gen3() {
        sink.report(frame.code_place(), format!("ERROR carries code {}, which is not assigned", code.0)).evidence("code", code.0);
    }
}
