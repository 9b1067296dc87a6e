//! `bridge/protocol-inferred`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::answered;
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// Whether a peer answers with success under an identifier that it refused earlier with `ProtocolUnsupported`.
    /// ## Why it matters
    /// It may have guessed the protocol this time.
    /// ## What to do
    /// Compare the two requests.
    pub static PROTOCOL_INFERRED = {
        id: "bridge/protocol-inferred", severity: Note, certainty: Heuristic,
        clause: Must REGISTRY "9", scope: Association, fault: Responder,
        alternative: "The peer may have been configured anew.",
        check: Message(check, Response),
        fixtures: [
            "refused, then answered" => 1, |s| {
                ask(s, "6");
                s.transport_error(S2c, "6", 2, "unknown");
                ask(s, "7");
                answer(s, "7");
            };
            "refused for another reason, then answered" => 0, |s| {
                ask(s, "6");
                s.transport_error(S2c, "6", 4, "no route");
                ask(s, "7");
                answer(s, "7");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let success = message.kind == Kind::Response && message.link.role == Role::Terminal;
    let Some(request) = answered(message).filter(|_| success) else { return };
    if let Some(refusal) = message.association().state.carried.refused(message.frame.direction, request.protocol) {
        let text = format!("protocol 0x{:02X} is answered although it was refused before", request.protocol.0);
        sink.report(None, text).evidence("protocol_id", request.protocol.0).peer(refusal);
    }
}
