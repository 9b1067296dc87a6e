//! `handshake/nonzero-seq`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That each of the four handshake frames has sequence number 0.
    /// ## Why it matters
    /// The number is the nonce of the two AUTH frames: with another one they do not open.
    /// ## What to do
    /// Send 0 in all four, and count Control from 0 again afterwards.
    pub static NONZERO_SEQ = {
        id: "handshake/nonzero-seq", severity: Error, certainty: Certain,
        clause: Must CORE "5.1", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "SERVER_HELLO with number 1" => 1, |s| { s.server_hello(|hello| { hello.header(|frame| frame.seq(1)); }).ping(C2s); };
            "all four with number 0" => 0, |s| { s.ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let first = frame.opening.handshake.as_ref().is_none_or(|event| event.first);
    if frame.crc_ok && frame.is_handshake() && first && frame.header.seq != 0 {
        let message = format!("{} has sequence number {}", frame.label(), frame.header.seq);
        sink.report(header(9, 17), message).evidence("seq", frame.header.seq);
    }
}
