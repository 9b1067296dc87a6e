//! `hello/negative-key`

use crate::rules::context::{AssociationCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a peer that receives a `HELLO` with a negative key it cannot know closes the association.
    /// ## Why it matters
    /// Negative keys are kept for what may not be ignored.
    /// ## What to do
    /// Send CLOSE. The sender must not use a negative key that its peer does not know.
    pub static NEGATIVE_KEY = {
        id: "hello/negative-key", severity: Error, certainty: Certain,
        clause: Must HELLO "4", scope: Association, fault: Responder,
        check: Association(check),
        fixtures: [
            "the receiver goes on" => 1, |s| {
                s.native(C2s, NativeSpec::hello(&[1]).int(-1, 1));
                ask(s, "1");
                answer(s, "1");
            };
            "the receiver closes" => 0, |s| {
                s.native(C2s, NativeSpec::hello(&[1]).int(-1, 1));
                s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE)).frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::CLOSE_ACK));
            };
            "one answer that may have crossed it" => 0, |s| {
                ask(s, "1").native(C2s, NativeSpec::hello(&[1]).int(-1, 1));
                answer(s, "1");
            };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    for direction in [C2s, S2c] {
        let Some(said) = association.state.hellos.of(direction) else { continue };
        let (Some(span), Some(heard)) = (said.negative, said.heard) else { continue };
        if association.state.closed[direction.flip().index()].is_none() {
            let text = format!("the {} goes on after a HELLO with a negative key", direction.flip().sender());
            sink.report(payload(span), text).frame(said.frame).direction(direction).peer(heard);
        }
    }
}
