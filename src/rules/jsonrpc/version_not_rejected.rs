//! `jsonrpc/version-not-rejected`

use crate::bridge::mapping::Dialect;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::answered;
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// Whether a request without the right version is answered with success. The defect itself is reported at the request.
    /// ## Why it matters
    /// A receiver need not parse the object, but the endpoint should have refused it.
    /// ## What to do
    /// Nothing, unless the endpoint is yours.
    pub static VERSION_NOT_REJECTED = {
        id: "jsonrpc/version-not-rejected", severity: Note, certainty: Certain,
        clause: May CC_JSONRPC "3", scope: Exchange, fault: Responder,
        check: Message(check, Response),
        fixtures: [
            "a request of version 1.0 is answered" => 1 also ["jsonrpc/version-wrong"], |s| {
                asked(s, get(r#"{"jsonrpc":"1.0","id":7,"method":"tasks/get","params":{"id":"t-1"}}"#));
            };
            "it is refused" => 0 also ["jsonrpc/version-wrong"], |s| {
                s.bridge(C2s, get(r#"{"jsonrpc":"1.0","id":7,"method":"tasks/get","params":{"id":"t-1"}}"#));
                fail_as(s, "7", "7", -32600);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let success = message.kind == Kind::Response && message.link.role == Role::Terminal;
    let Some(request) = answered(message).filter(|request| success && request.defects.version && request.dialect != Dialect::MemoFs) else {
        return;
    };
    sink.report(Some(message.foreign_place()), "a request without the right version is answered with success").peer(request.frame);
}
