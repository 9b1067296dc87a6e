//! Phases of an MCP session on one association [mcp §5].

use crate::base::direction::Direction;
use crate::base::id::FrameId;

/// What was seen of the MCP session.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lifecycle {
    /// Who sent `initialize` first: the MCP client, whatever its handshake role.
    pub client: Option<Direction>,
    /// The first `initialize`.
    pub initialize: Option<FrameId>,
    /// Its reply, and whether it was a success.
    pub initialized: Option<(FrameId, bool)>,
    /// `notifications/initialized`.
    pub ready: Option<FrameId>,
    /// Whether any MCP message was seen at all.
    pub any: bool,
}
