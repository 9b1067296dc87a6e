//! Integration tests, in one binary: it links once.

mod architecture;
mod vectors;
