//! Octets from the world: capture files, standard input, live interfaces.

mod error;
mod file;

pub use error::Error;
pub use file::FileSource;
