//! `safety/effect-unknown`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::spec::effect::Effect as Class;

declare_rule! {
    /// ## What it checks
    /// That the effect of a label is one of the four that are defined.
    /// ## Why it matters
    /// A receiver treats an undefined effect as destructive (A-60).
    /// ## What to do
    /// Use 0 to 3.
    pub static EFFECT_UNKNOWN = {
        id: "safety/effect-unknown", severity: Warning, certainty: Certain,
        clause: Must BRIDGE "7 (A-60)", scope: Frame, fault: Sender,
        check: Message(check, Labelled),
        fixtures: [
            "effect 7" => 1, |s| {
                let object = r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"delete_branch"}}"#;
                let message = BridgeSpec::request(Protocol::MCP, "tools/call", "9", object).label_octets(&[7, 0]);
                s.mcp_session().bridge(C2s, message).called("9", "ok");
            };
            "effect 3" => 0, |s| {
                s.mcp_session().call("9", "delete_branch", Some(Effect::Destructive)).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(effect) = message.declared().filter(|effect| Class::from_code(*effect).is_none()) else { return };
    let place = message.payload.label.as_ref().and_then(|part| payload(part.span));
    sink.report(place, format!("effect {effect} is not defined")).evidence("effect", effect);
}
