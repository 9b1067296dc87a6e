//! `a2a/method-case`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_a2a, method, short};
use crate::session::arrival::Kind;
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// Whether a method is spelled as version 1.0 spells it: in `PascalCase`, or under a new name.
    /// ## Why it matters
    /// The mapping describes version 0.3.0; what the method does is inferred.
    /// ## What to do
    /// Agree on the version.
    pub static METHOD_CASE = {
        id: "a2a/method-case", severity: Note, certainty: Certain,
        clause: May MAP_A2A "11", scope: Frame, fault: Sender,
        check: Message(check, Call),
        fixtures: [
            "SendMessage" => 1 also ["exchange/unanswered"], |s| {
                s.protocol(Protocol::A2A).request_labelled(C2s, "SendMessage", "7", "{}", Effect::NonIdempotentWrite);
            };
            "message/send" => 0, |s| { s.a2a_send("7"); };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let calls = matches!(message.kind, Kind::Request | Kind::Notify) && is_a2a(message) && !message.frame.is_replay();
    let Some(json) = message.json.filter(|json| calls && json.scan.fault.is_none() && json.method_text().is_some()) else { return };
    let name = method(message);
    let pascal = name.first().is_some_and(u8::is_ascii_uppercase) && name.iter().all(u8::is_ascii_alphanumeric);
    if message.listed.map_or(pascal, |method| method.alias_of.is_some()) {
        let place = json.method.map(|token| Place::Foreign(token.span));
        sink.report(place, format!("{} is spelled as in version 1.0", short(&name))).evidence("method", short(&name));
    }
}
