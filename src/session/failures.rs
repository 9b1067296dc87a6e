//! How the requests of an association failed: enough to see that every failure looks the same.

use crate::base::direction::Direction;
use crate::base::symbol::Sym;

/// Failures remembered for one direction.
const MOST: usize = 256;

/// A failed request: what was asked, and what came back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The method.
    pub method: Sym,
    /// The error's octets without the id, as a checksum.
    pub mark: u32,
}

/// Failures by the sender of the errors.
#[derive(Debug, Default)]
pub struct Failures([Vec<Failure>; 2]);

impl Failures {
    /// A request failed.
    pub fn take(&mut self, direction: Direction, failure: Failure) {
        let list = &mut self.0[direction.index()];
        if list.len() < MOST {
            list.push(failure);
        }
    }

    /// Failures and different methods among them, when all errors of a sender are the same.
    pub fn alike(&self, direction: Direction) -> Option<(usize, usize)> {
        let list = &self.0[direction.index()];
        let first = list.first()?;
        let mut methods: Vec<Sym> = list.iter().map(|failure| failure.method).collect();
        methods.sort_unstable();
        methods.dedup();
        list.iter().all(|failure| failure.mark == first.mark).then_some((list.len(), methods.len()))
    }

    /// Client and server were taken for each other.
    pub fn swap_roles(&mut self) {
        self.0.swap(0, 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_other_error_breaks_the_likeness() {
        let mut failures = Failures::default();
        let failure = |mark| Failure { method: Sym::EMPTY, mark };
        assert_eq!(failures.alike(Direction::S2c), None);
        failures.take(Direction::S2c, failure(1));
        failures.take(Direction::S2c, failure(1));
        assert_eq!(failures.alike(Direction::S2c), Some((2, 1)));
        failures.take(Direction::S2c, failure(2));
        assert_eq!(failures.alike(Direction::S2c), None);
    }
}
