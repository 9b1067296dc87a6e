//! `a2a/push-error-as-transport`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, asked_for, is_a2a, refused_with, short};
use crate::spec::protocol::Protocol as Carried;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// Whether a push-notification method is refused with `MethodUnsupported` while the same peer answers other A2A methods.
    /// ## Why it matters
    /// An agent without push notifications says so itself, with its own error -32003; the client then knows what is missing.
    /// ## What to do
    /// Deliver the request and pass the agent's error on.
    pub static PUSH_ERROR_AS_TRANSPORT = {
        id: "a2a/push-error-as-transport", severity: Error, certainty: Heuristic,
        clause: Must MAP_A2A "8 (A-42)", scope: Exchange, fault: Responder,
        alternative: "The carrier may really not carry these methods.",
        check: Message(check, Error),
        fixtures: [
            "refused after a task was answered" => 1, |s| {
                ask(s, "1");
                answer(s, "1");
                s.protocol(Protocol::A2A).request(C2s, "tasks/pushNotificationConfig/list", "2", r#"{"id":"t-1"}"#);
                s.transport_error(S2c, "2", 3, "unsupported");
            };
            "refused by the agent itself" => 0, |s| {
                ask(s, "1");
                answer(s, "1");
                s.protocol(Protocol::A2A).request(C2s, "tasks/pushNotificationConfig/list", "2", r#"{"id":"t-1"}"#);
                fail_as(s, "2", "2", -32003);
            };
        ],
    }
}

/// `MethodUnsupported`.
const REFUSED: u8 = 3;

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let refused = refused_with(message) == Some(REFUSED);
    let name = asked_for(message);
    let push = refused && is_a2a(message) && name.starts_with("tasks/pushNotificationConfig/");
    let Some(request) = answered(message).filter(|_| push) else { return };
    if message.association().state.served.contains(&(message.frame.direction, Carried::A2A)) {
        let text = format!("{} was refused with MethodUnsupported although A2A is answered here", short(name.as_bytes()));
        sink.report(Some(message.foreign_place()), text).peer(request.frame).at_most(Severity::Warning);
    }
}
