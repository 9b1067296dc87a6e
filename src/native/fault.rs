//! What can be wrong with a field of a body.

use crate::base::span::ByteSpan;

/// One thing that is wrong with a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldFault {
    /// What.
    pub reason: FieldReason,
    /// The key.
    pub key: u64,
    /// The field's name in the companion.
    pub name: &'static str,
    /// The record that holds the field; empty for the body itself.
    pub record: &'static str,
    /// The value, or the map that lacks it.
    pub span: ByteSpan,
}

/// What can be wrong with a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldReason {
    /// A required key is absent.
    Missing,
    /// The value is of another type.
    Type {
        /// What it should be.
        wanted: &'static str,
        /// What it is.
        found: &'static str,
    },
    /// A number is greater than it may be.
    Range {
        /// The greatest that is allowed.
        most: u64,
    },
    /// A string is of a length that is not allowed.
    Length {
        /// Its octets.
        octets: usize,
        /// The fewest that are allowed.
        least: usize,
        /// The most that are allowed.
        most: usize,
    },
    /// A list has another number of elements than it must.
    Count {
        /// How many there must be.
        wanted: usize,
    },
    /// None of several keys is there.
    NoneOf,
    /// An amount of money that cannot be understood.
    Amount,
    /// There is no correlation, and there must be one.
    CorrMissing,
    /// The correlation is no octet string, or not of 1 to 64 octets.
    CorrShape,
    /// There is a correlation, and there must be none.
    CorrPresent,
}

impl FieldReason {
    /// Whether it is about the correlation.
    pub const fn is_corr(self) -> bool {
        matches!(self, Self::CorrMissing | Self::CorrShape | Self::CorrPresent)
    }
}
