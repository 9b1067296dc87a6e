//! The class of a tool call, from the annotations that the server listed [MCP mapping §6.2]. Hints are untrusted: they never
//! clear another finding.

use crate::bridge::mapping::method::Basis;
use crate::spec::effect::Effect;

/// The hints of one tool. A hint that is no JSON boolean counts as absent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Annotations {
    /// `readOnlyHint`.
    pub read_only: Option<bool>,
    /// `destructiveHint`.
    pub destructive: Option<bool>,
    /// `idempotentHint`.
    pub idempotent: Option<bool>,
}

impl Annotations {
    /// The class of a call of the tool, and whether the mapping document says so itself.
    pub const fn class(self) -> (Effect, Basis) {
        match (self.read_only, self.destructive, self.idempotent) {
            (Some(true), _, _) => (Effect::ReadOnly, Basis::Spec),
            (Some(false), Some(false), Some(true)) => (Effect::IdempotentWrite, Basis::Spec),
            (Some(false), Some(false), Some(false)) => (Effect::NonIdempotentWrite, Basis::Spec),
            (Some(false), Some(false), None) => (Effect::NonIdempotentWrite, Basis::Derived),
            (Some(false), Some(true), _) | (None, _, _) => (Effect::Destructive, Basis::Spec),
            (Some(false), None, _) => (Effect::Destructive, Basis::Derived),
        }
    }
}
