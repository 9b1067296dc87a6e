//! The tables hold together, and bodies are read by them.

use super::body::Body;
use super::fault::FieldReason;
use super::schema::Role;
use super::{COMPANIONS, of, schema};
use crate::base::text::unhex;
use crate::base::tree::{Buffer, Tree, TreeBuilder};
use crate::codec::cbor::scan::Bounds;
use crate::spec::channel::Channel;
use crate::spec::frame_type::FrameType;

fn reasons(channel: Channel, frame_type: u16, hex: &str) -> Vec<(FieldReason, u64)> {
    let octets = unhex(hex).unwrap();
    let (companion, schema) = schema(channel, FrameType(frame_type)).unwrap();
    Body::read(companion, schema, &octets, Bounds::default()).faults.iter().map(|fault| (fault.reason, fault.key)).collect()
}

#[test]
fn every_named_type_has_a_schema_and_every_schema_a_name() {
    for companion in COMPANIONS {
        for frame_type in 0x0030..0x0200 {
            let frame_type = FrameType(frame_type);
            let named = frame_type.name(companion.channel).is_some();
            assert_eq!(schema(companion.channel, frame_type).is_some(), named, "{} {frame_type:?}", companion.channel);
        }
    }
}

#[test]
fn replies_name_requests_that_exist_and_every_request_has_a_reply() {
    for companion in COMPANIONS {
        let find = |ty: u16| companion.frames.iter().find(|schema| schema.frame_type.0 == ty);
        for schema in companion.frames {
            for request in schema.answers {
                let role = find(*request).unwrap().role;
                assert!(matches!(role, Role::Request | Role::Subscribe | Role::Event(_)), "{} {:?}", companion.channel, schema.frame_type);
            }
            let keys: std::collections::BTreeSet<u64> = schema.fields.iter().map(|field| field.key).collect();
            assert_eq!(keys.len(), schema.fields.len());
            if matches!(schema.role, Role::Request | Role::Subscribe) {
                let answered = companion.frames.iter().any(|reply| reply.answers.contains(&schema.frame_type.0));
                assert!(answered, "{} {:?} has no reply", companion.channel, schema.frame_type);
            }
        }
    }
}

#[test]
fn discovery_is_told_from_bridge_by_the_first_octets() {
    let query = FrameType(0x0100);
    let known = |channel, frame_type, payload: &[u8]| of(channel, frame_type, payload).is_some();
    assert!(known(Channel::DISCOVERY, query, &[0xA1]) && !known(Channel::DISCOVERY, query, &[0x00, 0x10, 0, 8]));
    assert!(known(Channel::MEMORY, query, &[0x00, 0x10]) && !known(Channel::MEMORY, FrameType(0x0120), &[0xA0]));
    assert!(known(Channel::CONTROL, FrameType::HELLO, &[0xA0]) && !known(Channel::BRIDGE, query, &[0xA0]));
}

#[test]
fn a_correlation_is_wanted_where_a_subscription_is_named() {
    let report = |rest: &str| reasons(Channel::TELEMETRY, 0x0100, rest);
    assert_eq!(report("a30019010003000480"), []);
    assert_eq!(report("a400190100014163030004 80".replace(' ', "").as_str()), [(FieldReason::CorrPresent, 1)]);
    assert_eq!(report("a400190100024107030004 80".replace(' ', "").as_str()), [(FieldReason::CorrMissing, 1)]);
}

#[test]
fn floats_are_no_stray_where_the_companion_wants_them() {
    let read = |channel, ty, hex: &str| {
        let octets = unhex(hex).unwrap();
        let (companion, schema) = schema(channel, FrameType(ty)).unwrap();
        Body::read(companion, schema, &octets, Bounds::default()).stray_float.is_some()
    };
    assert!(!read(Channel::KNOWLEDGE, 0x0100, "a30019010001417107f93800"));
    assert!(read(Channel::KNOWLEDGE, 0x0100, "a3001901000141711863f93800"));
    assert!(!read(Channel::MEMORY, 0x0102, "a40019010201416302f9380003 00".replace(' ', "").as_str()));
}

#[test]
fn amounts_are_decimal_texts() {
    let intent = |amount: &str| reasons(Channel::SETTLEMENT, 0x0100, &format!("a500190100014163026178 05{amount}0802").replace(' ', ""));
    assert_eq!(intent("6531322e3530"), []);
    assert_eq!(intent("63616263"), [(FieldReason::Amount, 5)]);
    assert_eq!(intent("0c"), [(FieldReason::Amount, 5)]);
    assert_eq!(intent("63312e30"), []);
    assert_eq!(intent("62312e"), [(FieldReason::Amount, 5)]);
}

/// A body whose key 99, which no companion names, holds `inner`.
fn tree_with(inner: &[u8]) -> Tree {
    let octets = [&[0xA1, 0x18, 99][..], inner].concat();
    let (companion, schema) = schema(Channel::MEMORY, FrameType(0x0100)).unwrap();
    let mut tree = TreeBuilder::new(Buffer::Payload);
    super::dissect::body(&mut tree, companion, schema, &octets);
    tree.finish()
}

#[test]
fn what_a_tree_does_not_list_of_a_long_list_is_counted() {
    let long = [&[0x99, 0x13, 0x88][..], &[1; 5000]].concat();
    let tree = tree_with(&long);
    let (at, rest) = tree.rests().next().unwrap();
    assert!(rest.text.starts_with("4,800 lines more are not listed here"), "{}", rest.text);
    assert_eq!((rest.span.start, rest.span.end), (206, 5006));
    assert_eq!(tree.fields[at - 1].label, "199");
}

#[test]
fn lists_in_lists_do_not_grow_a_tree_without_bound() {
    let inner = [&[0x98, 150][..], &[1; 150]].concat();
    let outer = [&[0x98, 150][..], &inner.repeat(150)].concat();
    let tree = tree_with(&outer);
    assert!(tree.fields.len() < 5000, "{}", tree.fields.len());
    assert!(tree.rests().count() >= 2);
}
