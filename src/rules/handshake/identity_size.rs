//! `handshake/identity-size`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That the `IdentityKey` has the size of the selected signature scheme: 32 octets for Ed25519, 2592 for ML-DSA-87.
    /// ## Why it matters
    /// The peer cannot verify anything with it and must abort.
    /// ## What to do
    /// Send the raw public key of the selected scheme.
    pub static IDENTITY_SIZE = {
        id: "handshake/identity-size", severity: Error, certainty: Certain,
        clause: Must BINDING "6", scope: Association, fault: Sender,
        check: Control(check),
        fixtures: [
            "a key of 31 octets" => 1 also ["handshake/certverify-bad"], |s| { s.server_auth(|auth| { auth.set(TlvType::IDENTITY_KEY, &[9; 31]); }).begin(); };
            "2592 octets for ML-DSA-87" => 0, |s| { s.profile(Profile::SOVEREIGN).begin(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(key) = frame.tlv(TlvType::IDENTITY_KEY).filter(|_| frame.is_auth()) else { return };
    let negotiated = frame.association.state.keyring.negotiated();
    let due = negotiated.signature.and_then(|signature| signature.identity_len(negotiated.generation));
    if let Some(due) = due.filter(|due| *due != key.len()) {
        let message = format!("the IdentityKey has {} octets, {due} are due", key.len());
        sink.report(frame.tlv_place(TlvType::IDENTITY_KEY), message).evidence("length", key.len()).evidence("due", due);
    }
}
