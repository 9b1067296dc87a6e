//! `record/key-wrong`

use crate::npamp::handshake::message::HandshakeKind;
use crate::npamp::protection::SealedReason;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether the key log names this association, but a secret of it opens no frame of what it names. Said once at the end.
    /// ## Why it matters
    /// What the secret names stays sealed. The frames are not to blame, and nothing is said about each of them.
    /// ## What to do
    /// Use the key log of this run: the line may belong to another one with the same key share.
    pub static KEY_WRONG = {
        id: "record/key-wrong", severity: Note, certainty: Certain,
        clause: May OBSERVER "", scope: Association, fault: Unknown,
        check: Association(check),
        fixtures: [
            "secrets that open nothing" => 1, |s| { s.wrong_keys().ping(C2s).ping(C2s); };
            "the secrets of one channel are of another run" => 1 also ["record/key-missing"], |s| {
                s.wrong_channel_keys(Channel::BRIDGE).ping(C2s);
                for _ in 0..40 { s.frame(C2s, FrameSpec::new(Channel::BRIDGE, FrameType::BRIDGE_NOTIFY)).ping(C2s).ping(S2c); }
                s.close();
            };
            "no secrets" => 0 also ["record/key-missing"], |s| { s.no_keys().ping(C2s); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let keyring = &association.state.keyring;
    let known = keyring.handshake().known;
    let proven = known[HandshakeKind::ServerAuth.index()] || known[HandshakeKind::ClientAuth.index()];
    // An AUTH frame that does not open beside one that does is to blame itself.
    let is_wrong = |channel: Channel, reason: SealedReason| reason == SealedReason::KeyWrong && !(proven && channel == Channel::CONTROL);
    let wrong = association.sealed.iter().filter(|(_, channel, reason, _)| is_wrong(*channel, *reason));
    let count: u64 = wrong.map(|(_, _, _, count)| count).sum();
    if count == 0 {
        return;
    }
    let message = if keyring.has_opened() {
        format!("secrets of the key log for this association do not open the frames they name ({count} tried)")
    } else {
        format!("the key log's secret for this association opens no sealed frame of it ({count} tried)")
    };
    sink.report(None, message).evidence("count", count);
}
