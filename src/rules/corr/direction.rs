//! `corr/direction`

use crate::bridge::carriage::CarriageClass;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{correlation, correlation_place, short};
use crate::session::link::Role;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a reply comes from the peer that was asked, not from the one that asked.
    /// ## Why it matters
    /// The other side never asked under this correlation and cannot place the reply.
    /// ## What to do
    /// Keep the correlations of both directions apart: each peer counts its own.
    pub static DIRECTION = {
        id: "corr/direction", severity: Error, certainty: Certain,
        clause: Must BRIDGE "5", scope: Association, fault: Sender,
        check: Message(check, OddRole),
        fixtures: [
            "the asker answers itself" => 1 also ["exchange/unanswered"], |s| {
                ask(s, "7");
                s.respond(C2s, "7", TASK);
            };
            "the asker rejects a malformed reply" => 0 also ["corr/id-mismatch"], |s| {
                ask(s, "7");
                answer_as(s, "7", "8");
                s.transport_error(C2s, "7", 1, "id differs");
            };
            "the asker answers a request of the other side" => 0, |s| {
                s.mcp_session().request(C2s, "ping", "9", "").request(S2c, "ping", "9", "");
                s.respond(C2s, "9", "{}").respond(S2c, "9", "{}");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let exempt = matches!(message.class, CarriageClass::Documents | CarriageClass::Stream);
    if exempt || !is_wrong(message) {
        return;
    }
    let Some(request) = message.request() else { return };
    let text = format!("the reply under correlation {} comes from the peer that sent the request", short(correlation(message)));
    let draft = sink.report(correlation_place(message), text).evidence("correlation_hex", correlation(message)).peer(request.frame);
    if !message.association().whole(message.frame.direction.flip()) {
        draft.at_most(Severity::Note);
    } else if message.class == CarriageClass::Unmapped {
        draft.at_most(Severity::Warning);
    }
}

/// An error by the asker is wrong unless it is a transport error and something came that it may reject.
fn is_wrong(message: &MessageCtx<'_>) -> bool {
    match message.link.role {
        Role::WrongDirection => true,
        Role::CounterRejection { answered } => !answered || message.slot.is_some_and(|slot| slot.transport_code().is_none()),
        _ => false,
    }
}
