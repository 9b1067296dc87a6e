//! `jsonrpc/content-type`

use crate::bridge::envelope::Envelope;
use crate::rules::carried::undeclared_json;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::is_a2a;

declare_rule! {
    /// ## What it checks
    /// That a message of JSON-RPC declares JSON as its content type. Transport errors, for which none is settled, are left alone;
    /// A2A has a rule of its own.
    /// ## Why it matters
    /// A receiver that reads by the declared encoding cannot read the object.
    /// ## What to do
    /// Set content type 1.
    pub static CONTENT_TYPE = {
        id: "jsonrpc/content-type", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "3", scope: Frame, fault: Sender,
        check: Message(check, OddEnvelope),
        fixtures: [
            "CBOR declared for an object" => 1, |s| {
                let object = r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#;
                let message = BridgeSpec::request(Protocol::MCP, "ping", "9", object).content_type(2);
                s.mcp_session().bridge(C2s, message).respond(S2c, "9", "{}");
            };
            "a transport error under content type 2" => 0, |s| {
                s.mcp_session().request(C2s, "ping", "9", "");
                s.bridge(S2c, BridgeSpec::transport_error(Protocol::MCP, "9", 4, "no route").content_type(2));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if let Some((found, text)) = undeclared_json(message).filter(|_| !is_a2a(message)) {
        sink.report(payload(Envelope::CONTENT_TYPE), text).evidence("content_type", found);
    }
}
