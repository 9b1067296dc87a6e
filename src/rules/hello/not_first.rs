//! `hello/not-first`

use crate::rules::context::{HelloCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That `HELLO` is the first application frame that a peer sends on Control, where it sends one.
    /// ## Why it matters
    /// What comes before it is not covered by the list.
    /// ## What to do
    /// Send it first. Key updates, ratchet steps and frames of all channels may precede it.
    pub static NOT_FIRST = {
        id: "hello/not-first", severity: Error, certainty: Certain,
        clause: Must HELLO "3", scope: Association, fault: Sender,
        check: Hello(check),
        fixtures: [
            "another application frame before it" => 1 also ["frame/type-unknown-app"], |s| {
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType(0x0112))).native(C2s, NativeSpec::hello(&[1]));
            };
            "a PING before it" => 0, |s| { s.ping(C2s).native(C2s, NativeSpec::hello(&[1])); };
            "what came before was not captured" => 0, |s| { s.late().native(C2s, NativeSpec::hello(&[1])); };
        ],
    }
}

fn check(hello: &HelloCtx<'_>, sink: &mut Sink<'_>) {
    let (association, direction) = (&hello.frame.association, hello.frame.direction);
    let hellos = &association.state.hellos;
    let named = hellos.of(direction).is_some() || hellos.done(direction).is_some();
    let first = association.state.hello[direction.index()].filter(|first| *first < hello.frame.id);
    if let Some(first) = first.filter(|_| !named && association.saw_all(direction)) {
        let text = format!("the {} sent another application frame on Control before HELLO", direction.sender());
        sink.report(header(5, 9), text).peer(first);
    }
}
