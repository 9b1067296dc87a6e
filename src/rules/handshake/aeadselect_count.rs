//! `handshake/aeadselect-count`

use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::tlv::TlvType;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `AEADSelect` names one suite at Standard and two at High and Sovereign. One AES-256-GCM above Standard is a
    /// warning: the reference implementation selects so.
    /// ## Why it matters
    /// The sequence number selects among the named suites: another number of them seals frames with other keys.
    /// ## What to do
    /// Select the primary suite, and the other one behind it above Standard.
    pub static AEADSELECT_COUNT = {
        id: "handshake/aeadselect-count", severity: Error, certainty: Certain,
        clause: Must CORE "7.2, 10.4 (generation 3)", scope: Association, fault: Responder,
        check: Association(check),
        fixtures: [
            "two suites at Standard" => 1, |s| {
                s.generation(Generation::Three).suites(&[Suite::AES_256_GCM, Suite::CHACHA20_POLY1305]);
                s.server_hello(|hello| { hello.set(TlvType::AEAD_SELECT, &[0, 1, 0, 2]); }).begin();
            };
            "one suite at High" => 1, |s| {
                s.generation(Generation::Three).profile(Profile::HIGH).server_hello(|hello| { hello.set(TlvType::AEAD_SELECT, &[0, 1]); }).begin();
            };
            "both suites at High" => 0, |s| { s.generation(Generation::Three).profile(Profile::HIGH).begin(); };
            "one suite at High in generation 2" => 0, |s| { s.profile(Profile::HIGH).begin(); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let negotiated = association.state.keyring.negotiated();
    let Some(profile) = negotiated.profile.filter(|profile| association.is_gen3() && profile.name().is_some()) else { return };
    let (named, due) = (negotiated.suites.len(), if profile == Profile::STANDARD { 1 } else { 2 });
    if negotiated.aead_len.is_none_or(|length| length == 0 || !length.is_multiple_of(2)) || named == due {
        return;
    }
    let reference = negotiated.suites == [Suite::AES_256_GCM];
    let (most, why) = if reference { (Severity::Warning, ", as the reference implementation does") } else { (Severity::Error, "") };
    let message = format!("AEADSelect names {named} suites{why}; profile {profile} has {due}");
    association.about_server_hello(sink, message).at_most(most).evidence("type", TlvType::AEAD_SELECT.0).evidence("profile", profile.0);
}
