//! Integration tests, in one binary: it links once.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stderr, reason = "tests panic on purpose and say what they skip")]

mod architecture;
mod bridge_truth;
mod catalogue;
mod cases;
mod cli;
mod contract;
mod dialects;
mod filter;
mod generations;
mod identity;
mod innocence;
mod interop_quic;
mod interop_tls;
mod limits;
mod mapping_tables;
mod native;
mod observed;
mod program;
mod property;
mod quic;
mod quic_carrier;
mod replay;
mod recording;
mod relay;
mod report;
mod rules;
mod situations;
mod strict;
mod tls;
mod tui_pty;
mod vectors;
mod vectors_bridge;
mod vectors_native;
mod vectors_generations;
mod verdicts;
