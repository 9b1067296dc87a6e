//! `hello/before-finished`

use crate::rules::context::{HelloCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That `HELLO` is sealed, and that the client sends it after `CLIENT_AUTH`.
    /// ## Why it matters
    /// Before that nobody knows who says what it carries.
    /// ## What to do
    /// Send it when the handshake is complete.
    pub static BEFORE_FINISHED = {
        id: "hello/before-finished", severity: Error, certainty: Certain,
        clause: Must HELLO "2", scope: Association, fault: Sender,
        check: Hello(check),
        fixtures: [
            "in the clear" => 1, |s| { s.ping(C2s).frame(C2s, NativeSpec::hello(&[1]).build().clear()); };
            "before CLIENT_AUTH" => 1, |s| { s.client_auth(|auth| { auth.after(|s| { s.native(C2s, NativeSpec::hello(&[1])); }); }).ping(C2s); };
            "after the handshake" => 0, |s| { s.native(C2s, NativeSpec::hello(&[1])).native(S2c, NativeSpec::hello(&[1])); };
            "the handshake was not captured" => 0, |s| { s.late().native(C2s, NativeSpec::hello(&[1])); };
        ],
    }
}

fn check(hello: &HelloCtx<'_>, sink: &mut Sink<'_>) {
    let (frame, association) = (hello.frame, &hello.frame.association);
    if frame.is_unsealed() {
        if !frame.is_known_clear() {
            sink.report(header(4, 5), "HELLO is not sealed").evidence("flags", frame.header.flags);
        }
    } else if frame.direction == C2s && association.saw_all(C2s) && !association.is_established() {
        sink.report(header(5, 9), "the client sends HELLO before CLIENT_AUTH");
    }
}
