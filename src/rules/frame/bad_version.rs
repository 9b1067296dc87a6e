//! `frame/bad-version`

use crate::npamp::header::VERSION;
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the high nibble of octet 4 is 2, the layout version of both crypto generations.
    /// ## Why it matters
    /// A receiver must reject the frame: its layout may be any.
    /// ## What to do
    /// Write 2. The crypto generation is negotiated by ALPN and is no part of this nibble.
    pub static BAD_VERSION = {
        id: "frame/bad-version", severity: Error, certainty: Certain,
        clause: Must CORE "4.2", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "version 3" => 1, |s| { s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).version(3)); };
            "version 2 with a wrong CRC" => 0 also ["frame/bad-crc"], |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).bad_crc()).ping(C2s);
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let version = frame.header.version;
    if frame.crc_ok && version != VERSION {
        sink.report(header(4, 5), format!("the layout version is {version}, not {VERSION}")).evidence("version", version);
    }
}
