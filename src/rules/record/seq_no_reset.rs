//! `record/seq-no-reset`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::session::channel::SequenceFact;

declare_rule! {
    /// ## What it checks
    /// That the first frame after a key update or ratchet step has sequence number 0, as the reference does and generation 3 demands.
    /// ## Why it matters
    /// A receiver that restarts rejects everything that follows.
    /// ## What to do
    /// Restart the counter with every new key. No text of generation 2 says so, which is why it is a warning there.
    pub static SEQ_NO_RESET = {
        id: "record/seq-no-reset", severity: Warning, severity3: Error, certainty: Certain,
        clause: Must REFERENCE "keyupdate (A-44); CORE 8.1 (generation 3)", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "numbers go on behind a key update" => 1, |s| {
                s.ping(C2s).ping(C2s).key_update(C2s, Channel::CONTROL).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).seq(3));
            };
            "numbers restart behind a key update" => 0, |s| { s.ping(C2s).ping(C2s).key_update(C2s, Channel::CONTROL).ping(C2s); };
            "another channel is not concerned by a key update" => 0, |s| {
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING)).key_update(C2s, Channel::CONTROL);
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING));
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let SequenceFact::NotReset { continues } = frame.sequence else { return };
    if frame.opening.probe.is_none() {
        let message = format!("sequence number {continues} goes on with the old epoch's count instead of 0");
        sink.report(header(9, 17), message).evidence("expected", 0_u64).evidence("got", continues);
    }
}
