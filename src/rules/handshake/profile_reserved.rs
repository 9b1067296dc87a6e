//! `handshake/profile-reserved`

use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::profile::Profile;
use crate::spec::tlv::TlvType;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That only the profiles 1, 2 and 3 are selected; offering another one is a warning.
    /// ## Why it matters
    /// A reserved profile has no hash, no minimum and no suites: peers cannot agree on keys.
    /// ## What to do
    /// Use Standard, High or Sovereign. There is no GREASE among profiles.
    pub static PROFILE_RESERVED = {
        id: "handshake/profile-reserved", severity: Error, certainty: Certain,
        clause: Must CORE "6", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "profile 7 offered beside Standard" => 1, |s| { s.client_hello(|hello| { hello.set(TlvType::PROFILE_OFFER, &[1, 7]); }).begin(); };
            "profile 0 selected" => 1, |s| { s.server_hello(|hello| { hello.set(TlvType::PROFILE_SELECT, &[0]); }).begin(); };
            "all three profiles offered" => 0 also ["handshake/profile-downgrade", "handshake/aead-offer-incomplete"], |s| {
                s.client_hello(|hello| { hello.set(TlvType::PROFILE_OFFER, &[1, 2, 3]); }).begin();
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let (ty, severity, what) = match frame.header.frame_type {
        FrameType::CLIENT_HELLO => (TlvType::PROFILE_OFFER, Severity::Warning, "offered"),
        FrameType::SERVER_HELLO => (TlvType::PROFILE_SELECT, Severity::Error, "selected"),
        _ => return,
    };
    if !frame.is_hello() || !frame.is_whole() {
        return;
    }
    for code in frame.tlv(ty).unwrap_or_default().iter().filter(|code| Profile(**code).name().is_none()).take(8) {
        let message = format!("profile 0x{code:02X} is reserved and {what}");
        sink.report(frame.tlv_place(ty), message).severity(severity).evidence("profile", *code);
    }
}
