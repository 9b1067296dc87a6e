//! `handshake/wrong-channel`

use crate::base::span::ByteSpan;
use crate::rules::context::{FrameCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::shape::is_handshake_body;

declare_rule! {
    /// ## What it checks
    /// That the bodies of the four handshake frames travel on Control only.
    /// ## Why it matters
    /// On any other channel the same type numbers mean something else: the handshake never happens.
    /// ## What to do
    /// Send the handshake on channel 0x0000.
    pub static WRONG_CHANNEL = {
        id: "handshake/wrong-channel", severity: Error, certainty: Heuristic,
        clause: Must CORE "5.1", scope: Frame, fault: Sender,
        alternative: "a body of that channel that happens to consist of the same TLVs",
        check: Frame(check),
        fixtures: [
            "an AUTH body on Memory" => 1, |s| {
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType(0x0102)).tlvs(&[(9, &[1; 32]), (10, &[1; 66]), (11, &[1; 32])]));
            };
            "a CBOR body under the same type" => 0, |s| { s.native(C2s, NativeSpec::memory_read("c")); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let elsewhere = frame.header.channel != Channel::CONTROL && matches!(frame.header.frame_type.0, 0x0100..=0x0103);
    let Some(body) = frame.plaintext.filter(|_| elsewhere && frame.crc_ok && !frame.is_replay()) else { return };
    if is_handshake_body(body) {
        let message = format!("the body of a handshake frame travels on channel {}", frame.header.channel.label());
        sink.report(payload(ByteSpan::new(0, body.len())), message).evidence("channel", frame.header.channel.0);
    }
}
