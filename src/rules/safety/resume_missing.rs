//! `safety/resume-missing`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::labels::resumes_labelled;
use crate::rules::reading::{asked_for, correlation_place, short};
use crate::session::link::Role;
use crate::spec::effect::Effect as Class;

declare_rule! {
    /// ## What it checks
    /// That a request that resumes a stream carries the label that the request of the stream carried.
    /// ## Why it matters
    /// Without it the resumption is treated as destructive, and may be refused where the stream was not.
    /// ## What to do
    /// Repeat the label when resuming.
    pub static RESUME_MISSING = {
        id: "safety/resume-missing", severity: Warning, certainty: Certain,
        clause: Must CC_STREAM "12", scope: Exchange, fault: Requester,
        check: Message(check, OddRole),
        fixtures: [
            "a resumption without the label" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                let object = r#"{"jsonrpc":"2.0","id":7,"method":"message/stream","params":{}}"#;
                s.bridge(C2s, BridgeSpec::request(Protocol::A2A, "message/stream", "7", object).stream(1, 0, 1));
                s.a2a_end("7", 2);
            };
            "a resumption with the label" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                s.a2a_resume("7", 1).a2a_end("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Role::Resume { label: Some(label), .. } = message.link.role else { return };
    let reads = message.effect.class == Some(Class::ReadOnly);
    if message.payload.label.is_some() || !resumes_labelled(message) || label == Class::ReadOnly.code() || reads {
        return;
    }
    let text = format!("{} resumes a stream without the label of its request", short(asked_for(message).as_bytes()));
    sink.report(correlation_place(message), text).evidence("label", label);
}
