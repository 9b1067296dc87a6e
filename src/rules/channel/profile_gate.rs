//! `channel/profile-gate`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::profile::Profile;

declare_rule! {
    /// ## What it checks
    /// That Governance, Federation, Compliance, Sensory and Spatial are used at profile High or Sovereign only.
    /// ## Why it matters
    /// The registry requires the stronger cryptography for what these channels carry.
    /// ## What to do
    /// Negotiate High, or keep off the channel.
    pub static PROFILE_GATE = {
        id: "channel/profile-gate", severity: Error, certainty: Certain,
        clause: Must CORE "channel registry", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "Federation at Standard" => 1, |s| { s.frame(C2s, FrameSpec::new(Channel::FEDERATION, FrameType::PING)); };
            "Sensory at Standard, two frames" => 2, |s| {
                let observe = |seq| NativeSpec::new(Channel::SENSORY, 0x0100).int(3, seq).list(4, []);
                s.native(C2s, observe(0)).native(C2s, observe(1));
            };
            "Federation at High" => 0, |s| { s.profile(Profile::HIGH).frame(C2s, FrameSpec::new(Channel::FEDERATION, FrameType::PING)); };
            "the profile was not captured" => 0, |s| { s.late().frame(C2s, FrameSpec::new(Channel::FEDERATION, FrameType::PING)); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let channel = frame.header.channel;
    let Some(profile) = frame.association.state.profile().filter(|profile| frame.is_sound() && profile.name().is_some()) else { return };
    let least = channel.minimum_profile();
    if profile < least {
        let message = format!("channel {} needs profile {least}; the association has {profile}", channel.label());
        sink.report(header(7, 9), message).evidence("profile", profile.0).evidence("minimum", least.0);
    }
}
