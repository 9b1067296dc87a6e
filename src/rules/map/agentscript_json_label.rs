//! `map/agentscript-json-label`

use crate::bridge::envelope::{Envelope, content_type};
use crate::bridge::mapping::Dialect;
use crate::codec::json::scan::{Bounds, scan};
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::{is_of, short};

declare_rule! {
    /// ## What it checks
    /// Whether the text of a script is declared as JSON.
    /// ## Why it matters
    /// A receiver parses it as JSON and fails.
    /// ## What to do
    /// Declare the content type that the peers agreed on for scripts.
    pub static AGENTSCRIPT_JSON_LABEL = {
        id: "map/agentscript-json-label", severity: Error, certainty: Heuristic,
        clause: Must MAP_AGENTSCRIPT "2 (A-07)", scope: Frame, fault: Sender,
        alternative: "It may be JSON that was damaged on the way.",
        check: Dialect(check, OtherClass),
        fixtures: [
            "a script declared as JSON" => 1 also ["exchange/unanswered"], |s| {
                s.map(0x3E, "agentscript").bridge(C2s, BridgeSpec::request(Protocol(0x3E), "document-retrieve", "r", "agent greeter\n  say hello").content_type(1));
            };
            "a script under another content type" => 0, |s| {
                s.map(0x3E, "agentscript").bridge(C2s, BridgeSpec::request(Protocol(0x3E), "document-retrieve", "r", "agent greeter\n  say hello").content_type(3));
            };
            "a JSON object declared as JSON" => 0, |s| {
                s.map(0x3E, "agentscript").bridge(C2s, BridgeSpec::request(Protocol(0x3E), "document-retrieve", "r", "{}").content_type(1));
            };
        ],
    }
}

/// Whether this rule reports the message.
fn speaks(message: &MessageCtx<'_>) -> bool {
    let foreign = message.foreign();
    let declared = message.envelope.is_some_and(|envelope| envelope.content_type == content_type::JSON);
    let text = !foreign.is_empty() && std::str::from_utf8(foreign).is_ok_and(|text| !text.contains('\0'));
    let judged = is_of(message, Dialect::AgentScript) && declared && message.slot.is_none() && !message.frame.is_replay();
    judged && text && scan(foreign, Bounds::default(), |_| {}).fault.is_some()
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if speaks(message) {
        let head = message.foreign();
        let head = head.get(..HEAD).unwrap_or(head);
        let text = "a text that is no JSON is declared as JSON";
        sink.report(payload(Envelope::CONTENT_TYPE), text).evidence("length", message.foreign().len()).evidence("head", short(head));
    }
}

/// Octets of the text that are shown.
const HEAD: usize = 32;
