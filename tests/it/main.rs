//! Integration tests, in one binary.

mod mapping_tables;
mod vectors;
mod vectors_bridge;
