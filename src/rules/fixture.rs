//! What fixtures are written with.

pub(super) use crate::base::direction::Direction::{C2s, S2c};
pub(super) use crate::scenario::{BridgeSpec, FrameSpec};
pub(super) use crate::spec::channel::Channel;
#[allow(unused_imports, reason = "some fixtures need it")]
pub(super) use crate::spec::effect::Effect;
pub(super) use crate::spec::frame_type::FrameType;
pub(super) use crate::spec::profile::Profile;
pub(super) use crate::spec::protocol::Protocol;
pub(super) use crate::spec::suite::Suite;
