//! `hello/outside-selection`

use crate::bridge::envelope::Envelope;
use crate::rules::context::{MessageCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::hellos::unlisted_by;
use crate::session::arrival::Kind;

declare_rule! {
    /// ## What it checks
    /// That requests and notifications carry protocols that both peers listed in `HELLO`. Said once for each sender and protocol.
    /// ## Why it matters
    /// The usable protocols are those in both lists.
    /// ## What to do
    /// Keep to the lists, or list the protocol.
    pub static OUTSIDE_SELECTION = {
        id: "hello/outside-selection", severity: Warning, certainty: Heuristic,
        clause: Should HELLO "5 (A-09)", scope: Association, fault: Sender,
        alternative: "the lists mix protocols and channels, and a later agreement may have widened them",
        check: Message(check, Call),
        fixtures: [
            "A2A where both list MCP" => 1, |s| {
                s.native(C2s, NativeSpec::hello(&[1])).native(S2c, NativeSpec::hello(&[1]));
                ask(s, "7").transport_error(S2c, "7", 2, "unknown");
            };
            "A2A where one lists it" => 1, |s| {
                s.native(C2s, NativeSpec::hello(&[1, 2])).native(S2c, NativeSpec::hello(&[1]));
                ask(s, "7").transport_error(S2c, "7", 2, "unknown");
            };
            "A2A where both list it" => 0, |s| {
                s.native(C2s, NativeSpec::hello(&[1, 2])).native(S2c, NativeSpec::hello(&[2]));
                ask(s, "7");
                answer(s, "7");
            };
            "one list was not sent" => 0, |s| {
                s.native(C2s, NativeSpec::hello(&[1]));
                ask(s, "7");
                answer(s, "7");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let asks = matches!(message.kind, Kind::Request | Kind::Notify) && !message.frame.is_replay();
    let Some(envelope) = message.envelope.filter(|_| asks) else { return };
    let Some(list) = unlisted_by(message, envelope.protocol) else { return };
    let carried = &message.association().state.carried;
    if carried.is_first(message.frame.direction, envelope.protocol, message.frame.id) {
        let text = format!("protocol 0x{:02X} is not in both lists of HELLO", envelope.protocol.0);
        sink.report(payload(Envelope::PROTOCOL), text).evidence("protocol_id", envelope.protocol.0).peer(list);
    }
}
