//! `native/stream-id-parity`

use crate::rules::context::{NativeCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::session::native::link::Fact;

declare_rule! {
    /// ## What it checks
    /// That a sub-stream opened by the client has an even id, one opened by the server an odd one, each greater than those before.
    /// ## Why it matters
    /// Both peers may open sub-streams at once; ids that meet join two streams into one.
    /// ## What to do
    /// Count up in steps of two, from 0 or from 1.
    pub static STREAM_ID_PARITY = {
        id: "native/stream-id-parity", severity: Error, certainty: Certain,
        clause: Must STREAM "6.1", scope: Association, fault: Sender,
        check: Native(check),
        fixtures: [
            "the client opens an odd one" => 1, |s| { s.native(C2s, NativeSpec::stream_open(1, 100)); };
            "the server opens an even one" => 1, |s| { s.native(S2c, NativeSpec::stream_open(2, 100)); };
            "an id below an earlier one" => 1, |s| { s.native(C2s, NativeSpec::stream_open(4, 100)).native(C2s, NativeSpec::stream_open(2, 100)); };
            "an id a second time" => 1, |s| { s.native(C2s, NativeSpec::stream_open(4, 100)).native(C2s, NativeSpec::stream_open(4, 100)); };
            "each peer opens its own, and accepts the other's" => 0, |s| {
                s.native(C2s, NativeSpec::stream_open(0, 100)).native(S2c, NativeSpec::stream_open(0, 100));
                s.native(S2c, NativeSpec::stream_open(1, 100)).native(C2s, NativeSpec::stream_open(1, 100));
                s.native(C2s, NativeSpec::stream_open(2, 100));
            };
            "the acceptance of one that was opened before the capture" => 0, |s| { s.late().native(S2c, NativeSpec::stream_open(6, 100)); };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let place = native.body.value(1).and_then(|id| payload(id.span));
    for fact in native.facts() {
        match fact {
            Fact::StreamParity { id } => {
                let sender = native.frame.direction.sender();
                let text = format!("the {sender} opens sub-stream {id}, whose number belongs to the other peer");
                sink.report(place, text).evidence("sub_stream_id", id);
            }
            Fact::StreamReused { id, first: Some(first), .. } => {
                sink.report(place, format!("sub-stream {id} was opened before")).evidence("sub_stream_id", id).peer(first);
            }
            Fact::StreamReused { id, highest, first: None } => {
                let text = format!("sub-stream {id} is opened after sub-stream {highest}");
                sink.report(place, text).evidence("sub_stream_id", id).evidence("highest", highest);
            }
            _ => {}
        }
    }
}
