//! `Agent2Agent`: what its method table does not say [A2A mapping §3 to §8].

pub mod facts;
