//! `native/stream-window`

use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::session::native::link::Fact;

declare_rule! {
    /// ## What it checks
    /// That octets of a sub-stream do not lie beyond the offset that their receiver granted.
    /// ## Why it matters
    /// The receiver has no room for them, and may reset the stream.
    /// ## What to do
    /// Wait for `STREAM_WINDOW_UPDATE`.
    pub static STREAM_WINDOW = {
        id: "native/stream-window", severity: Error, certainty: Certain,
        clause: Must STREAM "6.2", scope: Association, fault: Sender,
        check: Native(check),
        fixtures: [
            "11 octets where 10 were granted" => 1, |s| { opened(s).native(C2s, NativeSpec::stream_data(0, 0, 11)); };
            "10 octets" => 0, |s| { opened(s).native(C2s, NativeSpec::stream_data(0, 0, 10)); };
            "20 octets after a further grant" => 0, |s| {
                opened(s).native(C2s, NativeSpec::stream_data(0, 0, 10));
                s.native(S2c, NativeSpec::new(Channel::STREAM, 0x0104).int(1, 0).int(2, 20)).native(C2s, NativeSpec::stream_data(0, 10, 10));
            };
            "the grant was lost by the capture" => 0, |s| {
                opened(s).lose_next(S2c).native(S2c, NativeSpec::new(Channel::STREAM, 0x0104).int(1, 0).int(2, 20));
                s.ping(S2c).native(C2s, NativeSpec::stream_data(0, 0, 20));
            };
        ],
    }
}

fn opened(s: &mut crate::scenario::Scenario) -> &mut crate::scenario::Scenario {
    s.native(C2s, NativeSpec::stream_open(0, 100)).native(S2c, NativeSpec::stream_open(0, 10))
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    for fact in native.facts() {
        if let Fact::StreamWindow { end, limit } = fact {
            let text = format!("the octets end at {end}, the receiver granted {limit}");
            sink.report(native.place_of("offset"), text).evidence("end", end).evidence("limit", limit);
        }
    }
}
