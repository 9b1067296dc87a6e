use super::*;
use crate::base::tree::{Field, Tree};

fn tree(octets: &[u8], frame_type: FrameType) -> Tree {
    let mut tree = TreeBuilder::new(Buffer::Header);
    payload(&mut tree, octets, frame_type, &Reading { generation: None, mappings: &Mappings::default() });
    tree.finish()
}

fn framed(kind: u8, method: &[u8], rest: &[u8]) -> Vec<u8> {
    let protocol = crate::spec::protocol::Protocol::MCP;
    let mut out = Vec::new();
    let envelope = crate::bridge::envelope::Envelope { protocol, message_kind: kind, content_type: 1, flags: 0, correlation: b"7", method };
    envelope.encode(&mut out);
    out.extend_from_slice(rest);
    out
}

fn one<'a>(tree: &'a Tree, path: &str) -> &'a Field {
    let mut found = tree.fields.iter().filter(|field| field.path == path);
    let field = found.next().unwrap_or_else(|| panic!("{path} is missing"));
    assert!(found.next().is_none(), "{path} twice");
    field
}

#[test]
fn shows_a_labelled_request_field_by_field() {
    let rest =
        b"\x00\x13\x00\x04\x02\x02fs{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools\\/call\",\"params\":{\"name\":\"x\",\"name\":{\"z\":1}}}";
    let octets = framed(1, b"tools/call", rest);
    let tree = tree(&octets, FrameType::BRIDGE_REQUEST);
    let texts = [
        ("bridge.protocol_id", "MCP"),
        ("bridge.message_kind", "request"),
        ("bridge.content_type", "application/json"),
        ("bridge.method", "tools/call"),
        ("safety.effect", "non_idempotent_write"),
        ("safety.scope", "fs"),
        ("jsonrpc.kind", "request"),
        ("jsonrpc.id", "7"),
        ("jsonrpc.method", "tools/call"),
    ];
    for (path, text) in texts {
        assert_eq!(one(&tree, path).text, text, "{path}");
    }
    assert_eq!(one(&tree, "jsonrpc.id").span.of(&octets), b"7");
    assert_eq!(one(&tree, "safety.scope").span.of(&octets), b"fs");
    assert_eq!(one(&tree, "bridge.method").span.of(&octets), b"tools/call");
    let repeated = tree.fields.iter().filter(|field| matches!(&field.note, Some((Mark::Bad, note)) if note.contains("already")));
    assert_eq!(repeated.map(|field| field.span.of(&octets)).collect::<Vec<_>>(), [b"{\"z\":1}"]);
    assert!(tree.fields.iter().all(|field| field.buffer == Buffer::Payload && field.span.end as usize <= octets.len()));
}

#[test]
fn shows_errors_of_both_kinds() {
    let foreign =
        tree(&framed(4, b"", br#"{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"no\u001b[2J"}}"#), FrameType::BRIDGE_ERROR);
    assert_eq!(one(&foreign, "jsonrpc.error.code").value, Value::Int(-32601));
    assert_eq!(one(&foreign, "jsonrpc.error.message").text, "no\\u{001b}[2J");
    assert!(matches!(one(&foreign, "jsonrpc.error.message").note, Some((Mark::Warn, _))));
    let transport = tree(&framed(4, b"", b"\x04\x02no"), FrameType::BRIDGE_ERROR);
    assert_eq!(one(&transport, "transport_error.code").value, Value::Uint(4));
    assert_eq!(one(&transport, "transport_error.name").text, "NotDelivered");
    assert_eq!(one(&transport, "transport_error.message").text, "no");
    assert_eq!(transport.values("jsonrpc.kind").count(), 0);
}

#[test]
fn says_what_is_wrong_where_it_is_wrong() {
    let broken = tree(&framed(2, b"", b"{\"a\":"), FrameType::BRIDGE_REQUEST);
    assert!(matches!(&one(&broken, "foreign").note, Some((Mark::Bad, note)) if note.contains("octet 5")));
    assert!(matches!(one(&broken, "bridge.message_kind").note, Some((Mark::Bad, _))));
    let absent = tree(b"\x00\x13\x00\x02\x00\x00", FrameType::BRIDGE_REQUEST);
    assert!(absent.fields.first().is_some_and(|field| matches!(field.note, Some((Mark::Bad, _)))));
}

#[test]
fn a_message_of_many_members_is_bounded_and_says_so() {
    let members: Vec<String> = (0..9000).map(|at| format!("\"k{at}\":[{at}]")).collect();
    let octets = framed(1, b"m", format!("{{{}}}", members.join(",")).as_bytes());
    let tree = tree(&octets, FrameType::BRIDGE_REQUEST);
    assert!(tree.fields.len() < 2100);
    assert_eq!(tree.fields.iter().filter(|field| field.label == "…").count(), 1);
}

proptest::proptest! {
    #[test]
    fn every_span_lies_in_the_payload_whatever_the_octets(
        kind in 1u8..8,
        raw in proptest::bool::ANY,
        rest in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..80),
        text in "[\\[\\]{}\",:0-9a-z\\\\\u{0}\u{1b}]{0,60}",
    ) {
        let mut octets = if raw { Vec::new() } else { framed(kind, b"tools/call", text.as_bytes()) };
        octets.extend(rest);
        for frame_type in 0x0100..0x0107 {
            let tree = tree(&octets, FrameType(frame_type));
            proptest::prop_assert!(tree.fields.iter().all(|field| field.span.end as usize <= octets.len()));
        }
    }
}
