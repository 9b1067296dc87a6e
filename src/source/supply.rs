//! Where further inputs come from, when those that were opened first are read.

use super::error::Error;
use super::medium::Medium;

/// What there is to read next.
pub(super) enum More {
    /// This.
    Input(Medium),
    /// Nothing yet.
    Wait,
    /// Nothing any more.
    End,
}

/// Gives inputs one after another.
pub(super) trait Supply: Send {
    /// Input number `at`, 0-based.
    fn next(&mut self, at: usize) -> Result<More, Error>;

    /// Whether input number `at`, of which nothing is left now, is over although its writer did not say so.
    fn is_over(&mut self, _at: usize, _medium: &Medium) -> bool {
        false
    }

    /// Whether inputs go on until somebody stops them.
    fn is_endless(&self) -> bool {
        true
    }

    /// What gives the further inputs once more, for a second reader.
    fn again(&self) -> Box<dyn Supply>;

    /// Gives nothing new from now on.
    fn stop(&mut self);
}

/// Nothing behind what was opened first.
pub(super) struct NoMore;

impl Supply for NoMore {
    fn next(&mut self, _at: usize) -> Result<More, Error> {
        Ok(More::End)
    }

    fn is_endless(&self) -> bool {
        false
    }

    fn again(&self) -> Box<dyn Supply> {
        Box::new(Self)
    }

    fn stop(&mut self) {}
}
