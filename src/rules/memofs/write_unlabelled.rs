//! `memofs/write-unlabelled`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::memofs_writes;
use crate::rules::fixture::*;
use crate::rules::labels::report;

declare_rule! {
    /// ## What it checks
    /// That `write`, and every request whose name says that it changes something, carries a `SafetyLabel`.
    /// ## Why it matters
    /// A receiver treats it as destructive, or it slips through. No mapping document classifies the methods: the class is inferred.
    /// ## What to do
    /// Label every call that changes the memory.
    pub static WRITE_UNLABELLED = {
        id: "memofs/write-unlabelled", severity: Warning, certainty: Heuristic,
        clause: Must BRIDGE "7", scope: Frame, fault: Requester,
        alternative: "The application may have a method of that name that only reads.",
        check: Dialect(check, Unlabelled),
        fixtures: [
            "write without label" => 1 also ["safety/failsafe-applied"], |s| {
                s.map(BOUND.0, "memofs").protocol(BOUND).request(C2s, "write", "1", r#"{"content":"x"}"#);
                gives_null(s);
            };
            "memory.delete without label" => 1 also ["safety/failsafe-applied"], |s| {
                s.map(BOUND.0, "memofs").protocol(BOUND).request(C2s, "memory.delete", "1", r#"{"id":"x"}"#);
                gives_null(s);
            };
            "recall without label" => 0, |s| {
                memofs(s, RECALL);
                gives_null(s);
            };
            "write with its label" => 0, |s| {
                s.map(BOUND.0, "memofs").protocol(BOUND).request_labelled(C2s, "write", "1", r#"{"content":"x"}"#, Effect::NonIdempotentWrite);
                gives_null(s);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if memofs_writes(message) {
        report(message, sink, "by its name it changes something");
    }
}
