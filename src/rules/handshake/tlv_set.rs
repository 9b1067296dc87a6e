//! `handshake/tlv-set`

use crate::npamp::handshake::message::HandshakeKind;
use crate::rules::context::{FrameCtx, Sink};
use crate::spec::tlv::TlvType;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a handshake body is exactly its TLVs in their order. An extra 0x0014 is only a warning: a draft reserves it for a commitment.
    /// ## Why it matters
    /// The transcript hashes the TLVs as they stand, and the reference rejects any other set.
    /// ## What to do
    /// Send the TLVs that binding section 1 lists, in its order. Truncated and critical unknown TLVs have rules of their own.
    pub static TLV_SET = {
        id: "handshake/tlv-set", severity: Error, certainty: Certain,
        clause: Must BINDING "1", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "SERVER_HELLO without SigSelect" => 1, |s| {
                s.server_hello(|hello| { hello.remove(TlvType::SIG_SELECT); }).begin();
            };
            "CLIENT_HELLO with its first two TLVs exchanged" => 1, |s| { s.client_hello(|hello| { hello.tlvs.swap(0, 1); }).begin(); };
            "an extra 0x0014 in CLIENT_HELLO" => 1, |s| { s.client_hello(|hello| { hello.append(0x0014, &[7; 32]); }).begin(); };
            "a critical unknown TLV is another rule's" => 0 also ["frame/tlv-critical-unknown"], |s| {
                s.client_hello(|hello| { hello.append(0x9000, &[0]); }).begin();
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(kind) = HandshakeKind::of(frame.header.channel, frame.header.frame_type) else { return };
    let due = frame.opening.handshake.is_none_or(|event| event.first && event.right_direction);
    if !due || !frame.is_whole() {
        return;
    }
    let found: Vec<TlvType> = frame.tlv_items().iter().map(|tlv| tlv.ty).filter(|ty| !ty.is_critical()).collect();
    let committed: Vec<TlvType> = found.iter().copied().filter(|ty| *ty != TlvType::RESERVED_0014).collect();
    if found == kind.tlvs() {
        return;
    }
    let severity = if committed == kind.tlvs() { Severity::Warning } else { Severity::Error };
    let message = format!("{} carries TLVs {} instead of {}", frame.label(), list(&found), list(kind.tlvs()));
    sink.report(None, message).severity(severity).evidence("tlvs", list(&found));
}

/// Type numbers, shortened when there are very many.
fn list(types: &[TlvType]) -> String {
    let shown: Vec<String> = types.iter().take(12).map(|ty| format!("{:04X}", ty.0)).collect();
    let rest = if types.len() > 12 { format!(" and {} more", types.len() - 12) } else { String::new() };
    format!("[{}]{rest}", shown.join(" "))
}
