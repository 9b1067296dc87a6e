//! `bridge/legit-error-unexplained`

use crate::bridge::transport_error::ErrorSlot;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::answered;
use crate::session::link::Role;
use crate::spec::transport_code::TransportCode;

declare_rule! {
    /// ## What it checks
    /// Whether a peer rejects as malformed a request that looks right.
    /// ## Why it matters
    /// It may be stricter, or the fault may lie where an observer cannot see it.
    /// ## What to do
    /// Look at the message of the error.
    pub static LEGIT_ERROR_UNEXPLAINED = {
        id: "bridge/legit-error-unexplained", severity: Note, certainty: Heuristic,
        clause: May BRIDGE "6", scope: Exchange, fault: Responder,
        alternative: "The receiver may be stricter than this observer.",
        check: Message(check, Error),
        fixtures: [
            "EnvelopeMalformed for a plain request" => 1, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 1, "malformed");
            };
            "EnvelopeMalformed for octets behind the method" => 0 also ["bridge/envelope-trailing"], |s| {
                s.bridge(C2s, get(GET).trailing(&[0]));
                s.protocol(Protocol::A2A).transport_error(S2c, "7", 1, "trailing octets");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let code = message.slot.and_then(ErrorSlot::transport_code);
    let rejects = message.link.role == Role::Terminal && code == Some(TransportCode::ENVELOPE_MALFORMED.0);
    let Some(request) = answered(message).filter(|_| rejects) else { return };
    if !request.defective && request.defects.is_none() && request.protocol != Protocol::NULL {
        sink.report(Some(message.foreign_place()), "a request that looks right is rejected as malformed").peer(request.frame);
    }
}
