//! Registered protocols under identifiers that mean something else.

use crate::bridge::carriage::jsonrpc::{JsonRpc, MessageKind, Version};
use crate::codec::json::scan::Bounds;

use super::{MAPPINGS, Mapping};

/// The method of a JSON-RPC call, when one of the mappings lists it under a name of two parts: `ping` proves nothing.
pub fn recognize(foreign: &[u8]) -> Option<(Vec<u8>, &'static Mapping)> {
    if !foreign.trim_ascii_start().starts_with(b"{") {
        return None;
    }
    let json = JsonRpc::digest(foreign, Bounds::default());
    let calls = matches!(json.kind, MessageKind::Request | MessageKind::Notification) && json.version == Version::Two;
    let method = json.method_text().filter(|method| calls && method.contains(&b'/'))?.into_owned();
    let known = MAPPINGS.iter().copied().find(|known| known.find(&method).is_some())?;
    Some((method, known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_a_call_by_a_method_of_two_parts() {
        let name = |text: &str| recognize(text.as_bytes()).map(|(_, known)| known.name);
        assert_eq!(name(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#), Some("MCP"));
        assert_eq!(name(r#"{"jsonrpc":"2.0","id":1,"method":"message/send"}"#), Some("A2A"));
        assert_eq!(name(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#), None);
        assert_eq!(name(r#"{"id":1,"method":"tools/call"}"#), None);
        assert_eq!(name("tools/call"), None);
    }
}
