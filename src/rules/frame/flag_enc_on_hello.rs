//! `frame/flag-enc-on-hello`

use crate::npamp::header::flag;
use crate::rules::context::{FrameCtx, Sink, header};

declare_rule! {
    /// ## What it checks
    /// That `CLIENT_HELLO` and `SERVER_HELLO` do not claim to be sealed.
    /// ## Why it matters
    /// No key exists yet: the receiver cannot open the frame and must abort.
    /// ## What to do
    /// Send both HELLOs with flags 0.
    pub static FLAG_ENC_ON_HELLO = {
        id: "frame/flag-enc-on-hello", severity: Error, certainty: Certain,
        clause: Must CORE "5.1", scope: Frame, fault: Sender,
        check: Control(check),
        fixtures: [
            "SERVER_HELLO with ENC" => 1 also ["record/key-missing", "record/key-wrong"], |s| { s.server_hello(|hello| { hello.header(|frame| frame.flags(2)); }).begin(); };
            "a sealed SERVER_AUTH" => 0, |s| { s.begin(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let first = frame.association.frames.get(frame.direction.index()) == Some(&1);
    let sealed = frame.crc_ok && frame.header.has(flag::ENC);
    if sealed && first && !frame.association.has_hello(frame.direction) && frame.is_hello() {
        sink.report(header(4, 5), format!("{} has the ENC flag", frame.label())).evidence("flags", frame.header.flags);
    }
}
