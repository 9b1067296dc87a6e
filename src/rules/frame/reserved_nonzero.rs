//! `frame/reserved-nonzero`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That octets 25 to 35 of the frame header are zero.
    /// ## Why it matters
    /// A receiver must reject such a frame, so the peers disagree about the stream from here on.
    /// ## What to do
    /// Zero the header before writing its fields.
    pub static RESERVED_NONZERO = {
        id: "frame/reserved-nonzero", severity: Error, certainty: Certain,
        clause: Must CORE "4.2", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "one reserved octet set" => 1, |s| { s.frame(C2s, FrameSpec::new(Channel::BRIDGE, FrameType::PING).reserved(10, 1)); };
            "all reserved octets zero" => 0, |s| { s.ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.header.reserved.iter().any(|octet| *octet != 0) {
        sink.report(header(25, 36), "reserved octets are not zero").evidence("reserved_hex", &frame.header.reserved[..]);
    }
}
