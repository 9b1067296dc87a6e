//! `jsonrpc/bom`

use crate::base::span::ByteSpan;
use crate::rules::carried::{TextFault, text_fault};
use crate::rules::context::{MessageCtx, Sink, foreign};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That no byte order mark stands before the object.
    /// ## Why it matters
    /// Strict parsers refuse the text.
    /// ## What to do
    /// Do not write one. A carrier that meets one passes it through.
    pub static BOM = {
        id: "jsonrpc/bom", severity: Error, certainty: Certain,
        clause: Must JSON "8.1", scope: Frame, fault: Sender,
        check: Message(check, OddText),
        fixtures: [
            "a byte order mark" => 1, |s| {
                asked(s, get(format!("\u{feff}{GET}")));
            };
            "one inside a string" => 0, |s| {
                asked(s, get("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tasks/get\",\"params\":{\"id\":\"a\u{feff}\"}}"));
            };
        ],
    }
}

/// Octets of the mark.
const MARK: usize = 3;

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(json), Some(TextFault::Bom)) = (message.json, text_fault(message)) else { return };
    let mark = ByteSpan::new(0, json.octets.len().min(MARK));
    sink.report(foreign(mark), "a byte order mark precedes the object").evidence("octets_hex", mark.of(json.octets));
}
