//! `mcp/reply-after-cancel`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, asked_for, is_mcp, short};
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// Whether a reply comes although its request was cancelled.
    /// ## Why it matters
    /// The requester does not wait for it any more. A reply that crosses the cancel on the wire is legal.
    /// ## What to do
    /// Nothing, unless the responder never heeds a cancel.
    pub static REPLY_AFTER_CANCEL = {
        id: "mcp/reply-after-cancel", severity: Note, certainty: Certain,
        clause: May MAP_MCP "4.3", scope: Exchange, fault: Responder,
        check: Message(check, Reply),
        fixtures: [
            "a result after the cancel" => 1, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly));
                s.notify(C2s, "notifications/cancelled", r#"{"requestId":9}"#).called("9", "ok");
            };
            "a result before the cancel" => 0, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).called("9", "ok");
                s.notify(C2s, "notifications/cancelled", r#"{"requestId":9}"#);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let ends = message.link.role == Role::Terminal && is_mcp(message);
    let Some(cancel) = answered(message).filter(|_| ends).and_then(|request| request.cancelled) else { return };
    let text = format!("a reply to {} comes after its cancel", short(asked_for(message).as_bytes()));
    sink.report(None, text).peer(cancel);
}
