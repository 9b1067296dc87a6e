//! What a call breaks of its dialect, in a few bits: a request remembers it until its reply comes.

/// One thing that a call breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallFault {
    /// The text is no JSON.
    Unreadable,
    /// It is no object.
    NotObject,
    /// It is not of JSON-RPC 2.0.
    Version,
    /// It names no method.
    Method,
    /// Its id is of a type that no id may have.
    Id,
    /// Its params are no object.
    Params,
    /// A variable of its name has no value.
    Variable,
    /// Its query is no object.
    Query,
    /// Its name can be the name of nothing.
    Name,
}

/// Everything that a call breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CallFaults(u16);

impl CallFaults {
    /// Adds one.
    pub const fn add(&mut self, fault: CallFault) {
        self.0 |= 1 << fault as u16;
    }

    /// Whether it is among them.
    pub const fn has(self, fault: CallFault) -> bool {
        self.0 & (1 << fault as u16) != 0
    }

    /// Whether one of these is among them.
    pub fn has_any(self, faults: &[CallFault]) -> bool {
        faults.iter().any(|fault| self.has(*fault))
    }

    /// Whether nothing is wrong.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}
