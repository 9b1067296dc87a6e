//! What the program knows of a protocol beyond its method table.

/// Whose rules judge the messages of a protocol, besides those of its carriage class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Dialect {
    /// Nobody's.
    #[default]
    Plain,
    /// Sessions, tools and their annotations.
    Mcp,
    /// Tasks and their streams.
    A2a,
    /// Runs and their events.
    AgUi,
    /// Mandates.
    Ap2,
    /// Interactions of the Web of Things.
    Lmos,
    /// Scripts.
    AgentScript,
    /// SLIM and Agent Connect, which carry other protocols under their own identifiers.
    Agntcy,
    /// An agent framework whose adapters speak other protocols.
    AgentFramework,
    /// A gateway that names a method by route and verb.
    Toa,
    /// A library that validates requests more strictly than JSON-RPC.
    MemoFs,
}
