//! `notify/awaited`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// Whether a sender that was silent for some seconds after a notification sends the very same one again, as if it had waited for an
    /// answer.
    /// ## Why it matters
    /// A notification is never answered: who waits for one stands still, and the receiver acts twice.
    /// ## What to do
    /// Send a request where an answer is needed.
    pub static AWAITED = {
        id: "notify/awaited", severity: Note, certainty: Heuristic,
        clause: Must BRIDGE "8", scope: Association, fault: Sender,
        alternative: "The same thing may have happened twice.",
        check: Message(check, Notify),
        fixtures: [
            "the same notification after ten seconds of silence" => 1, |s| {
                s.mcp_session().notify(C2s, "notifications/roots/list_changed", "");
                s.wait(10_000).notify(C2s, "notifications/roots/list_changed", "");
            };
            "another request in between" => 0, |s| {
                s.mcp_session().notify(C2s, "notifications/roots/list_changed", "");
                s.wait(10_000).request(C2s, "ping", "9", "").respond(S2c, "9", "{}");
                s.notify(C2s, "notifications/roots/list_changed", "");
            };
            "the progress goes on" => 0, |s| {
                s.mcp_session().request_labelled(
                    C2s,
                    "tools/call",
                    "9",
                    r#"{"name":"read_file","_meta":{"progressToken":"p"}}"#,
                    Effect::ReadOnly,
                );
                s.notify(S2c, "notifications/progress", r#"{"progressToken":"p","progress":1}"#);
                s.wait(10_000).notify(S2c, "notifications/progress", r#"{"progressToken":"p","progress":2}"#).called("9", "ok");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(earlier) = message.link.again.filter(|_| message.link.role == Role::Notification) else { return };
    let text = format!("{} is sent again after a silence", short(message.method));
    sink.report(Some(message.foreign_place()), text).peer(earlier).evidence("method", short(message.method));
}
