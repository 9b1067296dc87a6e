//! `error/unjustified-protocolunsupported`

use crate::bridge::transport_error::ErrorSlot;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::answered;
use crate::session::link::Role;
use crate::spec::transport_code::TransportCode;

declare_rule! {
    /// ## What it checks
    /// Whether a peer refuses with `ProtocolUnsupported` a protocol of which it answered a request before.
    /// ## Why it matters
    /// The requester may give the protocol up for good.
    /// ## What to do
    /// Use the code for protocols that are not carried; `NotDelivered` or the error of the endpoint for others.
    pub static UNJUSTIFIED_PROTOCOLUNSUPPORTED = {
        id: "error/unjustified-protocolunsupported", severity: Warning, certainty: Heuristic,
        clause: Must REGISTRY "9", scope: Association, fault: Responder,
        alternative: "The peer may have been configured anew.",
        check: Message(check, Error),
        fixtures: [
            "refused after a success" => 1, |s| {
                ask(s, "6");
                answer(s, "6");
                ask(s, "7");
                s.transport_error(S2c, "7", 2, "unknown");
            };
            "refused from the beginning" => 0, |s| {
                ask(s, "7");
                s.transport_error(S2c, "7", 2, "unknown");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let refuses = message.slot.and_then(ErrorSlot::transport_code) == Some(TransportCode::PROTOCOL_UNSUPPORTED.0);
    let Some(request) = answered(message).filter(|_| refuses && message.link.role == Role::Terminal && !message.link.doubtful) else {
        return;
    };
    if message.association().state.served.contains(&(message.frame.direction, request.protocol)) {
        let text = format!("protocol 0x{:02X} is refused as unsupported although it was answered before", request.protocol.0);
        sink.report(Some(message.foreign_place()), text).peer(request.frame);
    }
}
