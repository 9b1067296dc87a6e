//! The SafetyLabel: what a request does to state [bridge §7].

use super::envelope::{counted, cut, tlv_head};
use crate::base::reader::Reader;
use crate::spec::effect::Effect;
use crate::spec::tlv::TlvType;

/// A label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label<'a> {
    /// The effect octet, defined or not.
    pub effect: u8,
    /// What the effect applies to; free text in UTF-8.
    pub scope: &'a [u8],
}

/// What is wrong with a label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabelFault {
    /// The TLV is longer than the payload.
    Overrun {
        /// Octets its length field asks for.
        need: usize,
        /// Octets that are there.
        have: usize,
    },
    /// The value ends in front of the scope.
    Short {
        /// Octets of the value.
        have: usize,
    },
    /// `scope_len` asks for more octets than the value has.
    Scope {
        /// Octets asked for.
        need: usize,
        /// Octets that are there.
        have: usize,
    },
    /// Octets follow the scope inside the TLV. The fields are readable nevertheless.
    Trailing {
        /// How many.
        count: usize,
    },
}

impl<'a> Label<'a> {
    /// Reads the value of a label TLV, and says what is wrong with it. Fields survive octets that trail them.
    pub fn decode(value: &'a [u8]) -> (Option<Self>, Option<LabelFault>) {
        let mut reader = Reader::new(value);
        let (Ok(effect), Ok(length)) = (reader.u8(), reader.u8()) else {
            return (None, Some(LabelFault::Short { have: value.len() }));
        };
        match reader.take(usize::from(length)) {
            Err(short) => (None, Some(LabelFault::Scope { need: short.need, have: short.have })),
            Ok(scope) => {
                let count = reader.left();
                (Some(Self { effect, scope }), (count > 0).then_some(LabelFault::Trailing { count }))
            }
        }
    }

    /// The class of the effect octet; `None` when undefined.
    pub const fn class(&self) -> Option<Effect> {
        Effect::from_code(self.effect)
    }

    /// The class a receiver applies: an undefined effect is processed as destructive.
    pub fn effective(&self) -> Effect {
        self.class().unwrap_or(Effect::Destructive)
    }

    /// Appends the TLV. A scope of more than 255 octets is cut: the layout cannot hold it.
    pub fn encode(&self, out: &mut Vec<u8>) {
        tlv_head(TlvType::SAFETY_LABEL, cut(self.scope).len().saturating_add(2), out);
        out.push(self.effect);
        counted(self.scope, out);
    }
}

impl std::fmt::Display for LabelFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Overrun { need, have } => write!(f, "the SafetyLabel is {need} octets long, {have} are there"),
            Self::Short { have } => write!(f, "the SafetyLabel ends after {have} octets, in front of its scope"),
            Self::Scope { need, have } => write!(f, "the scope is {need} octets long, {have} are there"),
            Self::Trailing { count: 1 } => f.write_str("1 octet follows the scope inside the SafetyLabel"),
            Self::Trailing { count } => write!(f, "{count} octets follow the scope inside the SafetyLabel"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_a_label_and_says_what_is_wrong_with_it() {
        assert_eq!(Label::decode(&[2, 1, b'x']), (Some(Label { effect: 2, scope: b"x" }), None));
        assert_eq!(Label::decode(&[2]), (None, Some(LabelFault::Short { have: 1 })));
        assert_eq!(Label::decode(&[2, 5, b'f']), (None, Some(LabelFault::Scope { need: 5, have: 1 })));
        assert_eq!(Label::decode(&[9, 0, b'f']), (Some(Label { effect: 9, scope: b"" }), Some(LabelFault::Trailing { count: 1 })));
    }

    #[test]
    fn an_undefined_effect_is_processed_as_destructive() {
        assert_eq!(Label { effect: 4, scope: b"" }.effective(), Effect::Destructive);
        assert_eq!(Label { effect: 0, scope: b"" }.effective(), Effect::ReadOnly);
    }
}
