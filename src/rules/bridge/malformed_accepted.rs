//! `bridge/malformed-accepted`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::answered;
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// Whether a request whose envelope is malformed is answered with success. The defect itself is reported at the request.
    /// ## Why it matters
    /// A receiver that repairs what it should reject may see another message than the next one does.
    /// ## What to do
    /// Reject such requests with `EnvelopeMalformed`.
    pub static MALFORMED_ACCEPTED = {
        id: "bridge/malformed-accepted", severity: Note, certainty: Certain,
        clause: Must BRIDGE "4", scope: Exchange, fault: Responder,
        check: Message(check, Response),
        fixtures: [
            "octets behind the method" => 1 also ["bridge/envelope-trailing"], |s| {
                asked(s, get(GET).trailing(&[0]));
            };
            "reserved flags, which must be ignored" => 0 also ["bridge/flags-reserved"], |s| {
                asked(s, get(GET).flags(0x80));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let success = message.kind == Kind::Response && message.link.role == Role::Terminal;
    let Some(request) = answered(message).filter(|request| success && request.defects.envelope) else { return };
    sink.report(Some(message.foreign_place()), "a request whose envelope is malformed is answered with success").peer(request.frame);
}
