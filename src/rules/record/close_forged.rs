//! `record/close-forged`

use crate::npamp::protection::{Protection, SealedReason};
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// That `CLOSE` and `CLOSE_ACK` are sealed and open, where keys are known that open their neighbours.
    /// ## Why it matters
    /// Somebody on the path may be trying to end the association. A receiver must drop the frame and should count it.
    /// ## What to do
    /// Find out whether the peer wrote the frame; if not, treat it as an attack.
    pub static CLOSE_FORGED = {
        id: "record/close-forged", severity: Warning, certainty: Certain,
        clause: Must CORE "4.7", scope: Frame, fault: Unknown,
        check: Frame(check),
        fixtures: [
            "CLOSE in the clear" => 1, |s| { s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE).clear()).ping(C2s); };
            "CLOSE with a wrong tag" => 1, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE).tamper(|octets| octets[15] ^= 1)).ping(C2s);
            };
            "CLOSE as it should be" => 0, |s| { s.ping(C2s).close(); };
            "the secrets of one suite of two are disclosed" => 0 also ["record/key-missing"], |s| {
                s.generation(Generation::Three).profile(Profile::HIGH).only_suite_keys(Suite::AES_256_GCM).ping(C2s).close();
            };
            "CLOSE without keys" => 0 also ["record/key-missing"], |s| { s.no_keys().ping(C2s).close(); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.crc_ok || !frame.is_close() {
        return;
    }
    let failed = frame.protection == Protection::Sealed(SealedReason::TagMismatch) && frame.opening.probe.is_none();
    let why = match (frame.is_unsealed(), failed) {
        (true, _) => "is not sealed",
        (false, true) => "does not open with the key of its scope",
        (false, false) => return,
    };
    sink.report(header(4, 9), format!("{} {why}: it may be forged", frame.label()))
        .evidence("flags", frame.header.flags)
        .evidence("seq", frame.header.seq);
}
