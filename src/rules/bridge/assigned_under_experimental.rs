//! `bridge/assigned-under-experimental`

use crate::bridge::envelope::Envelope;
use crate::bridge::mapping;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::spec::protocol::ProtocolRange;

declare_rule! {
    /// ## What it checks
    /// Whether MCP or A2A travels under an experimental or private identifier: a JSON-RPC object with a method of their
    /// mapping. The first one of each direction is reported.
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
            "tasks/get under 0x40, twice" => 1 also ["bridge/protocol-experimental", "exchange/unanswered"], |s| {
                s.bridge(C2s, get(GET).protocol(0x40));
                s.bridge(C2s, get(GET).protocol(0x40).correlation("8"));
            };
            "another method" => 0, |s| {
                s.bridge(C2s, get(r#"{"jsonrpc":"2.0","id":7,"method":"notes/get"}"#).protocol(0x40).method("notes/get"));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(envelope) = message.envelope.filter(|_| !message.frame.is_replay() && !message.kind.is_reply()) else { return };
    let agreed = matches!(envelope.protocol.range(None), ProtocolRange::Experimental | ProtocolRange::Private);
    if !agreed || message.association().state.carried.is_disguised(message.frame.direction, envelope.protocol) {
        return;
    }
    let Some((method, known)) = mapping::recognize(message.foreign()) else { return };
    let text = format!("{} of {} travels under protocol identifier 0x{:02X}", short(&method), known.name, envelope.protocol.0);
    let draft = sink.report(payload(Envelope::PROTOCOL), text).evidence("protocol_id", envelope.protocol.0);
    draft.evidence("method", short(&method));
}
