//! `handshake/finished-bad`

use crate::npamp::handshake::verify::MacCheck;
use crate::rules::context::{FrameCtx, Sink};
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That Finished is the MAC over the transcript under the peer's finished key. A wrong size is `handshake/finished-size`.
    /// ## Why it matters
    /// The two peers did not see the same handshake: somebody changed it, or one of them hashes it wrongly.
    /// ## What to do
    /// If the finding names a variant, the sender used that key or that point of the transcript.
    pub static FINISHED_BAD = {
        id: "handshake/finished-bad", severity: Error, certainty: Certain,
        clause: Must CORE "5.1 (Finished)", scope: Association, fault: Sender,
        check: Control(check),
        fixtures: [
            "a flipped octet in the client's MAC" => 1, |s| { s.client_auth(|auth| { auth.edit(TlvType::FINISHED, |value| value[3] ^= 1); }).begin(); };
            "both MACs verify" => 0, |s| { s.begin(); };
            "a MAC of another size" => 0 also ["handshake/finished-size"], |s| { s.client_auth(|auth| { auth.edit(TlvType::FINISHED, |value| { value.pop(); }); }).begin(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(event) = frame.opening.handshake.as_ref().filter(|event| event.first) else { return };
    let due = frame.association.state.profile().map(crate::spec::profile::Profile::hash_len);
    let sized = frame.tlv(TlvType::FINISHED).is_some_and(|value| due.is_none_or(|due| due == value.len()));
    let how = match event.finished {
        MacCheck::Failed if sized => "does not verify".to_owned(),
        MacCheck::Variant(variant) if sized => format!("verifies only with {variant}"),
        _ => return,
    };
    let message = format!("the {}'s Finished {how}", event.kind.direction().sender());
    sink.report(frame.tlv_place(TlvType::FINISHED), message).evidence("variant", how);
}
