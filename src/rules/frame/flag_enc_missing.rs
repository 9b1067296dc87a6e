//! `frame/flag-enc-missing`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That every frame but `CLIENT_HELLO` and `SERVER_HELLO` is sealed. `CLOSE` and `CLOSE_ACK` in the clear are `record/close-forged`,
    /// `ERROR` in generation 3 is `error/unsealed`, `HELLO` is `hello/before-finished`.
    /// A direction that never sealed anything is reported once.
    /// ## Why it matters
    /// Anybody on the path can read, change or inject such a frame; a receiver must drop it.
    /// ## What to do
    /// Seal the frame and set ENC. If the sender did not write it, look for an injection.
    pub static FLAG_ENC_MISSING = {
        id: "frame/flag-enc-missing", severity: Error, severity3: Warning, certainty: Certain,
        clause: Must CORE "7", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "a PING in the clear" => 1, |s| { s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).clear()).ping(C2s); };
            "a Bridge request in the clear" => 1, |s| {
                s.frame(C2s, FrameSpec::new(Channel::BRIDGE, FrameType::BRIDGE_REQUEST).payload(b"{}").clear()).ping(C2s);
            };
            "a direction that seals nothing" => 1, |s| {
                let clear = || FrameSpec::new(Channel::CONTROL, FrameType::PING).clear();
                s.without_handshake().frame(C2s, clear()).frame(C2s, clear()).frame(C2s, clear());
            };
            "the two HELLOs are clear" => 0, |s| { s.begin(); };
            "CLOSE in the clear is another rule's" => 0 also ["record/close-forged"], |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE).clear());
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    // An ERROR before any key, and in generation 3 every ERROR, has a rule of its own.
    if frame.clear_error().is_some_and(|keyless| keyless || frame.association.is_gen3()) {
        return;
    }
    let spoken_for = frame.is_close() || frame.is_control(FrameType::HELLO);
    if frame.crc_ok && frame.is_unsealed() && !spoken_for && !frame.is_known_clear() {
        let draft = sink.report(header(4, 5), format!("{} is not sealed", frame.label())).evidence("flags", frame.header.flags);
        if !frame.association.late() && !frame.association.is_established() {
            draft.severity(Severity::Error);
        }
    }
}
