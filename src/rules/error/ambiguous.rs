//! `error/ambiguous`

use crate::bridge::transport_error::ErrorSlot;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether it cannot be told if an error reply holds a foreign error or a transport error, or what it holds at all.
    /// ## Why it matters
    /// Nothing in the frame tells the two apart; peers may read it differently.
    /// ## What to do
    /// Look at the octets.
    pub static AMBIGUOUS = {
        id: "error/ambiguous", severity: Note, certainty: Heuristic,
        clause: May BRIDGE "6 (A-01)", scope: Frame, fault: Unknown,
        alternative: "The peers may have agreed on a layout of their own.",
        check: Message(check, Error),
        fixtures: [
            "octets that are nothing known" => 1, |s| {
                replied(s, error(b"\x90\xFF\x80"));
            };
            "a transport error" => 0, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 4, "no route");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let text = match message.slot.filter(|_| !message.frame.is_replay()) {
        Some(ErrorSlot::Ambiguous { code }) => {
            format!("the error reply reads as {} or as a foreign error", code.name().unwrap_or_default())
        }
        Some(ErrorSlot::Unknown) => "the error reply holds octets that are no known error".to_owned(),
        _ => return,
    };
    sink.report(Some(message.foreign_place()), text).evidence("length", message.foreign().len());
}
