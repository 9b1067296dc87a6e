//! `handshake/finished-size`

use crate::rules::context::{FrameCtx, Sink};
use crate::spec::profile::Profile;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That Finished has the length of the profile's hash: 32 octets at Standard, 48 above.
    /// ## Why it matters
    /// A shortened MAC proves less than the profile promises; a receiver must reject it.
    /// ## What to do
    /// Use the hash of the selected profile.
    pub static FINISHED_SIZE = {
        id: "handshake/finished-size", severity: Error, certainty: Certain,
        clause: Must BINDING "1.1", scope: Association, fault: Sender,
        check: Control(check),
        fixtures: [
            "31 octets at Standard" => 1, |s| { s.server_auth(|auth| { auth.edit(TlvType::FINISHED, |value| { value.pop(); }); }).begin(); };
            "48 octets at High" => 0, |s| { s.profile(Profile::HIGH).begin(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let profile = frame.association.state.profile().filter(|profile| frame.is_auth() && profile.name().is_some());
    let (Some(due), Some(length)) = (profile.map(Profile::hash_len), frame.tlv(TlvType::FINISHED).map(<[u8]>::len)) else { return };
    if length != due {
        let message = format!("Finished has {length} octets, {due} are due");
        sink.report(frame.tlv_place(TlvType::FINISHED), message).evidence("length", length).evidence("due", due);
    }
}
