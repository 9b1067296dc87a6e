//! `record/open-wrong-scope`

use crate::npamp::keyring::Probe;
use crate::rules::context::{FrameCtx, Sink};
use crate::rules::fixture::*;
use crate::scenario::Sealing;

declare_rule! {
    /// ## What it checks
    /// That a frame is sealed under the key of its own channel, direction and epoch.
    /// ## Why it matters
    /// Its receiver cannot open it; if implementations agree on the wrong key, channels are no longer separated.
    /// ## What to do
    /// Derive the key from the fields of the header that is being sealed.
    pub static OPEN_WRONG_SCOPE = {
        id: "record/open-wrong-scope", severity: Error, certainty: Certain,
        clause: Must CORE "6.2", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "sealed under the key of Memory" => 1, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING));
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).sealed_as(Sealing::Channel(Channel::MEMORY))).ping(C2s);
            };
            "sealed under the key of the other direction" => 1, |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).sealed_as(Sealing::OtherDirection)).ping(C2s);
            };
            "the epoch of a KEY_UPDATE that skipped one" => 0 also ["ratchet/key-update-epoch"], |s| {
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING));
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::KEY_UPDATE).tlvs(&[(0x0017, &[0, 0, 0, 0, 0, 0, 0, 2])]));
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING).epoch(2).seq(0));
            };
            "sealed in an epoch that nobody announced" => 1, |s| {
                s.frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING)).frame(C2s, FrameSpec::new(Channel::MEMORY, FrameType::PING).epoch(1));
            };
            "a frame that was moved to another channel on its way" => 0 also ["record/open-failed"], |s| {
                s.ping(C2s).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).header_tamper(|octets| octets[8] = 1)).ping(C2s);
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    if !frame.crc_ok {
        return;
    }
    match frame.opening.probe {
        Some(Probe::OtherScope { direction, channel, epoch }) => {
            let message =
                format!("{} opens only under the {} key of {} in epoch {epoch}", frame.label(), direction.name(), channel.label());
            sink.report(None, message).evidence("channel", channel.0).evidence("direction", direction.name()).evidence("epoch", epoch);
        }
        Some(Probe::SkippedBoundary { used, due }) if frame.association.saw_all(frame.direction) && !is_announced(frame, used.1) => {
            let message = format!(
                "{} opens under generation {} epoch {}, due was generation {} epoch {}",
                frame.label(),
                used.0,
                used.1,
                due.0,
                due.1
            );
            sink.report(None, message).evidence("epoch", used.1).evidence("due_epoch", due.1);
        }
        _ => {}
    }
}

/// Whether a `KEY_UPDATE` named the epoch, out of turn: then that frame is at fault.
fn is_announced(frame: &FrameCtx<'_>, epoch: u32) -> bool {
    frame.association.state.rotations.has_announced(frame.direction, frame.header.channel, epoch.into())
}
