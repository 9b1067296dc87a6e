//! `error/transport-malformed`

use crate::bridge::transport_error::ErrorSlot;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::may_be_foreign;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// Whether a transport error in the layout of the reference implementation has the length it says.
    /// ## Why it matters
    /// The layout is not normative, but a reader that uses it cannot read the message.
    /// ## What to do
    /// Write code, length of the message, message.
    pub static TRANSPORT_MALFORMED = {
        id: "error/transport-malformed", severity: Warning, certainty: Certain,
        clause: Must REFERENCE "transport error (A-01)", scope: Frame, fault: Responder,
        check: Message(check, Error),
        fixtures: [
            "a length of five before two octets" => 1, |s| {
                replied(s, error(b"\x04\x05ab"));
            };
            "an error of a private protocol that begins with a code, worth a note" => 1 also ["bridge/protocol-private"], |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x90), "x", "7", [0xA0]).content_type(2));
                s.bridge(S2c, BridgeSpec::error(Protocol(0x90), "7", [4, 9, 1, 1]).content_type(2));
            };
            "a length of two before two octets" => 0, |s| {
                replied(s, error(b"\x04\x02ab"));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(ErrorSlot::TransportMalformed { code, not_utf8: false }) = message.slot.filter(|_| !message.frame.is_replay()) else { return };
    let text = format!("the transport error {} has another length than it says", code.name().unwrap_or_default());
    let draft = sink.report(Some(message.foreign_place()), text).evidence("code", code.0).evidence("length", message.foreign().len());
    if may_be_foreign(message) {
        draft.at_most(Severity::Note);
    }
}
