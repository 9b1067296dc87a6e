//! `native/kind-mismatch`

use crate::rules::context::{NativeCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the frame kind in the body (key 0) is the frame's type.
    /// ## Why it matters
    /// A receiver must reject the frame: header and body disagree about what it is.
    /// ## What to do
    /// Write the type of the frame into key 0.
    pub static KIND_MISMATCH = {
        id: "native/kind-mismatch", severity: Error, certainty: Certain,
        clause: Must NATIVE "4", scope: Frame, fault: Sender,
        check: Native(check),
        fixtures: [
            "a read that says it is a result" => 1, |s| { s.native(C2s, NativeSpec::memory_read("c").int(0, 0x0103)); };
            "the kind of the frame" => 0, |s| { s.native(C2s, NativeSpec::memory_read("c")); };
            "a Bridge message on Discovery has no kind" => 0, |s| {
                s.bridge(S2c, BridgeSpec::response(Protocol::A2A, "7", r#"{"name":"archive","url":"https://archive.example"}"#).on(Channel::DISCOVERY));
            };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let Some((kind, span)) = native.body.other_kind().filter(|_| native.body.is_sound()) else { return };
    let frame_type = native.frame.header.frame_type.0;
    let text = format!("{}: the body says that it is 0x{kind:04X}, the frame's type is 0x{frame_type:04X}", native.name());
    sink.report(payload(span), text).evidence("frame_kind", kind).evidence("frame_type", frame_type);
}
