//! `frame/length-mismatch`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a frame in a datagram is as long as the datagram says: neither cut short, nor followed by octets that are no frame.
    /// ## Why it matters
    /// A datagram has no continuation: what is missing never comes, and what is too much belongs to nothing.
    /// ## What to do
    /// Set Payload Length to the octets behind the header, the tag included.
    pub static LENGTH_MISMATCH = {
        id: "frame/length-mismatch", severity: Error, certainty: Certain,
        clause: Must CORE "4.2", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "a datagram that ends inside the payload" => 1, |s| {
                let ping = FrameSpec::new(Channel::CONTROL, FrameType::PING);
                s.quic(|_| {}).ping(C2s).in_datagram().frame(C2s, ping.length(90));
            };
            "a datagram that is its frame" => 0, |s| { s.quic(|_| {}).ping(C2s).in_datagram().ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(available) = frame.lane.available.filter(|_| frame.crc_ok) else { return };
    let declared = frame.header.frame_len();
    let trailing = available > declared && !frame.lane.followed;
    if available < declared || trailing {
        let message = format!("the frame has {declared} octets by its header, and the datagram {available}");
        sink.report(header(17, 21), message).evidence("declared", declared).evidence("available", available);
    }
}
