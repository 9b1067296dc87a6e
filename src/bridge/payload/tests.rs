use super::super::carriage::class_of;
use super::*;

const ENVELOPE: &[u8] = &[0, 0x10, 0, 8, 1, 1, 1, 0, 1, b'7', 1, b'm'];

fn payload(parts: &[&[u8]]) -> Vec<u8> {
    [ENVELOPE].into_iter().chain(parts.iter().copied()).flatten().copied().collect()
}

fn open(octets: &[u8]) -> Payload<'_> {
    decode(octets, |protocol| class_of(protocol, None), None)
}

#[test]
fn takes_known_tlvs_in_any_order_and_tells_where_the_reference_diverges() {
    let octets = payload(&[&[0, 0x11, 0, 11, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], &[0, 0x13, 0, 2, 0, 0], b"{}"]);
    let found = open(&octets);
    assert_eq!((found.foreign, found.control().unwrap().event_id, found.safety().unwrap().effect), (&b"{}"[..], 1, 0));
    assert!(found.reference_diverges());
    assert_eq!(found.reference_foreign_at, ENVELOPE.len());
}

#[test]
fn a_second_label_is_a_duplicate_and_not_part_of_the_message() {
    let octets = payload(&[&[0, 0x13, 0, 2, 0, 0], &[0, 0x13, 0, 2, 3, 0], b"{}"]);
    let found = open(&octets);
    assert_eq!((found.foreign, found.duplicates.len(), found.unknown.len()), (&b"{}"[..], 1, 0));
    assert_eq!(found.safety().unwrap().effect, 0);
}

#[test]
fn skips_unknown_tlvs_in_front_of_json_only() {
    let octets = payload(&[&[0x00, 0x77, 0, 1, 9], &[0x90, 0x01, 0, 0], b"{}"]);
    let found = open(&octets);
    assert_eq!(found.unknown.iter().map(|tlv| tlv.kind.0).collect::<Vec<_>>(), [0x77, 0x9001]);
    assert_eq!(found.foreign, b"{}");
    let other = decode(&octets, |_| CarriageClass::Opaque, None);
    assert_eq!((other.unknown.len(), other.foreign_at), (0, ENVELOPE.len()));
}

#[test]
fn text_that_is_no_json_is_no_tlv() {
    let mut text = b"Er\x20\x20 went wrong".to_vec();
    text.resize(9000, b'!');
    for foreign in [&text[..], b"\x04\x02ab", b"\x01\x00\x00\x00", b"\x00\x00\x00\x04", b"\xEF\xBB\xBF{}", b"\"text\"", b"12345"] {
        let octets = payload(&[foreign]);
        assert_eq!(open(&octets).foreign, foreign);
    }
}

#[test]
fn opaque_content_type_is_known_in_generation_three() {
    let octets = payload(&[&[0, 0x12, 0, 3], b"a/b", b"{}"]);
    assert_eq!(open(&octets).unknown.len(), 1);
    let found = decode(&octets, |protocol| class_of(protocol, None), Some(Generation::Three));
    assert_eq!(found.media_type.map(|tlv| tlv.value), Some(&b"a/b"[..]));
    assert_eq!(found.foreign, b"{}");
}

#[test]
fn a_label_longer_than_the_payload_leaves_no_message() {
    let octets = payload(&[&[0, 0x13, 0, 9, 2, 5], b"{}"]);
    let found = open(&octets);
    assert_eq!(found.label.unwrap().fault, Some(LabelFault::Overrun { need: 9, have: 4 }));
    assert_eq!(found.foreign, b"");
}

#[test]
fn an_envelope_that_breaks_off_keeps_the_octets_that_are_there() {
    let found = open(&[0, 0x10, 0, 32, 1, 1, 1]);
    assert_eq!(found.envelope_fault, Some(EnvelopeFault::Overrun { need: 32, have: 3 }));
    assert_eq!((found.head.protocol, found.head.flags), (Some(Protocol::MCP), None));
    let found = open(&[0, 0x13, 0, 1]);
    assert_eq!(found.envelope_fault, Some(EnvelopeFault::Absent { first: Some(TlvType::SAFETY_LABEL) }));
    assert_eq!(open(&[0]).envelope_fault, Some(EnvelopeFault::Absent { first: None }));
}
