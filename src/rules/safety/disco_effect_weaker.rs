//! `safety/disco-effect-weaker`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::scenario::native::tool_record;
use crate::spec::effect::Effect as Class;

declare_rule! {
    /// ## What it checks
    /// Whether the label of a `tools/call` is milder than the effect that the server advertised for the tool on Discovery.
    /// ## Why it matters
    /// The advertised effect is the worst that the tool can do.
    /// ## What to do
    /// Label the call by the tool's annotations; look at why the two differ.
    pub static DISCO_EFFECT_WEAKER = {
        id: "safety/disco-effect-weaker", severity: Warning, certainty: Heuristic,
        clause: Should DISCOVERY "5.3", scope: Association, fault: Requester,
        alternative: "the advertised effect is the most severe possible, and this call may be milder; the match is by name only",
        check: Message(check, Labelled),
        fixtures: [
            "a tool advertised as destructive, labelled read_only" => 1 also ["safety/disco-contradicts-annotation"], |s| {
                s.native(S2c, NativeSpec::announce(tool_record(1, "read_file", 3)));
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok");
            };
            "a tool advertised as read_only" => 0, |s| {
                s.native(S2c, NativeSpec::announce(tool_record(1, "read_file", 0)));
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok");
            };
            "what the client itself advertises" => 0, |s| {
                s.native(C2s, NativeSpec::announce(tool_record(1, "read_file", 3)));
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let records = &message.association().state.native.records;
    let Some(label) = message.declared().and_then(Class::from_code).filter(|_| !records.is_empty() && !message.frame.is_replay()) else {
        return;
    };
    let Some(protocol) = message.envelope.map(|envelope| envelope.protocol) else { return };
    let server = message.frame.direction.flip();
    let advertised = message.params.tools.iter().filter_map(|(_, name)| records.tool(server, protocol, name));
    if let Some(tool) = advertised.into_iter().find(|tool| label < tool.effect) {
        let text = format!("the server advertises {} as {}, the label says {}", short(tool.name), tool.effect.name(), label.name());
        let place = message.payload.label.as_ref().and_then(|part| payload(part.span));
        sink.report(place, text).peer(tool.frame).evidence("label", label.name()).evidence("advertised", tool.effect.name());
    }
}
