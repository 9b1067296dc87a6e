//! How the program ends.

use std::process::{ExitCode, Termination};

/// The exit status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitStatus {
    /// Nothing at or above what `--fail-on` says.
    Success,
    /// Findings at or above it.
    Findings,
    /// Wrong usage, or an input or output that could not be used.
    Failure,
    /// Nothing could be judged.
    Inconclusive,
    /// Interrupted.
    Interrupted,
    /// Ended by a signal while the interface was open.
    Signal(u8),
}

impl ExitStatus {
    /// The number the shell sees.
    pub const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Findings => 1,
            Self::Failure => 2,
            Self::Inconclusive => 3,
            Self::Interrupted => 130,
            Self::Signal(number) => 128_u8.saturating_add(number),
        }
    }
}

impl Termination for ExitStatus {
    fn report(self) -> ExitCode {
        ExitCode::from(self.code())
    }
}
