//! `channel/multiple-transport-streams`

use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// In generation 3, that the frames of a channel and direction all lie on one QUIC stream. Several sub-streams of a channel live inside
    /// its payloads.
    /// ## Why it matters
    /// Sequence numbers, key updates and the order of messages hold along one run of octets; over two streams the receiver cannot restore it.
    /// ## What to do
    /// Keep each channel and direction on the stream where it began.
    pub static MULTIPLE_TRANSPORT_STREAMS = {
        id: "channel/multiple-transport-streams", severity: Error, certainty: Certain,
        clause: Must CORE "5.1 (generation 3)", scope: Association, fault: Sender,
        check: Frame(check),
        fixtures: [
            "a frame on another stream than the one before" => 1, |s| {
                s.generation(Generation::Three).quic(|_| {}).ping(C2s).on_stream(Some(96)).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING));
            };
            "each channel on a stream of its own" => 0, |s| {
                s.generation(Generation::Three).quic(|_| {}).request(C2s, "ping", "1", "").ping(C2s).respond(S2c, "1", "{}").ping(S2c);
            };
            "all channels on one stream" => 0, |s| {
                s.generation(Generation::Three).quic(|plan| plan.single_stream = true).request(C2s, "ping", "1", "").respond(S2c, "1", "{}").ping(S2c);
            };
            "generation 2 lets a channel use several" => 0, |s| {
                s.quic(|_| {}).ping(C2s).on_stream(Some(96)).ping(C2s);
            };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(first), Some(stream)) = (frame.lane.began_on, frame.lane.stream) else { return };
    let channel = frame.header.channel;
    let message =
        format!("the {} sends {} on stream {stream}, where it began on stream {first}", frame.direction.sender(), channel.label());
    if let Some(draft) = frame.association.report3(sink, header(7, 9), message) {
        draft.evidence("quic_stream", stream).evidence("first_quic_stream", first);
    }
}
