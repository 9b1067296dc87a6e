//! `map/assigned-protocol-under-other-id`

use crate::bridge::envelope::Envelope;
use crate::bridge::mapping::Dialect;
use crate::rules::carried::disguised;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// Whether A2A or MCP travels under the identifier that AGNTCY or an agent framework uses. The first one of each direction is
    /// reported.
    /// ## Why it matters
    /// The rules of its mapping do not apply there, labels included.
    /// ## What to do
    /// Carry a registered protocol under its own identifier.
    pub static ASSIGNED_PROTOCOL_UNDER_OTHER_ID = {
        id: "map/assigned-protocol-under-other-id", severity: Error, certainty: Heuristic,
        clause: Must MAP_AGNTCY "12", scope: Association, fault: Sender,
        alternative: "The names may coincide.",
        check: Dialect(check, Call),
        fixtures: [
            "tools/call under AGNTCY" => 1 also ["exchange/unanswered"], |s| {
                s.map(0x10, "agntcy").bridge(C2s, BridgeSpec::request(Protocol(0x10), "tools/call", "1", r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#).label(Effect::Destructive, ""));
            };
            "another message under AGNTCY" => 0, |s| {
                s.map(0x10, "agntcy").bridge(C2s, BridgeSpec::request(Protocol(0x10), "slim-call", "1", r#"{"call":1}"#).label(Effect::Destructive, ""));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let judged = matches!(message.dialect(), Dialect::Agntcy | Dialect::AgentFramework);
    let (Some(envelope), true) = (message.envelope, judged) else { return };
    let Some((method, known)) = disguised(message) else { return };
    let text = format!("{} of {} travels under the identifier of another protocol", short(&method), known.name);
    let draft = sink.report(payload(Envelope::PROTOCOL), text).evidence("protocol_id", envelope.protocol.0);
    draft.evidence("method", short(&method));
}
