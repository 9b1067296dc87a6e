//! `ratchet/wrong-channel`

use crate::base::span::ByteSpan;
use crate::rules::context::{FrameCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::shape::is_ratchet_body;

declare_rule! {
    /// ## What it checks
    /// Whether a ratchet body stands under types 0x0104 to 0x0107 of another channel than Control, where these numbers mean something else.
    /// ## Why it matters
    /// It is not a ratchet step there, and nothing is switched: neither here nor at a receiver.
    /// ## What to do
    /// Send ratchet frames on channel 0x0000.
    pub static WRONG_CHANNEL = {
        id: "ratchet/wrong-channel", severity: Note, certainty: Certain,
        clause: May BINDING "9.3", scope: Frame, fault: Sender,
        check: Frame(check),
        fixtures: [
            "MASTER_RATCHET on Memory" => 1, |s| {
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType(0x0104)).tlvs(&[(0x0019, &[0, 0, 0, 0, 0, 0, 0, 1])]));
            };
            "another body under the same type" => 0, |s| { s.native(C2s, NativeSpec::new(Channel::MEMORY, 0x0104).corr("c").text(2, "rec-1").int(10, 1)); };
            "MASTER_RATCHET on Control" => 0, |s| { s.master_ratchet(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let elsewhere = frame.header.channel != Channel::CONTROL && matches!(frame.header.frame_type.0, 0x0104..=0x0107);
    let Some(body) = frame.plaintext.filter(|_| elsewhere && frame.is_sound()) else { return };
    if is_ratchet_body(body) {
        let message =
            format!("a ratchet body stands under type 0x{:04X} of channel {}", frame.header.frame_type.0, frame.header.channel.label());
        sink.report(payload(ByteSpan::new(0, body.len())), message).evidence("channel", frame.header.channel.0);
    }
}
