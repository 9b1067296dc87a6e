//! `record/key-wrong`

use crate::npamp::handshake::message::HandshakeKind;
use crate::npamp::protection::SealedReason;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether the key log names this association, but its secret does not open the handshake. Said once at the end.
    /// ## Why it matters
    /// Everything stays sealed. The frames are not to blame, and nothing is said about each of them.
    /// ## What to do
    /// Use the key log of this run: the line may belong to another one with the same key share.
    pub static KEY_WRONG = {
        id: "record/key-wrong", severity: Note, certainty: Certain,
        clause: May OBSERVER "", scope: Association, fault: Unknown,
        check: Association(check),
        fixtures: [
            "secrets that open nothing" => 1, |s| { s.wrong_keys().ping(C2s).ping(C2s); };
            "no secrets" => 0 also ["record/key-missing"], |s| { s.no_keys().ping(C2s); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let wrong = association.sealed.iter().filter(|(_, _, reason, _)| *reason == SealedReason::KeyWrong);
    let count: u64 = wrong.map(|(_, _, _, count)| count).sum();
    let known = association.state.keyring.handshake().known;
    let proven = known[HandshakeKind::ServerAuth.index()] || known[HandshakeKind::ClientAuth.index()];
    if count > 0 && !proven {
        let message = format!("the key log's secret for this association opens no sealed frame of it ({count} tried)");
        sink.report(None, message).evidence("count", count);
    }
}
