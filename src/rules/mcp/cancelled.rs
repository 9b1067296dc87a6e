//! Which request a `notifications/cancelled` names.

use crate::bridge::mapping::mcp::facts::cancelled_id;
use crate::codec::json::token::Token;
use crate::rules::context::MessageCtx;
use crate::rules::reading::{is_mcp, method};
use crate::session::arrival::Kind;
use crate::session::correlator::Known;

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
