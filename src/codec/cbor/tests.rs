//! What a scan says of right and wrong encodings.

use crate::base::span::ByteSpan;
use crate::base::text::unhex;

use super::fault::Reason;
use super::item::Kind;
use super::scan::{Bounds, Scan, scan, scan_map};
use super::walk;

fn of(hex: &str) -> Scan {
    scan_map(&unhex(hex).unwrap(), Bounds::default())
}

fn reasons(hex: &str) -> Vec<(Reason, u32)> {
    of(hex).faults.iter().map(|fault| (fault.reason, fault.at())).collect()
}

#[test]
fn a_deterministic_map_has_no_fault() {
    for body in ["a0", "a400190100014163026d72656d656d62657220746869730b02", "a2000103a14161820102", "a10081f93c00", "a3186400200161610218"]
    {
        let clean = body != "a3186400200161610218";
        assert_eq!(reasons(body).is_empty(), clean, "{body}");
    }
}

#[test]
fn names_every_deviation_and_its_place() {
    for (body, reason, at) in [
        ("", Reason::Truncated, 0),
        ("a2000101", Reason::Truncated, 4),
        ("a1004561", Reason::Truncated, 2),
        ("a1009bffffffffffffffff01", Reason::Truncated, 12),
        ("a1001c", Reason::Reserved, 2),
        ("a100f814", Reason::Reserved, 2),
        ("a100ff", Reason::Break, 2),
        ("a1005f6161ff", Reason::Chunk, 3),
        ("05", Reason::NotMap, 0),
        ("a0f6", Reason::Trailing, 1),
        ("a1180000", Reason::NotShortest, 1),
        ("a1005800", Reason::NotShortest, 2),
        ("bf0001ff", Reason::Indefinite, 0),
        ("a1007f6161ff", Reason::Indefinite, 2),
        ("a201000000", Reason::KeyOrder, 3),
        ("a200000001", Reason::DuplicateKey, 3),
        ("a100c101", Reason::Tag, 2),
        ("a10061ff", Reason::NotUtf8, 2),
        ("a10081818181818181818100", Reason::Nesting, 9),
    ] {
        let found = of(body);
        assert_eq!(found.fault(reason).map(super::fault::Fault::at), Some(at), "{body}: {found:?}");
    }
}

#[test]
fn order_by_length_is_told_from_disorder() {
    // 24 (18 18) before -1 (20) is bytewise order; the other way round is the older convention.
    assert_eq!(reasons("a21818002000"), []);
    assert_eq!(reasons("a22000181800"), [(Reason::LengthFirst, 3)]);
    assert_eq!(reasons("a320001818000000"), [(Reason::KeyOrder, 3)]);
}

#[test]
fn equal_keys_are_found_though_others_stand_between_them() {
    let found = of("a3020101010203");
    assert_eq!(
        found.fault(Reason::DuplicateKey).map(|fault| (fault.span, fault.other)),
        Some((ByteSpan::new(5, 6), Some(ByteSpan::new(1, 2))))
    );
}

#[test]
fn walks_entries_and_elements() {
    let octets = unhex("a4000101426869028301f5f6039f0102ff").unwrap();
    let map = scan(&octets, Bounds::default()).map().unwrap();
    let kinds: Vec<Kind> = walk::entries(&octets, &map).map(|(_, value)| value.kind).collect();
    assert_eq!(kinds, [Kind::Uint(1), Kind::Bytes, Kind::Array, Kind::Array]);
    assert_eq!(walk::find(&octets, &map, 1).unwrap().bytes(&octets), Some(&b"hi"[..]));
    for (key, items) in [(2, 3), (3, 2), (1, 0)] {
        let value = walk::find(&octets, &map, key).unwrap();
        assert_eq!(walk::elements(&octets, &value).count(), items);
    }
    assert_eq!(walk::entries(&octets, &walk::find(&octets, &map, 2).unwrap()).count(), 0);
}

#[test]
fn hostile_octets_cost_no_more_than_their_length() {
    let deep = vec![0x81; 100_000];
    assert_eq!(scan(&deep, Bounds::default()).worst().map(|fault| fault.reason), Some(Reason::TooDeep));
    let mut twice = vec![0xBA, 0x00, 0x0F, 0x42, 0x40];
    twice.extend(std::iter::repeat_n([0x00, 0x00], 1_000_000).flatten());
    let found = scan(&twice, Bounds::default());
    assert_eq!(found.fault(Reason::DuplicateKey).map(super::fault::Fault::at), Some(7));
    assert_eq!(scan(&[0xBB, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], Bounds::default()).root, None);
}

/// Maps in maps, every one of them unsorted: each would be looked through for its own keys and for those around it.
#[test]
fn unsorted_maps_inside_one_another_are_looked_through_a_few_times_only() {
    let mut nested = vec![0x99, 0xFF, 0xFF];
    nested.resize(65_538, 0x00);
    for _ in 0..60 {
        nested = [&[0xA2, 0x02, 0x00, 0x01], &nested[..]].concat();
    }
    let found = scan(&nested, Bounds::default());
    assert_eq!((found.depth, found.fault(Reason::KeyOrder).is_some()), (61, true));
}

mod properties {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn whatever_the_octets_a_scan_ends_and_says_at_most_one_fault_of_a_kind(octets in proptest::collection::vec(any::<u8>(), 0..600)) {
            let found = scan_map(&octets, Bounds { depth: 12, keys: 6 });
            let mut kinds: Vec<Reason> = found.faults.iter().map(|fault| fault.reason).collect();
            kinds.sort_unstable();
            kinds.dedup();
            prop_assert_eq!(kinds.len(), found.faults.len());
            prop_assert!(found.depth <= 12);
            prop_assert_eq!(found.root.is_none(), found.faults.iter().any(|fault| fault.reason.is_fatal()));
            for fault in &found.faults {
                prop_assert!(fault.span.end as usize <= octets.len());
            }
            if let Some(root) = found.root {
                prop_assert!(walk::entries(&octets, &root).count() <= octets.len());
            }
        }
    }
}
