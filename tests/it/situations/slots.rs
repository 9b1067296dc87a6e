//! What stands in the foreign slot of an error: the decision of the rules, step by step [rules 9.3, 9.4].

use super::*;

/// Everything that is said of the error reply with a slot, to a request of a protocol, but what the identifier itself is worth.
fn said(protocol: Protocol, slot: &[u8]) -> Vec<&'static str> {
    let of_identifier = |rule: &&str| rule.starts_with("bridge/protocol-");
    judged(protocol, slot).findings.iter().map(|(_, finding)| finding.rule.id).filter(|rule| !of_identifier(rule)).collect()
}

fn judged(protocol: Protocol, slot: &[u8]) -> Snapshot {
    let content_type = if protocol == Protocol::A2A { 1 } else { 2 };
    judge(|s| {
        let request =
            BridgeSpec::request(protocol, "tasks/get", "7", if content_type == 1 { object("7").into_bytes() } else { vec![0xA0] });
        s.bridge(C2s, request.content_type(content_type));
        s.bridge(S2c, BridgeSpec::error(protocol, "7", slot).content_type(content_type));
    })
}

#[test]
fn every_step_of_the_decision_has_its_verdict() {
    let foreign = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"no"}}"#;
    let marked = format!("\u{feff}{foreign}");
    let spaced = format!(" \n{foreign}\n");
    let steps: &[(&[u8], &[&str])] = &[
        (b"", &["error/empty-slot"]),
        (foreign.as_bytes(), &[]),
        (spaced.as_bytes(), &[]),
        (marked.as_bytes(), &["jsonrpc/bom"]),
        (br#"{"id":7,"error":{"code":-32001,"message":"no"}}"#, &["jsonrpc/version-missing"]),
        (br#"{"code":4,"name":"NotDelivered","message":"no route"}"#, &["error/transport-layout-nonreference"]),
        (br#"{"code":4}"#, &["error/transport-layout-nonreference"]),
        (br#"{"code":-32001,"message":"no"}"#, &["error/neither-member"]),
        (br#"[{"code":4}]"#, &["jsonrpc/batch"]),
        (b"\"no route\"", &["error/free-text"]),
        (b"4", &["error/free-text"]),
        (b"null", &["error/free-text"]),
        (b"\x04\x08no route", &[]),
        (b"\x01\x00", &["bridge/legit-error-unexplained"]),
        (b"\x05\x0Bnot allowed", &[]),
        (b"\x09\x04busy", &["error/transport-code-unknown"]),
        (b"\x16\x00", &["error/transport-code-unknown"]),
        (b"\x04\x40no route", &["error/transport-malformed"]),
        (b"\x04\x02no route", &["error/transport-malformed"]),
        (b"\x04\x02\xFF\xFE", &["error/transport-message-not-utf8"]),
        (b"\x04", &["error/transport-layout-nonreference"]),
        (b"\x00\x04", &["error/transport-layout-nonreference"]),
        (b"\x00\x00\x00\x04", &["error/transport-layout-nonreference"]),
        (b"\x82\x04\x62no", &["error/transport-layout-nonreference"]),
        (b"\xA2\x01\x04\x02\x60", &["error/transport-layout-nonreference"]),
        (b"Bad Gateway", &["error/free-text"]),
        (b"\xFE\xED\xFA\xCE\x00", &["error/ambiguous"]),
    ];
    let mut wrong = Vec::new();
    for (slot, due) in steps {
        let said = said(Protocol::A2A, slot);
        if said != *due {
            wrong.push(format!("{:?}: {said:?} instead of {due:?}", String::from_utf8_lossy(slot)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_code_squeezed_into_one_octet_is_known_again() {
    for octet in [0x44, 0xA8, 0xA7, 0xA6, 0xA5, 0x00, 0xFF, 0xFE, 0xFD, 0xFC, 0xFB, 0xFA] {
        let slot = [&[octet, 2][..], b"no"].concat();
        assert_eq!(said(Protocol::A2A, &slot), ["error/transport-holds-jsonrpc-code"], "{octet:02X}");
    }
    for octet in [0x07, 0x0F, 0x16, 0x80] {
        let slot = [&[octet, 2][..], b"no"].concat();
        assert_eq!(said(Protocol::A2A, &slot), ["error/transport-code-unknown"], "{octet:02X}");
    }
}

#[test]
fn where_nothing_is_known_of_a_protocol_any_error_may_be_its_own() {
    let slots = [
        &b"no route"[..],
        b"\x04\x02ok",
        b"(failure)",
        b"{\"a\":1}",
        b"\xA1\x01\x02",
        b"\xFE\xED\xFA\xCE",
        b"\x04\x09\x01\x01",
        b"\x03\x02\xFF\xFF",
        b"\x0A\x05\x08\x01",
    ];
    for slot in slots {
        for protocol in [Protocol(0x40), Protocol(0x90), Protocol::WEBSOCKET] {
            let snapshot = judged(protocol, slot);
            let loud = snapshot.findings.iter().find(|(_, finding)| finding.severity > Severity::Note);
            assert_eq!(loud.map(|(_, finding)| finding.rule.id), None, "{slot:?} under {protocol:?}");
        }
    }
}
