//! `native/stream-after-end`

use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::session::native::link::Fact;

declare_rule! {
    /// ## What it checks
    /// That no octets follow the end of a direction of a sub-stream, and that a final offset is where the octets end.
    /// ## Why it matters
    /// The receiver has closed the stream, or waits for octets that never come.
    /// ## What to do
    /// Send `fin`, `STREAM_CLOSE` or `STREAM_RESET` last, with the number of octets sent. Octets that cross the peer's reset are right.
    pub static STREAM_AFTER_END = {
        id: "native/stream-after-end", severity: Error, certainty: Certain,
        clause: Must STREAM "7.4", scope: Association, fault: Sender,
        check: Native(check),
        fixtures: [
            "octets after STREAM_CLOSE" => 1, |s| { sent(s).native(C2s, NativeSpec::stream_close(0, 5)).native(C2s, NativeSpec::stream_data(0, 5, 5)); };
            "octets after fin" => 1, |s| { sent(s).native(C2s, NativeSpec::stream_data(0, 5, 5).int(4, 1)).native(C2s, NativeSpec::stream_data(0, 10, 5)); };
            "a final offset beyond the octets" => 1, |s| { sent(s).native(C2s, NativeSpec::stream_close(0, 50)); };
            "a final offset before their end" => 1, |s| { sent(s).native(C2s, NativeSpec::stream_close(0, 3)); };
            "a reset that says otherwise than fin" => 1, |s| {
                sent(s).native(C2s, NativeSpec::stream_data(0, 5, 5).int(4, 1));
                s.native(C2s, NativeSpec::new(Channel::STREAM, 0x0103).int(1, 0).int(2, 6).int(3, 20));
            };
            "octets that cross the peer's reset" => 0, |s| {
                sent(s).native(S2c, NativeSpec::new(Channel::STREAM, 0x0103).int(1, 0).int(2, 6).int(3, 0)).native(C2s, NativeSpec::stream_data(0, 5, 5));
            };
            "the end, and the other direction goes on" => 0, |s| {
                sent(s).native(C2s, NativeSpec::stream_close(0, 5)).native(S2c, NativeSpec::stream_data(0, 0, 5)).native(S2c, NativeSpec::stream_close(0, 5));
            };
            "fin, and STREAM_CLOSE that says the same" => 0, |s| {
                sent(s).native(C2s, NativeSpec::stream_data(0, 5, 5).int(4, 1)).native(C2s, NativeSpec::stream_close(0, 10));
            };
        ],
    }
}

fn sent(s: &mut crate::scenario::Scenario) -> &mut crate::scenario::Scenario {
    s.native(C2s, NativeSpec::stream_open(0, 100))
        .native(S2c, NativeSpec::stream_open(0, 100))
        .native(C2s, NativeSpec::stream_data(0, 0, 5))
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    for fact in native.facts() {
        match fact {
            Fact::StreamAfterEnd { end } => {
                sink.report(native.place_of("offset"), "octets follow the end of their direction").peer(end);
            }
            Fact::StreamFinal { said, known, other } => {
                let text = format!("the final offset is {said}, the octets end at {known}");
                let draft = sink.report(native.place_of("final_offset"), text).evidence("final_offset", said).evidence("known", known);
                if let Some(other) = other {
                    draft.peer(other);
                }
            }
            _ => {}
        }
    }
}
