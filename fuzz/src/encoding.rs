//! The CBOR reader against a writer of the one encoding.

use npscope::codec::cbor::item::{Item, Kind};
use npscope::codec::cbor::scan::{Bounds, scan};
use npscope::codec::cbor::walk::{elements, entries};

/// Scans octets as CBOR and holds what was found against the octets.
pub fn cbor(octets: &[u8]) {
    let found = scan(octets, Bounds { depth: 16, keys: 8 });
    let fatal = found.faults.iter().any(|fault| fault.reason.is_fatal());
    assert_eq!(found.root.is_none(), fatal, "an item is read, or it is said why not");
    assert!(found.faults.iter().all(|fault| fault.span.end as usize <= octets.len()), "faults lie in the text");
    let Some(root) = found.root else { return };
    let mut again = Vec::new();
    write(octets, &root, &mut again);
    if found.faults.is_empty() {
        assert_eq!(again, octets, "what has no fault is the one encoding");
    }
}

/// Writes an item anew; what lies in it lies in order.
fn write(octets: &[u8], item: &Item, out: &mut Vec<u8>) {
    assert!(item.span.start <= item.content.start && item.content.end <= item.span.end, "content lies in its item");
    let head = |out: &mut Vec<u8>, major: u8, argument: u64| match argument {
        0..=23 => out.push(major << 5 | u8::try_from(argument).unwrap_or(0)),
        _ => {
            let bytes = argument.to_be_bytes();
            let (info, width) = match argument {
                24..=0xFF => (24, 1),
                0x100..=0xFFFF => (25, 2),
                0x1_0000..=0xFFFF_FFFF => (26, 4),
                _ => (27, 8),
            };
            out.push(major << 5 | info);
            out.extend_from_slice(&bytes[8 - width..]);
        }
    };
    match item.kind {
        Kind::Uint(number) => head(out, 0, number),
        Kind::Negative(number) => head(out, 1, number),
        Kind::Bytes | Kind::Text => {
            let content = item.content.of(octets);
            head(out, if item.kind == Kind::Bytes { 2 } else { 3 }, content.len() as u64);
            out.extend_from_slice(content);
        }
        Kind::Array => {
            let items: Vec<Item> = elements(octets, item).collect();
            head(out, 4, items.len() as u64);
            items.iter().for_each(|item| write(octets, item, out));
        }
        Kind::Map => {
            let pairs: Vec<(Item, Item)> = entries(octets, item).collect();
            head(out, 5, pairs.len() as u64);
            pairs.iter().flat_map(|(key, value)| [key, value]).for_each(|item| write(octets, item, out));
        }
        _ => out.extend_from_slice(item.raw(octets)),
    }
}
