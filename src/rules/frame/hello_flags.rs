//! `frame/hello-flags`

use crate::npamp::header::flag;
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That `CLIENT_HELLO` and `SERVER_HELLO` carry none of URG, COMP and FRAG.
    /// ## Why it matters
    /// The reference sends flags 0 and the HELLO must be readable before anything is agreed.
    /// ## What to do
    /// Send both HELLOs with flags 0.
    pub static HELLO_FLAGS = {
        id: "frame/hello-flags", severity: Warning, severity3: Error, certainty: Certain,
        clause: Should REFERENCE "sendCleartext", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "CLIENT_HELLO with URG" => 1, |s| { s.client_hello(|hello| { hello.header(|frame| frame.flags(1)); }).begin(); };
            "a sealed PING with URG" => 0, |s| { s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).flags(3)); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let extra = frame.header.flags & (flag::URG | flag::COMP | flag::FRAG);
    if frame.crc_ok && frame.is_hello() && !frame.header.has(flag::ENC) && extra != 0 {
        sink.report(header(4, 5), format!("{} has flags 0x{extra:X}", frame.label())).evidence("flags", frame.header.flags);
    }
}
