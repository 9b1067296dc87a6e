//! The field tree of one frame, rebuilt on demand by the decoders that judged it.

use crate::base::id::FrameId;
use crate::base::span::ByteSpan;
use crate::base::tree::{Buffer, Mark, Tree, TreeBuilder, Value};
use crate::bridge;
use crate::bridge::dissect::Reading;
use crate::native;
use crate::npamp;
use crate::npamp::header::flag;
use crate::npamp::protection::Protection;
use crate::store::octets::FrameOctets;
use crate::store::row::FrameRow;
use crate::store::snapshot::Snapshot;

/// Dissects a frame whose octets were read back.
pub fn frame(snapshot: &Snapshot, id: FrameId, octets: &FrameOctets) -> Tree {
    let mut tree = TreeBuilder::new(Buffer::Header);
    let Some(row) = snapshot.frame(id) else { return tree.finish() };
    let generation = snapshot.association(snapshot.association_of(row)).and_then(|association| association.generation);
    npamp::dissect::header(&mut tree, octets.header(), generation);
    protection(&mut tree, snapshot, row);
    lane(&mut tree, snapshot, row);
    tree.count_in(Buffer::Payload);
    if let Some(plain) = &octets.plain {
        payload(&mut tree, row, plain, &Reading { generation, mappings: &snapshot.mappings });
    }
    tree.finish()
}

fn protection(tree: &mut TreeBuilder, snapshot: &Snapshot, row: &FrameRow) {
    let text = match (row.protection, snapshot.phase_of(row)) {
        (Protection::Opened, Some(phase)) => {
            format!("opened, {}, ratchet generation {}, epoch {}", phase.suite, phase.generation, phase.epoch)
        }
        (Protection::Sealed(reason), _) => format!("sealed: {}", reason.name()),
        (protection, _) => protection.name().to_owned(),
    };
    let value = Value::Text(row.protection.name().to_owned());
    tree.push("frame.protection", "Protection", value, text, ByteSpan::new(4, 5));
    if let Protection::Sealed(_) = row.protection {
        tree.note(Mark::Warn, "the payload cannot be read");
    }
}

/// Where in a QUIC connection the frame lies.
fn lane(tree: &mut TreeBuilder, snapshot: &Snapshot, row: &FrameRow) {
    let Some(stream) = snapshot.stream(row.stream) else { return };
    if let Some(number) = stream.quic_stream {
        let text = format!("{number}, from octet {} on", row.offset);
        tree.push("quic_stream", "QUIC stream", Value::Uint(number), text, ByteSpan::default());
    } else if stream.datagrams {
        tree.push("frame.datagram", "QUIC datagram", Value::None, "no stream: it has no order".to_owned(), ByteSpan::default());
    }
}

fn payload(tree: &mut TreeBuilder, row: &FrameRow, plain: &[u8], reading: &Reading<'_>) {
    if row.flags & (flag::COMP | flag::FRAG) != 0 {
        tree.octets("frame.payload", "Payload", plain, ByteSpan::new(0, plain.len()));
        tree.note(Mark::Warn, "compressed or a fragment: the drafts define no way to read it");
    } else if row.frame_type.is_bridge(row.channel) {
        bridge::dissect::payload(tree, plain, row.frame_type, reading);
    } else if npamp::dissect::is_tlv_body(row.channel, row.frame_type) {
        npamp::dissect::tlv_body(tree, plain, row.channel, row.frame_type, reading.generation);
    } else if let Some((companion, schema)) = native::of(row.channel, row.frame_type, plain) {
        native::dissect::body(tree, companion, schema, plain);
    } else if npamp::control::has_body(row.frame_type) {
        npamp::control::dissect(tree, plain, row.frame_type, reading.generation);
    } else if !plain.is_empty() {
        tree.octets("frame.payload", "Payload", plain, ByteSpan::new(0, plain.len()));
    }
}
