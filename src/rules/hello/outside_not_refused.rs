//! `hello/outside-not-refused`

use crate::bridge::envelope::Envelope;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::hellos::unlisted_by;
use crate::rules::reading::answered;
use crate::session::arrival::Kind;
use crate::session::link::Role;

declare_rule! {
    /// ## What it checks
    /// That a request of a protocol that not both peers listed in `HELLO` is not answered with success.
    /// ## Why it matters
    /// The lists are what the association is meant to carry; policy rests on them.
    /// ## What to do
    /// Refuse it as unsupported, or list the protocol.
    pub static OUTSIDE_NOT_REFUSED = {
        id: "hello/outside-not-refused", severity: Warning, certainty: Heuristic,
        clause: Should HELLO "5 (A-09)", scope: Exchange, fault: Responder,
        alternative: "the lists mix protocols and channels, and a later agreement may have widened them",
        check: Message(check, Reply),
        fixtures: [
            "a result" => 1 also ["hello/outside-selection"], |s| {
                s.native(C2s, NativeSpec::hello(&[1])).native(S2c, NativeSpec::hello(&[1]));
                ask(s, "7");
                answer(s, "7");
            };
            "ProtocolUnsupported" => 0 also ["hello/outside-selection"], |s| {
                s.native(C2s, NativeSpec::hello(&[1])).native(S2c, NativeSpec::hello(&[1]));
                ask(s, "7").transport_error(S2c, "7", 2, "unknown");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let succeeds = message.kind != Kind::Error && message.link.role == Role::Terminal && !message.frame.is_replay();
    let Some(request) = answered(message).filter(|_| succeeds) else { return };
    if let Some(list) = unlisted_by(message, request.protocol) {
        let text =
            format!("a request of protocol 0x{:02X}, which is not in both lists of HELLO, is answered with success", request.protocol.0);
        sink.report(payload(Envelope::PROTOCOL), text).evidence("protocol_id", request.protocol.0).peer(list);
    }
}
