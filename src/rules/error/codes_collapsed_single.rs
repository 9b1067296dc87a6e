//! `error/codes-collapsed-single`

use crate::base::direction::Direction;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether every failure of a peer, five at least and of three methods at least, has the same code and the same message.
    /// ## Why it matters
    /// A gateway may flatten the errors of its endpoints; their codes and data are lost.
    /// ## What to do
    /// Pass the error object of the endpoint on, octet for octet.
    pub static CODES_COLLAPSED_SINGLE = {
        id: "error/codes-collapsed-single", severity: Note, certainty: Heuristic,
        clause: Should BRIDGE "6", scope: Association, fault: Unknown,
        alternative: "A simple server may have one error.",
        check: Association(check),
        fixtures: [
            "five failures of three methods" => 1, |s| {
                for (id, method) in ["tasks/get", "tasks/get", "tasks/pushNotificationConfig/list", "tasks/pushNotificationConfig/get", "tasks/get"].into_iter().enumerate() {
                let id = id.to_string();
                s.protocol(Protocol::A2A).request(C2s, method, &id, r#"{"id":"t-1"}"#).fail(S2c, &id, -32603, "internal error");
                }
            };
            "five failures of one method" => 0, |s| {
                for id in ["1", "2", "3", "4", "5"] {
                ask(s, id).fail(S2c, id, -32001, "no such task");
                }
            };
        ],
    }
}

/// Failures that are too many for chance.
const FAILURES: usize = 5;
/// Methods that hardly fail for one reason.
const METHODS: usize = 3;

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    for direction in Direction::BOTH {
        let Some((count, methods)) = association.state.failures.alike(direction) else { continue };
        if count >= FAILURES && methods >= METHODS {
            let text = format!("all {count} errors of the {} are the same, of {methods} methods", direction.sender());
            sink.report(None, text).direction(direction).evidence("count", count).evidence("methods", methods);
        }
    }
}
