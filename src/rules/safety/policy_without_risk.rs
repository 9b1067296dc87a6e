//! `safety/policy-without-risk`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answered, asked_for, refused_with, short};
use crate::spec::effect::Effect as Class;

declare_rule! {
    /// ## What it checks
    /// Whether a request labelled `read_only` was refused with `SafetyPolicy`.
    /// ## Why it matters
    /// The label gives no reason for it: the responder does not believe it, or its policy is stricter than the classes.
    /// ## What to do
    /// Look at the responder's policy for this method.
    pub static POLICY_WITHOUT_RISK = {
        id: "safety/policy-without-risk", severity: Note, certainty: Heuristic,
        clause: May BRIDGE "6", scope: Exchange, fault: Responder,
        alternative: "A local policy may refuse what it likes.",
        check: Message(check, Error),
        fixtures: [
            "a reading call is refused" => 1, |s| {
                s.mcp_session().call("9", "read_file", Some(Effect::ReadOnly)).transport_error(S2c, "9", 5, "policy");
            };
            "a destructive call is refused" => 0, |s| {
                s.mcp_session().call("9", "delete_branch", Some(Effect::Destructive)).transport_error(S2c, "9", 5, "policy");
            };
        ],
    }
}

/// `SafetyPolicy`.
const REFUSED: u8 = 5;

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let refused = refused_with(message) == Some(REFUSED);
    let Some(request) = answered(message).filter(|request| refused && request.label == Some(Class::ReadOnly.code())) else { return };
    let text = format!("{} labelled read_only was refused with SafetyPolicy", short(asked_for(message).as_bytes()));
    sink.report(Some(message.foreign_place()), text).peer(request.frame);
}
