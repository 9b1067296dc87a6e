//! `bridge/foreign-looks-like-tlv`

use crate::bridge::carriage::CarriageClass;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether a binary foreign message begins like a further TLV of the Bridge.
    /// ## Why it matters
    /// Nothing marks where the TLVs end: decoders will swallow the beginning of the message.
    /// ## What to do
    /// Put an encoding around the message that cannot begin so.
    pub static FOREIGN_LOOKS_LIKE_TLV = {
        id: "bridge/foreign-looks-like-tlv", severity: Note, certainty: Certain,
        clause: May BRIDGE "3 (A-03)", scope: Frame, fault: Sender,
        check: Message(check, OtherClass),
        fixtures: [
            "a second label and a message, which look alike" => 1 also ["bridge/protocol-experimental", "exchange/unanswered"], |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [0x00, 0x13, 0x00, 0x02, 0x03, 0x00, 9]).label(Effect::ReadOnly, "").content_type(2));
            };
            "a message that begins otherwise" => 0, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x40), "x", "7", [1, 2, 3]).content_type(2));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let binary = message.class != CarriageClass::JsonRpc && message.envelope.is_some() && !message.frame.is_replay();
    if binary && message.payload.foreign_looks_like_tlv() {
        let text = "the foreign message begins like a further TLV";
        sink.report(Some(message.foreign_place()), text).evidence("length", message.foreign().len());
    }
}
