//! `mcp/version-in-envelope`

use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::{is_mcp, short};

declare_rule! {
    /// ## What it checks
    /// Whether envelope method, label scope or an unknown TLV carries a revision of MCP.
    /// ## Why it matters
    /// The revision is settled by `initialize`, inside the objects; a second place can contradict it.
    /// ## What to do
    /// Leave the revision to `initialize`.
    pub static VERSION_IN_ENVELOPE = {
        id: "mcp/version-in-envelope", severity: Warning, certainty: Heuristic,
        clause: Must MAP_MCP "8", scope: Frame, fault: Sender,
        alternative: "The date may mean something else.",
        check: Message(check),
        fixtures: [
            "a revision in the scope" => 1, |s| {
                let object = r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"read_file"}}"#;
                let message = BridgeSpec::request(Protocol::MCP, "tools/call", "9", object).label(Effect::ReadOnly, "mcp 2025-11-25");
                s.mcp_session().bridge(C2s, message).called("9", "ok");
            };
            "another date in the scope" => 0, |s| {
                let object = r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"read_file"}}"#;
                let message = BridgeSpec::request(Protocol::MCP, "tools/call", "9", object).label(Effect::ReadOnly, "log 2025-11-24");
                s.mcp_session().bridge(C2s, message).called("9", "ok");
            };
        ],
    }
}

/// Revisions of MCP, and the name of its HTTP header.
const SIGNS: [&[u8]; 5] = [b"2024-11-05", b"2025-03-26", b"2025-06-18", b"2025-11-25", b"mcp-protocol-version"];

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if !is_mcp(message) || message.frame.is_replay() {
        return;
    }
    let envelope = message.envelope.map(|envelope| (envelope.method, envelope.method_span()));
    let label = message.payload.label.as_ref();
    let scope = label.and_then(|part| part.value.as_ref().map(|label| (label.scope, part.span)));
    let unknown = message.payload.unknown.iter().map(|tlv| (tlv.value, tlv.span));
    let mut places = envelope.into_iter().chain(scope).chain(unknown);
    let Some((octets, span)) = places.find(|(octets, _)| carries_version(octets)) else { return };
    let text = format!("{} outside the object names a revision of MCP", short(octets));
    sink.report(payload(span), text).evidence("octets_hex", octets);
}

fn carries_version(octets: &[u8]) -> bool {
    memchr::memchr_iter(b'-', octets).any(|hyphen| SIGNS.iter().any(|sign| stands(octets, hyphen, sign).is_some()))
}

/// Whether a sign stands, in any case, where its first hyphen is the one at `hyphen`.
fn stands(octets: &[u8], hyphen: usize, sign: &[u8]) -> Option<()> {
    let start = hyphen.checked_sub(memchr::memchr(b'-', sign)?)?;
    octets.get(start..)?.get(..sign.len())?.eq_ignore_ascii_case(sign).then_some(())
}
