//! `hello/no-grease`

use crate::base::span::ByteSpan;
use crate::native::hello::{GREASE, ids};
use crate::rules::context::{HelloCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That `HELLO` carries a greased id.
    /// ## Why it matters
    /// Receivers that never see an unknown id come to reject them.
    /// ## What to do
    /// Put an id into key 3 that nobody knows.
    pub static NO_GREASE = {
        id: "hello/no-grease", severity: Warning, certainty: Certain,
        clause: Should HELLO "4", scope: Frame, fault: Sender,
        check: Hello(check),
        fixtures: [
            "no such key" => 1, |s| { s.native(C2s, NativeSpec::hello(&[1]).without(3)); };
            "one id" => 0, |s| { s.native(C2s, NativeSpec::hello(&[1])); };
        ],
    }
}

fn check(hello: &HelloCtx<'_>, sink: &mut Sink<'_>) {
    let body = hello.body;
    if body.is_sound() && body.faults.is_empty() && ids(body, GREASE).is_empty() {
        sink.report(payload(ByteSpan::new(0, body.octets.len())), "HELLO carries no greased id");
    }
}
