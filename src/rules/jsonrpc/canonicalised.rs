//! `jsonrpc/canonicalised`

use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::store::finding::Fault;

declare_rule! {
    /// ## What it checks
    /// Whether every request and reply of one side is in canonical form: members sorted at every level, no white space. Hardly a library
    /// writes JSON-RPC that way.
    /// ## Why it matters
    /// A carrier may have parsed the objects and written them anew, where it must pass on their octets.
    /// ## What to do
    /// Compare with what the endpoint wrote.
    pub static CANONICALISED = {
        id: "jsonrpc/canonicalised", severity: Note, certainty: Heuristic,
        clause: Must CC_JSONRPC "2", scope: Association, fault: Intermediary,
        alternative: "The endpoint's own library may sort the members.",
        check: Association(check),
        fixtures: [
            "six sorted replies" => 1, |s| {
                for id in ["1", "2", "3", "4", "5", "6"] {
                    ask(s, id);
                    let object = format!(r#"{{"id":{id},"jsonrpc":"2.0","result":{{"contextId":"c-1","id":"t-1","kind":"task"}}}}"#);
                    s.bridge(S2c, BridgeSpec::response(Protocol::A2A, id, object));
                }
            };
            "one of them is not sorted" => 0, |s| {
                for id in ["1", "2", "3", "4", "5", "6"] {
                    ask(s, id);
                    let object = format!(r#"{{"id":{id},"jsonrpc":"2.0","result":{{"contextId":"c-1","id":"t-1","kind":"task"}}}}"#);
                    s.bridge(S2c, BridgeSpec::response(Protocol::A2A, id, object));
                }
                ask(s, "7");
                answer(s, "7");
            };
            "compact replies in the order of a library" => 0, |s| {
                for id in ["1", "2", "3", "4", "5", "6"] {
                    ask(s, id);
                    answer(s, id);
                }
            };
        ],
    }
}

/// Messages that make a habit.
const HABIT: u32 = 6;

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    for (direction, protocol, count) in association.state.styles.canonical().filter(|(_, _, count)| *count >= HABIT) {
        let name = protocol.name().unwrap_or("JSON-RPC");
        let text = format!("all {count} messages of {name} are in canonical form");
        let draft = sink.report(None, text).direction(direction).fault(Fault::Unknown);
        draft.evidence("messages", count).evidence("protocol_id", protocol.0);
    }
}
