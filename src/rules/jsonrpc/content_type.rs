//! `jsonrpc/content-type`

use crate::bridge::envelope::Envelope;
use crate::bridge::envelope::content_type;
use crate::bridge::transport_error::ErrorSlot;
use crate::rules::carried::is_jsonrpc;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::is_document;

declare_rule! {
    /// ## What it checks
    /// That a message of JSON-RPC declares JSON as its content type. Transport errors, for which none is settled, and
    /// documents are left alone.
    /// ## Why it matters
    /// A receiver that reads by the declared encoding cannot read the object.
    /// ## What to do
    /// Set content type 1.
    pub static CONTENT_TYPE = {
        id: "jsonrpc/content-type", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "3", scope: Frame, fault: Sender,
        check: Message(check),
        fixtures: [
            "CBOR declared for an object" => 1, |s| {
                asked(s, get(GET).content_type(2));
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
    let foreign = matches!(message.slot, None | Some(ErrorSlot::Foreign(_) | ErrorSlot::ForeignBad(_)));
    let judged = is_jsonrpc(message) && foreign && !message.foreign().is_empty() && !is_document(message);
    let Some(envelope) = message.envelope.filter(|_| judged) else { return };
    let found = envelope.content_type;
    if found != content_type::JSON {
        let text = match content_type::name(found) {
            Some(name) => format!("the content type is {found} ({name}), the message is JSON-RPC"),
            None => format!("the content type is {found}, the message is JSON-RPC"),
        };
        sink.report(payload(Envelope::CONTENT_TYPE), text).evidence("content_type", found);
    }
}
