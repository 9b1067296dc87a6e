//! `frame/bad-magic`

use crate::npamp::header::MAGIC;
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a header whose CRC is right begins with `NPAM`.
    /// ## Why it matters
    /// The sender built the frame so: a receiver must reject it, and cannot find the next one by its magic.
    /// ## What to do
    /// Write the four octets 4E 50 41 4D before the CRC is computed.
    pub static BAD_MAGIC = {
        id: "frame/bad-magic", severity: Error, certainty: Certain,
        clause: Must CORE "4.2", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "another magic under a right CRC" => 1, |s| { s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).magic(*b"NPAN")); };
            "NPAM inside a payload" => 0, |s| { s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).payload(b"NPAMNPAM")); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if frame.crc_ok && frame.header.magic != MAGIC {
        sink.report(header(0, 4), "the header does not begin with NPAM, though its CRC is right").evidence("header_hex", frame.octets);
    }
}
