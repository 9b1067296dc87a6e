//! `record/seq-exhausted`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That sequence number 2^64-1 is never used: the key must be replaced long before.
    /// ## Why it matters
    /// The next number would be 0 again, under the same key.
    /// ## What to do
    /// Send `KEY_UPDATE` in time, or close.
    pub static SEQ_EXHAUSTED = {
        id: "record/seq-exhausted", severity: Error, certainty: Certain,
        clause: Must REFERENCE "conn.go", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "the last number" => 1, |s| { s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).seq(u64::MAX)); };
            "the number before it" => 0 also ["record/seq-gap"], |s| { s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).seq(u64::MAX - 1)); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.is_sound() && frame.header.seq == u64::MAX {
        sink.report(header(9, 17), "sequence number 2^64-1 is used, and the next one would repeat a nonce").evidence("seq", u64::MAX);
    }
}
