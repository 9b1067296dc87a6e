//! `handshake/gen2-kem1024`

use crate::npamp::handshake::message::HandshakeKind;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::scenario::Scenario;
use crate::spec::generation::Generation;
use crate::spec::suite::{Kem, Signature};
use crate::spec::tlv::TlvType;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that 0x11ED is not used with the 1600 octets of `X25519MLKEM1024`, which the number meant in generation 2. Also
    /// where everything else in the handshake is of generation 3.
    /// ## Why it matters
    /// The number means `SecP384r1MLKEM1024` now, with 1665 octets: a peer of generation 3 cannot read the share.
    /// ## What to do
    /// Bring the key encapsulation along when moving to generation 3.
    pub static GEN2_KEM1024 = {
        id: "handshake/gen2-kem1024", severity: Error, certainty: Certain,
        clause: Must CORE "7.1 (generation 3)", scope: Association, fault: Sender,
        check: Association(check),
        fixtures: [
            "everything but the mechanism is of generation 3" => 1, |s| { old_kem(s.signature(Signature::ML_DSA_87)).begin(); };
            "1665 octets in generation 3" => 0, |s| { s.generation(Generation::Three).profile(Profile::HIGH).begin(); };
            "1600 octets in generation 2" => 0, |s| { s.profile(Profile::HIGH).begin(); };
        ],
    }
}

/// Octets of a share or ciphertext of `X25519MLKEM1024`.
const OLD: usize = 1600;

/// A handshake of generation 3 with share and ciphertext of generation 2.
fn old_kem(s: &mut Scenario) -> &mut Scenario {
    s.generation(Generation::Three).profile(Profile::HIGH);
    s.client_hello(|hello| {
        hello.edit(TlvType::KEM_SHARE, |share| share.truncate(OLD)).edit(TlvType::KEM_SHARE, |share| share[0] = 0x11);
    });
    s.server_hello(|hello| {
        hello.edit(TlvType::KEM_CIPHERTEXT, |value| value.truncate(OLD)).edit(TlvType::KEM_CIPHERTEXT, |value| value[0] = 0x11);
    })
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let negotiated = association.state.keyring.negotiated();
    // A ciphertext that does not go with its share is `handshake/kem-ct-size`.
    let lengths = [negotiated.share_len, negotiated.ciphertext_len.filter(|_| negotiated.share_len.is_none())];
    let third = negotiated.generation.or_else(|| negotiated.beside_sizes()) == Some(Generation::Three);
    let used = negotiated.kem.map_or_else(|| negotiated.offers.kems == [Kem::MLKEM1024], |kem| kem == Kem::MLKEM1024);
    let Some(at) = lengths.iter().position(|length| *length == Some(OLD)).filter(|_| third && used) else { return };
    let (kind, name) = [(HandshakeKind::ClientHello, "KEMShare"), (HandshakeKind::ServerHello, "KEMCiphertext")][at];
    let message = format!("{name} of 0x11ED has {OLD} octets, those of X25519MLKEM1024 of generation 2");
    let draft = sink.report(None, message).direction(kind.direction()).evidence("length", OLD);
    if let Some(frame) = association.state.handshake[kind.index()] {
        draft.frame(frame);
    }
}
