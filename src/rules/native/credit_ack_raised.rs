//! `native/credit-ack-raised`

use crate::native::schema::Role;
use crate::rules::bodies::is_readable;
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::session::native::link::Fact;
use crate::store::finding::Fault;

declare_rule! {
    /// ## What it checks
    /// That a subscription asks for a credit of one at least, and is accepted with no more than it asked for.
    /// ## Why it matters
    /// The producer may not push more than the consumer can take; a credit of none lets nothing come.
    /// ## What to do
    /// Ask for what can be taken, and accept that or less.
    pub static CREDIT_ACK_RAISED = {
        id: "native/credit-ack-raised", severity: Error, certainty: Certain,
        clause: Must NATIVE "credit", scope: Exchange, fault: Responder,
        check: Native(check),
        fixtures: [
            "accepted with more" => 1, |s| { s.native(C2s, NativeSpec::telemetry_subscribe("t", 5)).native(S2c, NativeSpec::telemetry_accept("t", 6)); };
            "asked for with none" => 1, |s| { s.native(C2s, NativeSpec::telemetry_subscribe("t", 0)); };
            "accepted with less" => 0, |s| { s.native(C2s, NativeSpec::telemetry_subscribe("t", 5)).native(S2c, NativeSpec::telemetry_accept("t", 4)); };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let none = native.body.schema.role == Role::Subscribe && native.body.uint("credit") == Some(0);
    if none && is_readable(native) {
        sink.report(native.place_of("credit"), format!("{} asks for a credit of 0", native.name())).fault(Fault::Requester);
    }
    for fact in native.facts() {
        if let Fact::AckRaised { asked, given } = fact {
            let text = format!("the subscription is accepted with a credit of {given}, it asked for {asked}");
            sink.report(native.place_of("credit"), text).evidence("asked", asked).evidence("given", given);
        }
    }
}
