//! `handshake/aeadselect-length`

use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// That `AEADSelect` holds whole suites: in generation 3 two octets for each and at least one, in generation 2 exactly one suite.
    /// ## Why it matters
    /// The client cannot tell which suite seals the frames.
    /// ## What to do
    /// Write the selected code points, primary first.
    pub static AEADSELECT_LENGTH = {
        id: "handshake/aeadselect-length", severity: Error, certainty: Certain,
        clause: Must CORE "7.2, 10.4 (generation 3)", scope: Association, fault: Responder,
        check: Association(check),
        fixtures: [
            "three octets in generation 3" => 1, |s| { s.generation(Generation::Three).server_hello(|hello| { hello.set(TlvType::AEAD_SELECT, &[0, 1, 0]); }).begin(); };
            "nothing selected" => 1, |s| { s.generation(Generation::Three).server_hello(|hello| { hello.set(TlvType::AEAD_SELECT, &[]); }).begin(); };
            "two suites in generation 2" => 1, |s| {
                s.suites(&[Suite::AES_256_GCM, Suite::CHACHA20_POLY1305]).server_hello(|hello| { hello.set(TlvType::AEAD_SELECT, &[0, 1, 0, 2]); }).begin();
            };
            "both suites at High in generation 3" => 0, |s| { s.generation(Generation::Three).profile(Profile::HIGH).begin(); };
            "one suite in generation 2" => 0, |s| { s.begin(); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let Some(length) = association.state.keyring.negotiated().aead_len else { return };
    let whole = length > 0 && length.is_multiple_of(2);
    let why = match association.generation() {
        _ if !whole => "which are no list of suites",
        Some(Generation::Two) if length != 2 => "where generation 2 selects one suite",
        _ => return,
    };
    association
        .about_server_hello(sink, format!("AEADSelect has {length} octets, {why}"))
        .evidence("type", TlvType::AEAD_SELECT.0)
        .evidence("length", length);
}
