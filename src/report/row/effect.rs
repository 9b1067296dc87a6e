//! An effect, as JSON.

use serde::Serialize;

use crate::spec::effect::Effect;

/// The name of an effect, or the number of an undefined one.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(untagged)]
pub(in crate::report) enum EffectName {
    Name(&'static str),
    Number(u8),
}

impl EffectName {
    /// From the effect octet.
    pub(in crate::report) fn new(octet: u8) -> Self {
        Effect::from_code(octet).map_or(Self::Number(octet), |effect| Self::Name(effect.name()))
    }
}
