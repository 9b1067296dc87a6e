//! `jsonrpc/trailing`

use crate::base::text::count_of;
use crate::rules::carried::{TextFault, text_fault};
use crate::rules::context::{MessageCtx, Sink, foreign};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That nothing but white space follows the object.
    /// ## Why it matters
    /// A frame carries one object; receivers ignore the rest or refuse the frame.
    /// ## What to do
    /// Carry every object in a frame of its own.
    pub static TRAILING = {
        id: "jsonrpc/trailing", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "3", scope: Frame, fault: Sender,
        check: Message(check, OddText),
        fixtures: [
            "a second object" => 1, |s| {
                asked(s, get(format!("{GET}{GET}")));
            };
            "a NUL behind the object" => 1, |s| {
                asked(s, get(format!("{GET}\0")));
            };
            "a line break behind it" => 0, |s| {
                asked(s, get(format!("{GET}\r\n")));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(json), Some(TextFault::Trailing)) = (message.json, text_fault(message)) else { return };
    let Some(span) = json.trailing() else { return };
    let text = format!("{} behind the object", count_of(span.len() as u64, "octet stands", "octets stand"));
    sink.report(foreign(span), text).evidence("length", span.len()).evidence("offset", span.start);
}
