//! `native/stream-overlap`

use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::session::native::link::Fact;

declare_rule! {
    /// ## What it checks
    /// That octets of a sub-stream begin where those before them ended: none twice, none left out.
    /// ## Why it matters
    /// The frames are in order, so a receiver has no use for offsets that jump: it must break the stream off.
    /// ## What to do
    /// Count the octets that were sent.
    pub static STREAM_OVERLAP = {
        id: "native/stream-overlap", severity: Error, certainty: Certain,
        clause: Must STREAM "5.2", scope: Association, fault: Sender,
        check: Native(check),
        fixtures: [
            "octets twice" => 1, |s| { data(s, 0).native(C2s, NativeSpec::stream_data(0, 3, 5)); };
            "octets left out" => 1, |s| { data(s, 0).native(C2s, NativeSpec::stream_data(0, 9, 5)); };
            "a beginning at 1" => 1, |s| { data(s, 1); };
            "one after the other" => 0, |s| { data(s, 0).native(C2s, NativeSpec::stream_data(0, 5, 5)); };
            "a frame was lost by the capture" => 0, |s| {
                data(s, 0).lose_next(C2s).native(C2s, NativeSpec::stream_data(0, 5, 5)).ping(C2s);
                s.native(C2s, NativeSpec::stream_data(0, 10, 5));
            };
            "a beginning before the capture" => 0, |s| { s.late().native(C2s, NativeSpec::stream_data(0, 700, 5)).native(C2s, NativeSpec::stream_data(0, 705, 5)); };
        ],
    }
}

fn data(s: &mut crate::scenario::Scenario, offset: i64) -> &mut crate::scenario::Scenario {
    s.native(C2s, NativeSpec::stream_open(0, 100))
        .native(S2c, NativeSpec::stream_open(0, 100))
        .native(C2s, NativeSpec::stream_data(0, offset, 5))
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    for fact in native.facts() {
        if let Fact::StreamOverlap { offset, expected } = fact {
            let text = format!("the octets begin at {offset}, those before them ended at {expected}");
            sink.report(native.place_of("offset"), text).evidence("offset", offset).evidence("expected", expected);
        }
    }
}
