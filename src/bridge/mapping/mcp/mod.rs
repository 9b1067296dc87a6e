//! Model Context Protocol: what its method table does not say [MCP mapping §4, §6].

pub mod facts;
pub mod tools;
