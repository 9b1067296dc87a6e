//! `handshake/identity-reflected`

use crate::crypto::digest::sha256;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That the two peers show different identity keys.
    /// ## Why it matters
    /// A peer that sees its own identity may be talking to itself through somebody who reflects its frames.
    /// ## What to do
    /// Refuse one's own identity. A test that uses one key for both sides explains the finding.
    pub static IDENTITY_REFLECTED = {
        id: "handshake/identity-reflected", severity: Warning, certainty: Certain,
        clause: Should CORE "security considerations", scope: Association, fault: Unknown,
        check: Control(check),
        fixtures: [
            "one key on both sides" => 1, |s| {
                s.server_auth(|auth| { auth.seed = [5; 32]; }).client_auth(|auth| { auth.seed = [5; 32]; }).begin();
            };
            "two keys" => 0, |s| { s.begin(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.is_auth() || !frame.is_control(FrameType::CLIENT_AUTH) {
        return;
    }
    let [Some(client), Some(server)] = &frame.association.state.keyring.negotiated().identities else { return };
    if client == server {
        sink.report(frame.tlv_place(TlvType::IDENTITY_KEY), "both peers show the same identity key")
            .evidence("key_sha256_hex", &sha256(client)[..]);
    }
}
