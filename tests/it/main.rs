//! Integration tests, in one binary.

mod vectors;
