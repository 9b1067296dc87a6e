//! `hello/duplicate`

use crate::rules::context::{HelloCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a peer sends `HELLO` once, and not after its `HELLO_DONE`.
    /// ## Why it matters
    /// The list that counts is the first one; a receiver must reject another.
    /// ## What to do
    /// Send one list; changes belong to Discovery.
    pub static DUPLICATE = {
        id: "hello/duplicate", severity: Error, certainty: Certain,
        clause: Must HELLO "3", scope: Association, fault: Sender,
        check: Hello(check),
        fixtures: [
            "two of one peer" => 1, |s| { s.native(C2s, NativeSpec::hello(&[1])).native(C2s, NativeSpec::hello(&[1, 2])); };
            "one after HELLO_DONE" => 1, |s| {
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::HELLO_DONE)).native(C2s, NativeSpec::hello(&[1]));
            };
            "one of each peer, and HELLO_DONE" => 0, |s| {
                s.native(C2s, NativeSpec::hello(&[1])).native(S2c, NativeSpec::hello(&[1]));
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::HELLO_DONE)).frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::HELLO_DONE));
            };
            "a segment sent again" => 0, |s| { s.native(C2s, NativeSpec::hello(&[1])).duplicate_last(); };
        ],
    }
}

fn check(hello: &HelloCtx<'_>, sink: &mut Sink<'_>) {
    let (hellos, direction) = (&hello.frame.association.state.hellos, hello.frame.direction);
    if let Some(first) = hellos.of(direction) {
        sink.report(header(5, 9), format!("the {} sends HELLO again", direction.sender())).peer(first.frame);
    } else if let Some(done) = hellos.done(direction) {
        sink.report(header(5, 9), format!("the {} sends HELLO after HELLO_DONE", direction.sender())).peer(done);
    }
}
