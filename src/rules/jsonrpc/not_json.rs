//! `jsonrpc/not-json`

use crate::base::span::ByteSpan;
use crate::rules::carried::{TextFault, text_fault};
use crate::rules::context::{MessageCtx, Sink, foreign};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That requests, results and notifications carry a JSON text. Errors that are no JSON have rules of their own.
    /// ## Why it matters
    /// The endpoint cannot read the message. Somebody may have sent it on purpose, to see the endpoint answer -32700.
    /// ## What to do
    /// Carry the object exactly as it was made.
    pub static NOT_JSON = {
        id: "jsonrpc/not-json", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "3", scope: Frame, fault: Sender,
        check: Message(check, OddText),
        fixtures: [
            "an object that breaks off" => 1, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":"tas"#));
            };
            "a document that is no JSON" => 0, |s| {
                s.protocol(Protocol::A2A).request(C2s, "agent/getAuthenticatedExtendedCard", "7", "{}");
                s.bridge(S2c, result([0xD2, 0x84, 0x43]).content_type(2));
            };
            "white space around the object" => 0, |s| {
                asked(s, get(format!("\n{GET}\n")));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(json), Some(TextFault::NotJson)) = (message.json, text_fault(message)) else { return };
    let Some(fault) = json.scan.fault else { return };
    let place = ByteSpan { start: fault.at, end: fault.at.saturating_add(1) };
    let text = format!("the foreign message is no JSON: {} at octet {}", fault.reason.text(), fault.at);
    sink.report(foreign(place), text).evidence("offset", fault.at).evidence("length", message.foreign().len());
}
