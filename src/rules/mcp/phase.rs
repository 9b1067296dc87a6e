//! What the rules about an MCP session's phases ask of a message.

use crate::base::direction::Direction;
use crate::rules::context::MessageCtx;
use crate::rules::reading::{is_mcp, method};
use crate::session::arrival::Kind;
use crate::session::lifecycle::Lifecycle;

/// The session, as it stood before the message.
pub(super) const fn session<'a>(message: &MessageCtx<'a>) -> &'a Lifecycle {
    &message.association().state.lifecycle
}

/// The method of an MCP request other than `initialize` and `ping`.
pub(super) fn ordinary(message: &MessageCtx<'_>) -> Option<Vec<u8>> {
    let asks = is_mcp(message) && message.kind == Kind::Request && !message.frame.is_replay();
    let readable = message.json.is_some_and(|json| json.scan.fault.is_none() && json.method.is_some());
    let method = method(message);
    (asks && readable && !matches!(&*method, b"initialize" | b"ping")).then(|| method.into_owned())
}

/// Whether everything that both sides sent was captured and read: a message that was not seen was not sent.
pub(super) fn complete(message: &MessageCtx<'_>) -> bool {
    let association = message.association();
    Direction::BOTH.into_iter().all(|direction| association.whole(direction))
}
