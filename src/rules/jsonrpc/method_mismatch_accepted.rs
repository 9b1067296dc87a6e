//! `jsonrpc/method-mismatch-accepted`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::answered;
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// Whether a request whose envelope names another method than its object is answered with success. The defect itself is
    /// reported at the request.
    /// ## Why it matters
    /// A receiver need not parse the object, but then its policy saw another method than the endpoint.
    /// ## What to do
    /// Compare the two before applying policy.
    pub static METHOD_MISMATCH_ACCEPTED = {
        id: "jsonrpc/method-mismatch-accepted", severity: Note, certainty: Certain,
        clause: May CC_JSONRPC "4", scope: Exchange, fault: Responder,
        check: Message(check, Response),
        fixtures: [
            "an envelope that names another method is answered" => 1 also ["jsonrpc/method-mismatch"], |s| {
                asked(s, get(GET).method("tasks/list"));
            };
            "it is refused" => 0 also ["jsonrpc/method-mismatch"], |s| {
                s.bridge(C2s, get(GET).method("tasks/list"));
                s.protocol(Protocol::A2A).transport_error(S2c, "7", 1, "method");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let success = message.kind == Kind::Response && message.link.role == Role::Terminal;
    let Some(request) = answered(message).filter(|request| success && request.defects.method) else { return };
    let text = "a request whose envelope names another method is answered with success";
    sink.report(Some(message.foreign_place()), text).peer(request.frame);
}
