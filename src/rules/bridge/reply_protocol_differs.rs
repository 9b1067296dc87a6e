//! `bridge/reply-protocol-differs`

use crate::bridge::envelope::Envelope;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::reading::answered;

declare_rule! {
    /// ## What it checks
    /// That a reply carries the protocol identifier of its request. The first reply of a stream is reported; the
    /// null identifier is bridge/protocol-null.
    /// ## Why it matters
    /// The requester hands the reply to the wrong protocol, or drops it.
    /// ## What to do
    /// Echo the identifier of the request.
    pub static REPLY_PROTOCOL_DIFFERS = {
        id: "bridge/reply-protocol-differs", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "5", scope: Exchange, fault: Responder,
        check: Message(check, Reply),
        fixtures: [
            "an A2A reply to an MCP request" => 1, |s| {
                s.mcp_session().request(C2s, "ping", "7", "");
                s.protocol(Protocol::A2A).respond(S2c, "7", "{}");
            };
            "a reply under the same identifier" => 0, |s| {
                asked(s, get(GET));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(envelope), Some(request)) = (message.envelope, answered(message)) else { return };
    let stream = &message.link.stream.producer;
    let first = stream.parts == 0 && stream.end.is_none();
    if envelope.protocol == request.protocol || envelope.protocol == Protocol::NULL || !first {
        return;
    }
    let text = format!("the reply is of protocol 0x{:02X}, its request of 0x{:02X}", envelope.protocol.0, request.protocol.0);
    let draft = sink.report(payload(Envelope::PROTOCOL), text).peer(request.frame);
    draft.evidence("protocol_id", envelope.protocol.0).evidence("expected", request.protocol.0);
}
