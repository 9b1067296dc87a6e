//! `handshake/timeout-exceeded`

use crate::npamp::handshake::message::HandshakeKind;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that the handshake takes at most 60 seconds from `CLIENT_HELLO` to `CLIENT_AUTH`, or is given up.
    /// ## Why it matters
    /// A peer that waits longer holds state for anybody who opens a connection.
    /// ## What to do
    /// Run the handshake timer, between one and sixty seconds, and close when it expires.
    pub static TIMEOUT_EXCEEDED = {
        id: "handshake/timeout-exceeded", severity: Warning, certainty: Heuristic,
        clause: Must CORE "11.7 (generation 3)", scope: Association, fault: Unknown,
        alternative: "a clock of the capture that jumps shows the same",
        check: Association(check),
        fixtures: [
            "CLIENT_AUTH after 90 seconds" => 1, |s| {
                s.generation(Generation::Three).client_auth(|auth| { auth.after(|s| { s.wait(90_000); }); }).ping(C2s);
            };
            "the connection stays open for 90 seconds without CLIENT_AUTH" => 1 also ["handshake/incomplete"], |s| {
                s.generation(Generation::Three).client_auth(|auth| { auth.omit(); }).begin().wait(90_000).fin(C2s).fin(S2c);
            };
            "30 seconds" => 0, |s| { s.generation(Generation::Three).client_auth(|auth| { auth.after(|s| { s.wait(30_000); }); }).ping(C2s); };
            "generation 2 has no timer" => 0, |s| { s.client_auth(|auth| { auth.after(|s| { s.wait(90_000); }); }).ping(C2s); };
        ],
    }
}

/// Nanoseconds that a handshake may take.
const LONGEST: i64 = 60_000_000_000;

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let at = |kind| association.state.handshake_frames.iter().find(|shake| shake.kind == kind).map(|shake| (shake.frame, shake.time));
    let Some((frame, begun)) = at(HandshakeKind::ClientHello).filter(|_| !association.late()) else { return };
    let done = at(HandshakeKind::ClientAuth).map(|(_, time)| time);
    if done.is_none() && !(association.saw_all(C2s) && association.is_over()) {
        return;
    }
    let took = done.unwrap_or_else(|| association.open_until()).since(begun);
    if took > LONGEST {
        let message = format!("the handshake takes {} seconds, 60 are allowed", took / 1_000_000_000);
        if let Some(draft) = association.report3(sink, None, message) {
            draft.frame(frame).evidence("took_ns", took);
        }
    }
}
