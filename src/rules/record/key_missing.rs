//! `record/key-missing`

use crate::npamp::protection::SealedReason;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether frames stay sealed for want of a key. Said once at the end, for each channel, direction and reason.
    /// ## Why it matters
    /// What the frames carry is unknown, and so is every conclusion that rests on it. Nobody is accused.
    /// ## What to do
    /// Let an endpoint write the key log the reason asks for, and give it with `--keylog`.
    pub static KEY_MISSING = {
        id: "record/key-missing", severity: Note, certainty: Certain,
        clause: May OBSERVER "", scope: Association, fault: Unknown,
        check: Association(check),
        fixtures: [
            "no key log at all: AUTH and PING of both peers on Control" => 2, |s| { s.no_keys().ping(C2s).ping(C2s); };
            "every frame opens" => 0, |s| { s.ping(C2s); };
            "a tampered frame lacks no key" => 0 also ["record/open-failed"], |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).tamper(|octets| octets[0] ^= 1)).ping(C2s);
            };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    for (direction, channel, reason, count) in association.sealed {
        if is_want(*reason) {
            let message = format!("{}, from the {} on {}: {}", stay(*count), direction.sender(), channel.label(), reason.name());
            sink.report(None, message)
                .direction(*direction)
                .evidence("reason", reason.name())
                .evidence("channel", channel.0)
                .evidence("count", *count);
        }
    }
}

/// Whether a key would open the frame.
const fn is_want(reason: SealedReason) -> bool {
    !matches!(reason, SealedReason::KeyWrong | SealedReason::TagMismatch | SealedReason::TooShort | SealedReason::Incomplete)
}

fn stay(count: u64) -> String {
    if count == 1 { "one frame stays sealed".to_owned() } else { format!("{count} frames stay sealed") }
}
