//! `a2a/experimental-id`

use crate::bridge::envelope::Envelope;
use crate::bridge::mapping::Dialect;
use crate::rules::carried::disguised;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// Whether A2A travels under an experimental or private identifier: a JSON-RPC object with a method of its mapping. The first one
    /// of each direction is reported.
    /// ## Why it matters
    /// The rules of the mapping do not apply there, labels included.
    /// ## What to do
    /// Carry A2A under identifier 0x02.
    pub static EXPERIMENTAL_ID = {
        id: "a2a/experimental-id", severity: Warning, certainty: Heuristic,
        clause: Must MAP_A2A "3", scope: Association, fault: Sender,
        alternative: "It may be a test deployment, or another protocol with the same names.",
        check: Message(check, Call),
        fixtures: [
            "tasks/get under 0x40, twice" => 1 also ["bridge/protocol-experimental", "exchange/unanswered"], |s| {
                s.bridge(C2s, get(GET).protocol(0x40));
                s.bridge(C2s, get(GET).protocol(0x40).correlation("8"));
            };
            "another method" => 0, |s| {
                s.bridge(C2s, get(r#"{"jsonrpc":"2.0","id":7,"method":"notes/get"}"#).protocol(0x40).method("notes/get"));
            };
            "a method of MCP" => 0 also ["bridge/assigned-under-experimental"], |s| {
                s.bridge(C2s, get(r#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#).protocol(0x40).method("tools/list"));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((method, known)) = disguised(message).filter(|(_, known)| known.dialect == Dialect::A2a) else { return };
    let Some(envelope) = message.envelope else { return };
    // Two frameworks have a rule of their own.
    if matches!(message.dialect(), Dialect::Agntcy | Dialect::AgentFramework) {
        return;
    }
    let text = format!("{} of A2A travels under protocol identifier 0x{:02X}", short(&method), envelope.protocol.0);
    let draft = sink.report(payload(Envelope::PROTOCOL), text).evidence("protocol_id", envelope.protocol.0);
    draft.evidence("method", short(&method)).evidence("mapping", &*known.name);
}
