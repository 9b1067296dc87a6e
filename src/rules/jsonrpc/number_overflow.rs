//! `jsonrpc/number-overflow`

use crate::rules::carried::object;
use crate::rules::context::foreign;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether a number is beyond the range of a double.
    /// ## Why it matters
    /// Readers turn it into infinity or refuse the message.
    /// ## What to do
    /// Use a string.
    pub static NUMBER_OVERFLOW = {
        id: "jsonrpc/number-overflow", severity: Note, certainty: Certain,
        clause: May JSON "6", scope: Frame, fault: Sender,
        check: Message(check, OddText),
        fixtures: [
            "1e999" => 1, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":{"id":"t-1","historyLength":1e999}}"#));
            };
            "1e308" => 0, |s| {
                asked(s, get(r#"{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":{"id":"t-1","historyLength":1e308}}"#));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(span) = object(message).and_then(|json| json.scan.overflow) else { return };
    let text = "a number is beyond the range of a double";
    sink.report(foreign(span), text).evidence("offset", span.start);
}
