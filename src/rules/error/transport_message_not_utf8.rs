//! `error/transport-message-not-utf8`

use crate::bridge::transport_error::ErrorSlot;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::may_be_foreign;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// Whether the message of a transport error is UTF-8.
    /// ## Why it matters
    /// Receivers and logs replace or refuse such octets, each in its own way.
    /// ## What to do
    /// Write the message in UTF-8.
    pub static TRANSPORT_MESSAGE_NOT_UTF8 = {
        id: "error/transport-message-not-utf8", severity: Warning, certainty: Certain,
        clause: Must REFERENCE "transport error (A-01)", scope: Frame, fault: Responder,
        check: Message(check, Error),
        fixtures: [
            "an octet that is no UTF-8" => 1, |s| {
                replied(s, error(b"\x04\x02a\xFF"));
            };
            "another script" => 0, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 4, "нет");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(ErrorSlot::TransportMalformed { code, not_utf8: true }) = message.slot.filter(|_| !message.frame.is_replay()) else { return };
    let text = format!("the message of the transport error {} is not UTF-8", code.name().unwrap_or_default());
    let draft = sink.report(Some(message.foreign_place()), text).evidence("code", code.0).evidence("length", message.foreign().len());
    if may_be_foreign(message) {
        draft.at_most(Severity::Note);
    }
}
