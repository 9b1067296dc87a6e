//! One integration binary: it links once.

mod architecture;
//! Integration tests, in one binary.

mod vectors;
