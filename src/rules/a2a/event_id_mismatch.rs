//! `a2a/event-id-mismatch`

use crate::bridge::carriage::jsonrpc::id::IdRelation;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{apart, ids, is_event};

declare_rule! {
    /// ## What it checks
    /// That every event of a stream carries the id of the stream's request; of a resumed stream the id of the latest one (A-40).
    /// ## Why it matters
    /// The client pairs by id: it gives the event to another caller, or to none.
    /// ## What to do
    /// Put the request's id into every event.
    pub static EVENT_ID_MISMATCH = {
        id: "a2a/event-id-mismatch", severity: Error, certainty: Certain,
        clause: Must MAP_A2A "6 (A-40)", scope: Exchange, fault: Responder,
        check: Message(check, Event),
        fixtures: [
            "the second event has another id" => 1, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                let event = r#"{"jsonrpc":"2.0","id":8,"result":{"kind":"artifact-update"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(0, 1, 2));
                s.a2a_end("7", 3);
            };
            "a resubscription brings an id of its own" => 0, |s| {
                s.a2a_stream_request("7");
                s.a2a_event("7", 1);
                let object = r#"{"jsonrpc":"2.0","id":8,"method":"tasks/resubscribe","params":{"id":"t-1"}}"#;
                s.bridge(C2s, BridgeSpec::request(Protocol::A2A, "tasks/resubscribe", "7", object).stream(1, 0, 1));
                let event = r#"{"jsonrpc":"2.0","id":8,"result":{"kind":"artifact-update"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(0, 1, 2));
                s.bridge(S2c, BridgeSpec::stream_end(Protocol::A2A, "7", "").stream(0, 1, 3));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let carries = message.json.is_some_and(|json| json.result.is_some());
    let Some(ids) = ids(message).filter(|_| is_event(message) && carries) else { return };
    if ids.relation.agrees() || message.link.swapped_with.is_some() && ids.relation == IdRelation::Mismatch {
        return;
    }
    let Some(request) = message.request() else { return };
    let [wanted, said] = &apart(ids.wanted, ids.carried);
    let text = format!("the event carries id {said}, its request has id {wanted}");
    let draft = sink.report(ids.place, text).peer(request.frame);
    draft.evidence("request_id", wanted.as_str()).evidence("event_id", said.as_str());
}
