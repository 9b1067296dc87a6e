//! `record/frame-after-rotation-old-key`

use crate::npamp::keyring::Probe;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That `KEY_UPDATE` is the last frame of its channel and direction under the old key. Ratchet steps are `ratchet/frame-after-boundary`.
    /// ## Why it matters
    /// The receiver has thrown the old key away and cannot open the frame.
    /// ## What to do
    /// Switch the sending key in the same step that writes `KEY_UPDATE`.
    pub static FRAME_AFTER_ROTATION_OLD_KEY = {
        id: "record/frame-after-rotation-old-key", severity: Error, certainty: Certain,
        clause: Must CORE "8", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "a frame under the old key behind KEY_UPDATE" => 1, |s| {
                s.ping(C2s).key_update(C2s, Channel::CONTROL).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).old_key()).ping(C2s);
            };
            "a recorded frame of the old epoch comes again" => 0 also ["record/replay"], |s| {
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING)).key_update(C2s, Channel::MEMORY);
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING).old_key().seq(0));
            };
            "the other direction keeps its key" => 0, |s| { s.ping(C2s).key_update(C2s, Channel::CONTROL).ping(S2c); };
            "the other channels keep theirs" => 0, |s| {
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING)).key_update(C2s, Channel::CONTROL);
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let Some(Probe::OldKey { used, due, ratchet: false }) = frame.opening.probe.filter(|_| frame.crc_ok && !frame.is_replay()) else {
        return;
    };
    let message = format!("{} is sealed under epoch {} although epoch {} began", frame.label(), used.1, due.1);
    sink.report(None, message).evidence("epoch", used.1).evidence("due_epoch", due.1).evidence("seq", frame.header.seq);
}
