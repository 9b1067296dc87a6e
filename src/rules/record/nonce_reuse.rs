//! `record/nonce-reuse`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::session::channel::SequenceFact;

declare_rule! {
    /// ## What it checks
    /// That no sequence number is used for two different frames of one channel, direction, generation and epoch.
    /// ## Why it matters
    /// The number is the nonce. Two plaintexts under one nonce give up their difference, and with AES-GCM the authentication key.
    /// ## What to do
    /// Never set a counter back without a new key; end the association.
    pub static NONCE_REUSE = {
        id: "record/nonce-reuse", severity: Error, certainty: Certain,
        clause: Must CORE "7", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "a new frame under an old number" => 1, |s| {
                s.ping(C2s).ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).payload(b"other").seq(1));
            };
            "the same number on another channel" => 0, |s| { s.ping(C2s).frame(C2s, FrameSpec::new(Channel::BRIDGE, FrameType::PING).payload(b"other").seq(0)); };
            "the key update was lost by the capture" => 0, |s| {
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING)).lose_next(C2s).key_update(C2s, Channel::MEMORY);
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING).payload(b"other")).ping(C2s);
            };
            "the same number in the next epoch" => 0, |s| { s.ping(C2s).key_update(C2s, Channel::CONTROL).ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let SequenceFact::Reused { first } = frame.sequence else { return };
    let message = format!("sequence number {} was used before, for another frame under the same key", frame.header.seq);
    sink.report(header(9, 17), message).peer(first).evidence("seq", frame.header.seq);
}
