//! `handshake/aead-select-count`

use crate::npamp::handshake::message::pairs;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `AEADSelect` names one suite at Standard and both, each once, at High and Sovereign.
    /// ## Why it matters
    /// The sequence number selects among the named suites: another number of them seals frames with other keys.
    /// ## What to do
    /// Select the primary suite, and the other one behind it above Standard.
    pub static AEAD_SELECT_COUNT = {
        id: "handshake/aead-select-count", severity: Error, certainty: Certain,
        clause: Must CORE "7.2, 10.4 (generation 3)", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "two suites at Standard" => 1, |s| {
                s.generation(Generation::Three).suites(&[Suite::AES_256_GCM, Suite::CHACHA20_POLY1305]);
                s.server_hello(|hello| { hello.set(TlvType::AEAD_SELECT, &[0, 1, 0, 2]); }).begin();
            };
            "one suite twice at High" => 1, |s| {
                s.generation(Generation::Three).profile(Profile::HIGH).server_hello(|hello| { hello.set(TlvType::AEAD_SELECT, &[0, 1, 0, 1]); }).begin();
            };
            "both suites at High" => 0, |s| { s.generation(Generation::Three).profile(Profile::HIGH).begin(); };
            "one suite at High in generation 2" => 0, |s| { s.profile(Profile::HIGH).begin(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.is_control(FrameType::SERVER_HELLO) || !frame.is_whole() || !frame.association.is_gen3() {
        return;
    }
    let value = frame.tlv(TlvType::AEAD_SELECT).unwrap_or_default();
    let Some(profile) = frame.association.state.profile().filter(|profile| profile.name().is_some()) else { return };
    let named: Vec<u16> = pairs(value).collect();
    let due = if profile == Profile::STANDARD { 1 } else { 2 };
    let repeated = named.first() == named.get(1) && named.len() > 1;
    if value.is_empty() || !value.len().is_multiple_of(2) || (named.len() == due && !repeated) {
        return;
    }
    let what = if repeated { "the same suite twice".to_owned() } else { format!("{} suites", named.len()) };
    let message = format!("AEADSelect names {what}; profile {profile} has {due}");
    sink.report(frame.tlv_place(TlvType::AEAD_SELECT), message).evidence("selected_hex", value).evidence("profile", profile.0);
}
