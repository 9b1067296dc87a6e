//! What the rules about an MCP session ask of a message.

use crate::base::direction::Direction;
use crate::bridge::mapping::mcp::facts::{cancelled_id, cursor};
use crate::codec::json::token::Token;
use crate::rules::context::MessageCtx;
use crate::rules::reading::{is_mcp, method};
use crate::session::arrival::Kind;
use crate::session::correlator::Known;
use crate::session::lifecycle::Lifecycle;

/// The session, as it stood before the message.
pub(super) const fn session<'a>(message: &MessageCtx<'a>) -> &'a Lifecycle {
    &message.association().state.lifecycle
}

/// The method of an MCP request other than `initialize` and `ping`.
pub(super) fn ordinary<'a>(message: &MessageCtx<'a>) -> Option<&'a [u8]> {
    let asks = is_mcp(message) && message.kind == Kind::Request && !message.frame.is_replay();
    let readable = message.json.is_some_and(|json| json.scan.fault.is_none() && json.method.is_some());
    (asks && readable && !matches!(message.method, b"initialize" | b"ping")).then_some(message.method)
}

/// Whether everything that both sides sent was captured and read: a message that was not seen was not sent.
pub(super) fn complete(message: &MessageCtx<'_>) -> bool {
    let association = message.association();
    Direction::BOTH.into_iter().all(|direction| association.whole(direction))
}

/// The method of an ordinary request that is sent before `initialize` was answered: every one of a client that did not wait, and the
/// first one of a session that has no `initialize`.
pub(super) fn uninitialized<'a>(message: &MessageCtx<'a>) -> Option<&'a [u8]> {
    let phases = session(message);
    let name = ordinary(message).filter(|_| phases.initialized.is_none() && !phases.unsure && complete(message))?;
    let fresh = match phases.client {
        None => phases.first.iter().all(Option::is_none),
        Some(client) => client == message.frame.direction,
    };
    fresh.then_some(name)
}

/// Methods about something that only an earlier part of the session can have made.
const LATER: [&[u8]; 4] = [b"tasks/get", b"tasks/result", b"tasks/cancel", b"resources/unsubscribe"];

/// Whether a request of a session without `initialize` makes sense only in one that is under way.
pub(super) fn presumes_state(message: &MessageCtx<'_>) -> bool {
    let pages = message.json.is_some_and(|json| cursor(json).is_some());
    session(message).initialize.is_none() && (pages || LATER.contains(&message.method))
}

/// The id that is withdrawn, and what is known of it.
pub(super) struct Named<'a> {
    /// The id.
    pub(super) token: Token,
    /// Its raw octets.
    pub(super) raw: &'a [u8],
    /// What is known of it among the sender's own requests.
    pub(super) own: Known,
    /// What is known of it among the requests of the other side.
    pub(super) other: Known,
}

/// The id that a `notifications/cancelled` withdraws.
pub(super) fn named<'a>(message: &MessageCtx<'a>) -> Option<Named<'a>> {
    let notifies = is_mcp(message) && message.kind == Kind::Notify && !message.frame.is_replay();
    let json = message.json.filter(|_| notifies && *method(message) == *b"notifications/cancelled")?;
    let token = cancelled_id(json)?;
    let raw = json.raw(token);
    let correlator = &message.association().state.correlator;
    let direction = message.frame.direction;
    Some(Named { token, raw, own: correlator.known(direction, raw), other: correlator.known(direction.flip(), raw) })
}
