//! `bridge/assigned-under-experimental`

use crate::bridge::envelope::Envelope;
use crate::bridge::mapping::Dialect;
use crate::rules::carried::disguised;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// Whether MCP travels under an experimental or private identifier: a JSON-RPC object with a method of its mapping. The first one
    /// of each direction is reported. A2A has a rule of its own.
    /// ## Why it matters
    /// The rules of the mapping do not apply there, labels included.
    /// ## What to do
    /// Carry a registered protocol under its own identifier.
    pub static ASSIGNED_UNDER_EXPERIMENTAL = {
        id: "bridge/assigned-under-experimental", severity: Warning, certainty: Heuristic,
        clause: Must REGISTRY "7.1", scope: Association, fault: Sender,
        alternative: "A gateway may wrap a protocol of its own that has the same names.",
        check: Message(check, Call),
        fixtures: [
            "tools/list under 0x40, twice" => 1 also ["bridge/protocol-experimental", "exchange/unanswered"], |s| {
                let object = r#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#;
                s.bridge(C2s, get(object).protocol(0x40).method("tools/list"));
                s.bridge(C2s, get(object).protocol(0x40).method("tools/list").correlation("8"));
            };
            "an identifier that is bound to the protocol" => 0, |s| {
                asked_under(s.map(0x40, "a2a"), 0x40, get(GET));
            };
            "an identifier that is bound to another protocol" => 1, |s| {
                let object = r#"{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{}}"#;
                let request = BridgeSpec::request(Protocol(0x40), "resources/read", "7", object).label(Effect::Destructive, "");
                asked_under(s.map(0x40, "memofs"), 0x40, request);
            };
            "another method" => 0, |s| {
                s.bridge(C2s, get(r#"{"jsonrpc":"2.0","id":7,"method":"notes/get"}"#).protocol(0x40).method("notes/get"));
            };
            "ping proves nothing" => 0, |s| {
                s.bridge(C2s, get(r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#).protocol(0x40).method("ping"));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some((method, known)) = disguised(message).filter(|(_, known)| known.dialect != Dialect::A2a) else { return };
    let Some(envelope) = message.envelope else { return };
    // Two frameworks have a rule of their own.
    if matches!(message.dialect(), Dialect::Agntcy | Dialect::AgentFramework) {
        return;
    }
    let text = format!("{} of {} travels under protocol identifier 0x{:02X}", short(&method), known.name, envelope.protocol.0);
    let draft = sink.report(payload(Envelope::PROTOCOL), text).evidence("protocol_id", envelope.protocol.0);
    draft.evidence("method", short(&method));
}
