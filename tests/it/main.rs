//! Integration tests, in one binary: it links once.

mod architecture;
mod mapping_tables;
mod vectors;
mod vectors_bridge;
