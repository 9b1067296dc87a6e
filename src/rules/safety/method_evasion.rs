//! `safety/method-evasion`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::dialects::verbs_differ;
use crate::rules::fixture::*;
use crate::rules::labels::{demanded, evades};
use crate::rules::reading::{apart, method};

declare_rule! {
    /// ## What it checks
    /// That the envelope does not name a milder method than the object while the label is absent or follows the envelope.
    /// ## Why it matters
    /// A gateway that reads only the envelope lets a dangerous call pass as a harmless one.
    /// ## What to do
    /// Copy the method from the object that is sent, and decide policy on the object.
    pub static METHOD_EVASION = {
        id: "safety/method-evasion", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "4", scope: Frame, fault: Requester,
        check: Message(check, Request),
        fixtures: [
            "the envelope says tools/list, the object calls a tool" => 1 also ["safety/failsafe-applied", "jsonrpc/method-mismatch-accepted"], |s| {
                let call = r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"delete_branch"}}"#;
                s.mcp_session().bridge(C2s, BridgeSpec::request(Protocol::MCP, "tools/list", "9", call)).called("9", "ok");
            };
            "the envelope is wrong but the label is right" => 0 also ["jsonrpc/method-mismatch"], |s| {
                let call = r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"delete_branch"}}"#;
                let message = BridgeSpec::request(Protocol::MCP, "tools/list", "9", call).label(Effect::Destructive, "");
                s.mcp_session().bridge(C2s, message).called("9", "ok");
            };
            "an escaped slash is no other method" => 0, |s| {
                let call = r#"{"jsonrpc":"2.0","id":9,"method":"tools\/call","params":{"name":"delete_branch"}}"#;
                let message = BridgeSpec::request(Protocol::MCP, "tools/call", "9", call).label(Effect::Destructive, "");
                s.mcp_session().bridge(C2s, message).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(envelope), Some(class), true) = (message.envelope, demanded(message), evades(message)) else { return };
    if verbs_differ(message).is_some() {
        return;
    }
    let [named, own] = apart(envelope.method, &method(message));
    let text = format!("the envelope says {named}, the object says {own}, which is {}", class.name());
    let draft = sink.report(payload(envelope.method_span()), text);
    let draft = draft.evidence("envelope_method", named).evidence("object_method", own).evidence("required", class.name());
    if let Some(label) = message.declared() {
        draft.evidence("label", label);
    }
}
