//! `channel/audit-default`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::profile::Profile;

declare_rule! {
    /// ## What it checks
    /// Whether Audit is used below Sovereign. Said once for each direction.
    /// ## Why it matters
    /// Audit belongs to Sovereign by default; other profiles may use it, and the operator may not expect it.
    /// ## What to do
    /// Nothing, if it was switched on deliberately.
    pub static AUDIT_DEFAULT = {
        id: "channel/audit-default", severity: Note, certainty: Certain,
        clause: May CORE "channel registry", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "a frame on Audit at Standard" => 1, |s| { s.frame(C2s, FrameSpec::new(Channel::AUDIT, FrameType::PING)); };
            "a frame on Audit at Sovereign" => 0, |s| {
                s.profile(Profile::SOVEREIGN).frame(C2s, FrameSpec::new(Channel::AUDIT, FrameType::PING));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(profile) = frame.association.state.profile().filter(|profile| profile.name().is_some()) else { return };
    if frame.is_sound() && frame.first_of_channel && frame.header.channel == Channel::AUDIT && profile < Profile::SOVEREIGN {
        sink.report(header(7, 9), format!("Audit is used at profile {profile}")).evidence("profile", profile.0);
    }
}
