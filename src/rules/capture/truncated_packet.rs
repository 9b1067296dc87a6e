//! `capture/truncated-packet`

use crate::rules::context::{Sink, StreamCtx, StreamFact};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That packets were stored whole: a snap length below the packet size cuts octets of the stream off.
    /// ## Why it matters
    /// The frame that was cut cannot be read, and nothing about it can be judged.
    /// ## What to do
    /// Capture without a snap length.
    pub static TRUNCATED_PACKET = {
        id: "capture/truncated-packet", severity: Note, certainty: Certain,
        clause: May OBSERVER "", scope: Frame, fault: Unknown,
        check: Stream(check),
        fixtures: [
            "a packet is cut inside a frame" => 1, |s| {
                s.ping(C2s).snaplen(80).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING).payload(&[0; 64]));
                s.snaplen(usize::MAX).ping(S2c);
            };
            "the snap length is longer than every packet" => 0, |s| { s.snaplen(9000).ping(C2s); };
        ],
    }
}

fn check(stream: &StreamCtx<'_>, sink: &mut Sink<'_>) {
    let StreamFact::Gap { length, snaplen: true } = stream.fact else { return };
    let message = format!("the capture cut {length} octets of the {}'s stream off", stream.direction.sender());
    sink.report(None, message).evidence("length", length).evidence("packet", stream.packet.0);
}
