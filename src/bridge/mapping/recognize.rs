//! Registered protocols under identifiers that mean something else.

use std::borrow::Cow;

use super::{Mapping, Mappings};
use crate::bridge::carriage::jsonrpc::{JsonRpc, MessageKind, Version};
use crate::codec::json::scan::Bounds;
use crate::spec::protocol::Protocol;

/// The protocols that are looked for.
const REGISTERED: [Protocol; 2] = [Protocol::MCP, Protocol::A2A];

/// The method of a call under `protocol`, when MCP or A2A lists it under a name of two parts, `ping` proves nothing, and what the
/// identifier is bound to does not. `json` is the digest of `foreign`, when there is one.
pub fn recognize<'f, 'm>(
    mappings: &'m Mappings,
    protocol: Protocol,
    json: Option<&JsonRpc<'f>>,
    foreign: &'f [u8],
) -> Option<(Cow<'f, [u8]>, &'m Mapping)> {
    let method = match json {
        Some(json) => method_of(json),
        None if foreign.trim_ascii_start().starts_with(b"{") => method_of(&JsonRpc::digest(foreign, Bounds::default())),
        None => None,
    }?;
    let known = REGISTERED.iter().filter_map(|protocol| mappings.of(*protocol)).find(|known| known.find(&method).is_some())?;
    let agreed = mappings.of(protocol).is_some_and(|bound| bound.find(&method).is_some());
    (!agreed).then_some((method, known))
}

fn method_of<'f>(json: &JsonRpc<'f>) -> Option<Cow<'f, [u8]>> {
    let calls = matches!(json.kind, MessageKind::Request | MessageKind::Notification) && json.version == Version::Two;
    json.method_text().filter(|method| calls && method.contains(&b'/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognizes_a_call_by_a_method_of_two_parts() {
        let mappings = Mappings::default();
        let name = |text: &str| recognize(&mappings, Protocol(0x40), None, text.as_bytes()).map(|(_, known)| known.name.to_string());
        assert_eq!(name(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#).as_deref(), Some("MCP"));
        assert_eq!(name(r#"{"jsonrpc":"2.0","id":1,"method":"message/send"}"#).as_deref(), Some("A2A"));
        assert_eq!(name(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#), None);
        assert_eq!(name(r#"{"id":1,"method":"tools/call"}"#), None);
        assert_eq!(name("tools/call"), None);
    }

    #[test]
    fn an_identifier_that_is_bound_to_the_protocol_hides_nothing() {
        let mut mappings = Mappings::default();
        mappings.bind(Protocol(0x40), "mcp").unwrap();
        let found = |text: &str| recognize(&mappings, Protocol(0x40), None, text.as_bytes()).is_some();
        assert!(!found(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#));
        assert!(found(r#"{"jsonrpc":"2.0","id":1,"method":"message/send"}"#));
    }
}
