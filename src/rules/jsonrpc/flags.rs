//! `jsonrpc/flags`

use crate::bridge::envelope::Envelope;
use crate::rules::carried::{is_jsonrpc, pairs};
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That requests, results, errors and notifications of JSON-RPC have no envelope flag set. Reserved bits are
    /// bridge/flags-reserved.
    /// ## Why it matters
    /// `final` belongs to streams; a receiver may refuse the message.
    /// ## What to do
    /// Send flags 0.
    pub static FLAGS = {
        id: "jsonrpc/flags", severity: Error, certainty: Certain,
        clause: Must CC_JSONRPC "4 to 7", scope: Frame, fault: Sender,
        check: Message(check, OddEnvelope),
        fixtures: [
            "a final request" => 1, |s| {
                asked(s, get(GET).flags(1));
            };
            "the final end of a stream" => 0, |s| {
                s.a2a_stream("7", 1);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let judged = is_jsonrpc(message) && !message.kind.is_stream() && pairs(message);
    let Some(envelope) = message.envelope.filter(|envelope| judged && envelope.is_final() && envelope.reserved_flags() == 0) else {
        return;
    };
    sink.report(payload(Envelope::FLAGS), "a message that is no part of a stream is final").evidence("flags", envelope.flags);
}
