//! Integration tests, in one binary: it links once.

mod architecture;
mod bridge_truth;
mod cli;
mod mapping_tables;
mod vectors;
mod vectors_bridge;
