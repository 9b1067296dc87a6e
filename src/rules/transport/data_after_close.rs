//! `transport/data-after-close`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a peer sends no application frame once it sent `CLOSE` or `CLOSE_ACK` on Control.
    /// ## Why it matters
    /// The other peer has drained what it waited for and may have gone: the message is probably lost.
    /// ## What to do
    /// Flush what is queued before `CLOSE`, and refuse to send afterwards.
    pub static DATA_AFTER_CLOSE = {
        id: "transport/data-after-close", severity: Warning, severity3: Error, certainty: Heuristic,
        clause: Must CORE "4.6", scope: Association, fault: Sender,
        alternative: "the scope of CLOSE on other channels is not defined in generation 2, and some implementations close Control alone",
        check: Frame(check),
        fixtures: [
            "the client closes and then sends a frame on Memory" => 1, |s| {
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE)).frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType(0x0100)));
            };
            "the server still answers what was in flight when the client closed" => 0, |s| {
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE)).frame(S2c, FrameSpec::new(Channel::MEMORY, FrameType(0x0101)));
                s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK)).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PONG));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(close) = frame.after_close.filter(|_| frame.is_sound() && frame.is_application()) else { return };
    let message = format!("the {} sends {} after it closed", frame.direction.sender(), frame.label());
    sink.report(header(5, 9), message).peer(close);
}
