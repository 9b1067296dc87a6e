//! `exchange/reply-after-terminal`

use crate::bridge::carriage::CarriageClass;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::reading::{answered, correlation, correlation_place, is_mcp, short};
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That no stream frame follows the end of its stream, or a reply that ended the exchange.
    /// ## Why it matters
    /// The requester has closed the exchange: what comes later is lost, or hits another request.
    /// ## What to do
    /// Send the last event in the end of the stream, and nothing after it.
    pub static REPLY_AFTER_TERMINAL = {
        id: "exchange/reply-after-terminal", severity: Error, certainty: Certain,
        clause: Must BRIDGE "5", scope: Exchange, fault: Responder,
        check: Message(check, OddRole),
        fixtures: [
            "data after the end" => 1, |s| {
                s.a2a_stream("7", 2);
                s.a2a_event("7", 4);
            };
            "a second stream under the same correlation" => 0, |s| {
                s.a2a_stream("7", 2);
                s.a2a_stream("7", 2);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Role::AfterTerminal(last), Some(_)) = (&message.link.role, answered(message)) else { return };
    let ended = last.kind == Kind::StreamEnd;
    let spoken_for = ended && (message.kind == Kind::StreamEnd || message.link.stream.cancel.is_some());
    let exempt = matches!(message.class, CarriageClass::Http | CarriageClass::Documents | CarriageClass::Stream) && !ended;
    if spoken_for || exempt || (is_mcp(message) && !ended) {
        return;
    }
    let what = if ended { "the end of its stream" } else { "the reply that ended the exchange" };
    let text = format!("a stream frame under correlation {} follows {what}", short(correlation(message)));
    sink.report(correlation_place(message), text).evidence("correlation_hex", correlation(message)).peer(last.frame);
}
