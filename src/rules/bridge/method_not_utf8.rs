//! `bridge/method-not-utf8`

use crate::rules::carried::object;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the method in the envelope is UTF-8.
    /// ## Why it matters
    /// Receivers and logs replace or refuse such octets, each in its own way.
    /// ## What to do
    /// Copy the decoded method of the object.
    pub static METHOD_NOT_UTF8 = {
        id: "bridge/method-not-utf8", severity: Warning, certainty: Certain,
        clause: Must BRIDGE "4 (A-60)", scope: Frame, fault: Sender,
        check: Message(check, OddEnvelope),
        fixtures: [
            "an octet that is no UTF-8" => 1, |s| {
                asked(s, get(GET).method_octets(b"tasks/g\xFFt"));
            };
            "another script" => 0, |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol(0x40), "задача", "7", [1, 2, 3]).content_type(2));
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(envelope) = message.envelope.filter(|_| !message.frame.is_replay()) else { return };
    let copied = || object(message).is_some_and(|json| json.methods().any(|method| *method == *envelope.method));
    if std::str::from_utf8(envelope.method).is_err() && !copied() {
        sink.report(payload(envelope.method_span()), "the method in the envelope is not UTF-8").evidence("method_hex", envelope.method);
    }
}
