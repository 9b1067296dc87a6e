//! The inputs in order, as far as they are known: shared with those who read octets back.

use std::io;
use std::sync::{Arc, PoisonError, RwLock};

use crate::base::input::ReadAt;

use super::backing::Backing;

/// Grows as inputs are begun; an input keeps its place.
#[derive(Default)]
pub(super) struct Shelf(RwLock<Vec<Arc<dyn Backing>>>);

impl Shelf {
    /// Puts an input at its place, unless it stands there.
    pub(super) fn put(&self, at: usize, backing: &Arc<dyn Backing>) {
        let mut inputs = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if inputs.len() == at {
            inputs.push(Arc::clone(backing));
        }
    }
}

impl ReadAt for Shelf {
    fn read_at(&self, input: usize, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let found = self.0.read().unwrap_or_else(PoisonError::into_inner).get(input).cloned();
        let backing = found.ok_or(io::ErrorKind::NotFound)?;
        if backing.overwritten().is_some() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "the ring of capture files has overwritten these octets"));
        }
        backing.read_exact(offset, buffer)
    }
}
