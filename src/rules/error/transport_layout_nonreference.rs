//! `error/transport-layout-nonreference`

use crate::bridge::transport_error::ErrorSlot;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether a transport error is laid out otherwise than the reference implementation does it.
    /// ## Why it matters
    /// The drafts settle no layout, so it is legal; a reader of the reference layout cannot read it.
    /// ## What to do
    /// Nothing, when both peers read it.
    pub static TRANSPORT_LAYOUT_NONREFERENCE = {
        id: "error/transport-layout-nonreference", severity: Note, certainty: Certain,
        clause: May REFERENCE "transport error (A-01)", scope: Frame, fault: Responder,
        check: Message(check, Error),
        fixtures: [
            "a lone code" => 1, |s| {
                replied(s, error([4]));
            };
            "the layout of the reference" => 0, |s| {
                replied(s, error([4, 0]));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(ErrorSlot::TransportAlt { code, layout }) = message.slot.filter(|_| !message.frame.is_replay()) else { return };
    let text = format!("the transport error {} is laid out as {}", code.name().unwrap_or_default(), layout.name());
    sink.report(Some(message.foreign_place()), text).evidence("code", code.0).evidence("length", message.foreign().len());
}
