//! `handshake/aeadselect-duplicate`

use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that `AEADSelect` names no suite twice.
    /// ## Why it matters
    /// Frames would not alternate between suites, which is what two are selected for.
    /// ## What to do
    /// Name each suite once.
    pub static AEADSELECT_DUPLICATE = {
        id: "handshake/aeadselect-duplicate", severity: Error, certainty: Certain,
        clause: Must CORE "7.2, 10.4 (generation 3)", scope: Association, fault: Responder,
        check: Association(check),
        fixtures: [
            "AES-256-GCM twice at High" => 1, |s| {
                s.generation(Generation::Three).profile(Profile::HIGH).server_hello(|hello| { hello.set(TlvType::AEAD_SELECT, &[0, 1, 0, 1]); }).begin();
            };
            "both suites at High" => 0, |s| { s.generation(Generation::Three).profile(Profile::HIGH).begin(); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let suites = &association.state.keyring.negotiated().suites;
    let twice = suites.iter().enumerate().find(|(at, suite)| suites.iter().take(*at).any(|earlier| earlier == *suite));
    let Some((_, suite)) = twice.filter(|_| association.is_gen3()) else { return };
    association
        .about_server_hello(sink, format!("AEADSelect names {suite} twice"))
        .evidence("type", TlvType::AEAD_SELECT.0)
        .evidence("suite", suite.0);
}
