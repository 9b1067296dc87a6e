//! `handshake/codepoint-unknown`

use crate::npamp::handshake::message::pairs;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::suite::{Kem, Signature, Suite};
use crate::spec::tlv::TlvType;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// Whether a mechanism, signature scheme or suite is unknown: noted when offered, an error when selected.
    /// ## Why it matters
    /// An unknown offer is skipped; an unknown selection means keys that nobody else can compute.
    /// ## What to do
    /// Select a registered code point. A newer registry explains the finding.
    pub static CODEPOINT_UNKNOWN = {
        id: "handshake/codepoint-unknown", severity: Note, certainty: Certain,
        clause: Must CORE "registries", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "an unknown suite offered beside a known one" => 1, |s| { s.client_hello(|hello| { hello.set(TlvType::AEAD_OFFER, &[0, 1, 0, 9]); }).begin(); };
            "an unknown signature scheme selected" => 1 also ["handshake/certverify-scheme"], |s| {
                s.server_hello(|hello| { hello.set(TlvType::SIG_SELECT, &[0x0A, 0x0A]); }).begin();
            };
            "known code points only" => 0, |s| { s.begin(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.is_hello() || !frame.is_whole() {
        return;
    }
    let selected = frame.header.frame_type == FrameType::SERVER_HELLO;
    let severity = if selected { Severity::Error } else { Severity::Note };
    let types = if selected {
        [TlvType::KEM_SELECT, TlvType::SIG_SELECT, TlvType::AEAD_SELECT]
    } else {
        [TlvType::KEM_OFFER, TlvType::SIG_OFFER, TlvType::AEAD_OFFER]
    };
    for ty in types {
        for code in pairs(frame.tlv(ty).unwrap_or_default()).filter(|code| !is_known(ty, *code)).take(8) {
            sink.report(frame.tlv_place(ty), format!("{ty} names the unknown code point 0x{code:04X}"))
                .severity(severity)
                .evidence("code", code);
        }
    }
}

fn is_known(ty: TlvType, code: u16) -> bool {
    match ty {
        TlvType::KEM_OFFER | TlvType::KEM_SELECT => Kem(code).name().is_some(),
        TlvType::SIG_OFFER | TlvType::SIG_SELECT => Signature(code).name().is_some(),
        _ => Suite(code).name().is_some(),
    }
}
