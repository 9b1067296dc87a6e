//! The field tree of one frame, rebuilt on demand by the decoders that judged it.

use crate::base::id::FrameId;
use crate::base::span::ByteSpan;
use crate::base::tree::{Buffer, Mark, Tree, TreeBuilder, Value};
use crate::npamp::header::flag;
use crate::npamp::protection::Protection;
use crate::spec::channel::Channel;
use crate::store::octets::FrameOctets;
use crate::store::row::FrameRow;
use crate::store::snapshot::Snapshot;

/// Dissects a frame whose octets were read back.
pub fn frame(snapshot: &Snapshot, id: FrameId, octets: &FrameOctets) -> Tree {
    let mut tree = TreeBuilder::new(Buffer::Header);
    let Some(row) = snapshot.frame(id) else { return tree.finish() };
    tree.octets("frame.header", "Header", octets.header(), ByteSpan::new(0, octets.header().len()));
    protection(&mut tree, snapshot, row);
    tree.count_in(Buffer::Payload);
    if let Some(plain) = &octets.plain {
        payload(&mut tree, snapshot, row, plain);
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

fn payload(tree: &mut TreeBuilder, snapshot: &Snapshot, row: &FrameRow, plain: &[u8]) {
    let _generation = snapshot.association(snapshot.association_of(row)).and_then(|association| association.generation);
    let whole = ByteSpan::new(0, plain.len());
    let readable = row.flags & (flag::COMP | flag::FRAG) == 0;
    let tlv_body = row.channel == Channel::CONTROL && matches!(row.frame_type.0, 0x0006 | 0x0007 | 0x0100..=0x0107);
    if !readable {
        tree.octets("frame.payload", "Payload", plain, whole);
        tree.note(Mark::Warn, "compressed or a fragment: the drafts define no way to read it");
    } else if row.frame_type.is_bridge(row.channel) {
        tree.octets("frame.payload", "Bridge", plain, whole);
    } else if tlv_body || matches!(row.frame_type.0, 0x0006 | 0x0007) {
        tree.octets("frame.payload", "TLVs", plain, whole);
    } else if !plain.is_empty() {
        tree.octets("frame.payload", "Payload", plain, whole);
    }
}
