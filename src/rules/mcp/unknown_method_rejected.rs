//! `mcp/unknown-method-rejected`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, asked_for, is_mcp, refused_with, short};

declare_rule! {
    /// ## What it checks
    /// That a method that the mapping does not list is delivered, not refused with `MethodUnsupported`.
    /// ## Why it matters
    /// New methods would need new carriers. The endpoint knows best whether it has the method.
    /// ## What to do
    /// Deliver every method; let the endpoint answer with -32601.
    pub static UNKNOWN_METHOD_REJECTED = {
        id: "mcp/unknown-method-rejected", severity: Warning, certainty: Heuristic,
        clause: Must MAP_MCP "4", scope: Exchange, fault: Responder,
        alternative: "The method could not reach an endpoint for another reason.",
        check: Message(check, Error),
        fixtures: [
            "an unlisted method is refused" => 1 also ["mcp/unknown-method"], |s| {
                s.mcp_session().request_labelled(C2s, "archive/vacuum", "9", "{}", Effect::Destructive);
                s.transport_error(S2c, "9", 3, "unknown method");
            };
            "the endpoint does not have the method" => 0, |s| {
                s.mcp_session().request_labelled(C2s, "archive/vacuum", "9", "{}", Effect::Destructive);
                s.fail(S2c, "9", -32601, "method not found");
            };
        ],
    }
}

/// `MethodUnsupported`.
const REFUSED: u8 = 3;

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let refused = refused_with(message) == Some(REFUSED);
    let Some(request) = answered(message).filter(|request| refused && is_mcp(message) && !request.defective) else { return };
    let name = asked_for(message);
    if !name.is_empty() && message.mapping.and_then(|mapping| mapping.find(name.as_bytes())).is_none() {
        let text = format!("{} was refused because the mapping does not list it", short(name.as_bytes()));
        sink.report(Some(message.foreign_place()), text).peer(request.frame).evidence("method", short(name.as_bytes()));
    }
}
