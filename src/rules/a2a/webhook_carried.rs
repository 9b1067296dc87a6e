//! `a2a/webhook-carried`

use crate::codec::json::text;
use crate::codec::json::walk;
use crate::rules::carried::object;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_a2a, short};

declare_rule! {
    /// ## What it checks
    /// Whether a request or notification carries what an agent delivers to a webhook: a bare task or event, no JSON-RPC call.
    /// ## Why it matters
    /// Push deliveries are out of the scope of the mapping; their receiver is no A2A endpoint.
    /// ## What to do
    /// Deliver them over HTTP, to the address that the client gave.
    pub static WEBHOOK_CARRIED = {
        id: "a2a/webhook-carried", severity: Note, certainty: Heuristic,
        clause: May MAP_A2A "8", scope: Frame, fault: Sender,
        alternative: "A result may have been put into the wrong frame.",
        check: Message(check, Call),
        fixtures: [
            "a task in a notification" => 1 also ["jsonrpc/method-missing"], |s| {
                s.bridge(S2c, BridgeSpec::notify(Protocol::A2A, "", TASK));
            };
            "a task in a result" => 0, |s| {
                ask(s, "7");
                answer(s, "7");
            };
            "a call that hands a task over" => 0, |s| {
                asked(s, get(format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":{TASK}}}"#)));
            };
        ],
    }
}

/// Kinds of what is delivered.
const KINDS: [&[u8]; 4] = [b"task", b"status-update", b"artifact-update", b"message"];

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let bare = |json: &&_| -> bool { is_bare(json) };
    let Some(json) = object(message).filter(|_| is_a2a(message) && !message.kind.is_reply()).filter(bare) else { return };
    let mut members = json.scan.root.into_iter().flat_map(|root| walk::members(json.octets, root.span));
    let Some(kind) = members.find(|member| member.is(json.octets, b"kind")) else { return };
    let name = text::decode(json.raw(kind.value));
    if KINDS.contains(&&*name) {
        let text = format!("a bare {} is carried, as for a webhook", short(&name));
        sink.report(Some(message.foreign_place()), text).evidence("kind", short(&name));
    }
}

/// Whether the object has no member of JSON-RPC except, perhaps, an id.
const fn is_bare(json: &crate::bridge::carriage::jsonrpc::JsonRpc<'_>) -> bool {
    json.method.is_none() && json.result.is_none() && json.error.is_none() && json.extra > 0
}
