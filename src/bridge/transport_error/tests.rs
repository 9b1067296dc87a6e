use super::*;

fn verdict(slot: &[u8]) -> &'static str {
    classify(slot, CarriageClass::JsonRpc, Bounds::default()).name()
}

#[test]
fn decides_by_content_under_json_rpc() {
    let rows: &[(&[u8], &str)] = &[
        (b"", "empty"),
        (br#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}}"#, "foreign"),
        (br#"{"id":1,"error":{"code":-32601,"message":"x"}}"#, "foreign"),
        (b"\xEF\xBB\xBF{\"jsonrpc\":\"2.0\"}", "foreign"),
        (b"{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{}}\0", "foreign"),
        (br#"{"code":4,"name":"NotDelivered","message":"x"}"#, "transport-alt-json"),
        (br#"{"code":40,"message":"x"}"#, "foreign-bad"),
        (br#"{"error":"x"}"#, "foreign-bad"),
        (b"[1]", "batch"),
        (b"\"went wrong\"", "scalar"),
        (b"\x04\x02ab", "transport"),
        (b"\x04\x00", "transport"),
        (b"\x11\x01a", "transport"),
        (b"\xA7\x01a", "transport-unknown-code"),
        (b"\x00\x01a", "transport-unknown-code"),
        (b"\x44\x0BParse error", "transport-unknown-code"),
        (b"\x04\x05ab", "transport-malformed"),
        (b"\x04\x02a\xff", "transport-malformed"),
        (b"\x04", "transport-alt"),
        (b"\x00\x04", "transport-alt"),
        (b"\x00\x00\x00\x04", "transport-alt"),
        (b"\x82\x04\x61x", "transport-alt"),
        (b"\xA1\x64code\x04", "transport-alt"),
        (b"Error: connection refused", "free-text"),
        (b"{\"jsonrpc\":\"2.0\",", "free-text"),
        (b"\x90\xff\x80", "unknown"),
    ];
    for (slot, name) in rows {
        assert_eq!(verdict(slot), *name, "{}", crate::base::text::show(slot));
    }
}

#[test]
fn text_whose_second_letter_happens_to_be_its_length_is_text() {
    let mut text = b"Er".to_vec();
    text.resize(2 + usize::from(b'r'), b'x');
    assert_eq!(verdict(&text), "free-text");
}

#[test]
fn says_code_and_message_of_a_transport_error() {
    let mut slot = Vec::new();
    encode(4, b"no route", &mut slot);
    let found = classify(&slot, CarriageClass::JsonRpc, Bounds::default());
    assert_eq!(found.transport_code(), Some(4));
    assert_eq!(found.message().map(|span| span.of(&slot)), Some(&b"no route"[..]));
    assert!(is_registered(TransportCode(6), true, false) && !is_registered(TransportCode(6), false, true));
}

#[test]
fn other_classes_have_other_orders() {
    let of = |slot, class| classify(slot, class, Bounds::default()).name();
    assert_eq!(of(b"\xA2\x01\x02\x06\x19\x01\xF4", CarriageClass::Http), "http-message");
    assert_eq!(of(b"\x04\x00", CarriageClass::Http), "transport");
    assert_eq!(of(b"(failure)", CarriageClass::Messaging), "foreign");
    assert_eq!(of(b"\x04", CarriageClass::Stream), "ambiguous");
    assert_eq!(of(b"\x10\x00", CarriageClass::Stream), "ambiguous");
    assert_eq!(of(b"\x04\x00", CarriageClass::Opaque), "transport-probable");
    assert_eq!(of(br#"{"jsonrpc":"2.0"}"#, CarriageClass::Stream), "foreign");
    assert_eq!(of(b"no such agent", CarriageClass::Unmapped), "foreign");
    assert_eq!(of(b"no such event", CarriageClass::Stream), "free-text");
}
