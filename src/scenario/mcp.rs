//! MCP 2025-11-25 sessions [map-mcp §4–§6].

use crate::base::direction::Direction::{C2s, S2c};
use crate::spec::effect::Effect;

use super::Scenario;

/// Parameters of `initialize`: every capability that a client can have.
const INITIALIZE: &str = concat!(
    r#"{"protocolVersion":"2025-11-25","capabilities":{"roots":{"listChanged":true},"sampling":{},"elicitation":{}},"#,
    r#""clientInfo":{"name":"desk","version":"1.4.0"}}"#
);

/// Answer to `initialize`: every capability that a server can have.
const INITIALIZED: &str = concat!(
    r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true},"resources":{"subscribe":true,"listChanged":true},"#,
    r#""prompts":{"listChanged":true},"logging":{},"completions":{},"#,
    r#""tasks":{"list":{},"cancel":{},"requests":{"tools":{"call":{}}}}},"serverInfo":{"name":"archive","version":"0.9.2"}}"#
);

/// The tools of the server: one of each class, and one that says nothing about itself.
const TOOLS: &str = concat!(
    r#"{"tools":[{"name":"read_file","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}},"#,
    r#"{"name":"write_note","inputSchema":{"type":"object"},"#,
    r#""annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":true}},"#,
    r#"{"name":"send_mail","inputSchema":{"type":"object"},"#,
    r#""annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false}},"#,
    r#"{"name":"delete_branch","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":false,"destructiveHint":true}},"#,
    r#"{"name":"mystery","inputSchema":{"type":"object"}}]}"#
);

impl Scenario {
    /// A conformant beginning: `initialize` (id 1), `notifications/initialized`, `tools/list` (id 2) with the tools `read_file`
    /// (read-only), `write_note` (idempotent), `send_mail` (not idempotent), `delete_branch` (destructive) and `mystery` (no annotations).
    pub fn mcp_session(&mut self) -> &mut Self {
        self.mcp_initialize();
        self.request(C2s, "tools/list", "2", "{}").respond(S2c, "2", TOOLS)
    }

    /// `initialize` (id 1) and `notifications/initialized`, without the listing of tools.
    pub fn mcp_initialize(&mut self) -> &mut Self {
        self.request(C2s, "initialize", "1", INITIALIZE).respond(S2c, "1", INITIALIZED);
        self.notify(C2s, "notifications/initialized", "")
    }

    /// A client's `tools/call`, labelled or not.
    pub fn call(&mut self, id: &str, tool: &str, label: Option<Effect>) -> &mut Self {
        let params = format!(r#"{{"name":"{tool}","arguments":{{}}}}"#);
        match label {
            Some(effect) => self.request_labelled(C2s, "tools/call", id, &params, effect),
            None => self.request(C2s, "tools/call", id, &params),
        }
    }

    /// A server's answer to a `tools/call`.
    pub fn called(&mut self, id: &str, text: &str) -> &mut Self {
        self.respond(S2c, id, &format!(r#"{{"content":[{{"type":"text","text":"{text}"}}],"isError":false}}"#))
    }
}
