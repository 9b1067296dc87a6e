//! `a2a/content-type`

use crate::bridge::envelope::Envelope;
use crate::rules::carried::undeclared_json;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::is_a2a;

declare_rule! {
    /// ## What it checks
    /// That a message of A2A declares JSON as its content type, events of streams included. Transport errors, for which none is
    /// settled, and documents are left alone.
    /// ## Why it matters
    /// A receiver that reads by the declared encoding cannot read the object.
    /// ## What to do
    /// Set content type 1.
    pub static CONTENT_TYPE = {
        id: "a2a/content-type", severity: Error, certainty: Certain,
        clause: Must MAP_A2A "3", scope: Frame, fault: Sender,
        check: Message(check, OddEnvelope),
        fixtures: [
            "CBOR declared for an object" => 1, |s| {
                asked(s, get(GET).content_type(2));
            };
            "an event declared as a gRPC message" => 1, |s| {
                s.a2a_stream_request("7");
                let event = r#"{"jsonrpc":"2.0","id":7,"result":{"kind":"artifact-update"}}"#;
                s.bridge(S2c, BridgeSpec::stream_data(Protocol::A2A, "7", event).stream(0, 1, 1).content_type(3));
                s.a2a_end("7", 2);
            };
            "a transport error under content type 2" => 0, |s| {
                ask(s, "7");
                s.bridge(S2c, BridgeSpec::transport_error(Protocol::A2A, "7", 4, "no route").content_type(2));
            };
            "a document of a card" => 0, |s| {
                s.protocol(Protocol::A2A).request(C2s, "agent/getAuthenticatedExtendedCard", "7", "{}");
                s.bridge(S2c, BridgeSpec::response(Protocol::A2A, "7", RESULT).content_type(2));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if let Some((found, text)) = undeclared_json(message).filter(|_| is_a2a(message)) {
        sink.report(payload(Envelope::CONTENT_TYPE), text).evidence("content_type", found);
    }
}
