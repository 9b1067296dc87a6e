//! `handshake/pre-key-error`

use crate::npamp::handshake::message::HandshakeKind;
use crate::rules::context::{FrameCtx, Sink, header};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That no `ERROR` is sent before there are keys to seal it with: none in the clear, and none by the client before `SERVER_HELLO`. A
    /// peer that gives up there closes in silence.
    /// ## Why it matters
    /// Anybody on the path can write such a frame, and a receiver may be led to believe it.
    /// ## What to do
    /// Close the transport without a word before the keys exist.
    pub static PRE_KEY_ERROR = {
        id: "handshake/pre-key-error", severity: Error, certainty: Certain,
        clause: Must CORE "4.9 (generation 3)", scope: Association, fault: Sender,
        check: Control(check),
        fixtures: [
            "the server refuses with an ERROR in the clear" => 1, |s| {
                s.server_hello(|hello| { hello.omit().after(|s| { s.frame(S2c, FrameSpec::error(1).clear()); }); });
                s.server_auth(|auth| { auth.omit(); }).client_auth(|auth| { auth.omit(); }).begin();
            };
            "a sealed ERROR of the client before SERVER_HELLO" => 1, |s| {
                s.server_hello(|hello| { hello.after(|s| { s.frame(C2s, FrameSpec::error(1)); }); });
                s.server_auth(|auth| { auth.omit(); }).client_auth(|auth| { auth.omit(); }).begin();
            };
            "ERROR in the clear behind the handshake is another rule's" => 0 also ["frame/flag-enc-missing"], |s| { s.ping(C2s).frame(C2s, FrameSpec::error(1).clear()).ping(C2s); };
        ],
    }
}

fn check(frame: &FrameCtx<'_>, sink: &mut Sink<'_>) {
    let handshake = &frame.association.state.handshake;
    let keyless = handshake[HandshakeKind::ServerHello.index()].is_none() && handshake[HandshakeKind::ClientHello.index()].is_some();
    let sealed = frame.is_control(FrameType::ERROR) && frame.is_sound() && frame.direction == C2s;
    let early = sealed && keyless && !frame.association.late() && !frame.association.state.evidence.gaps[S2c.index()];
    if frame.clear_error() == Some(true) || early {
        let how = if early { "" } else { " in the clear" };
        sink.report(header(4, 7), format!("the {} sends ERROR{how} before there are keys", frame.direction.sender()))
            .evidence("flags", frame.header.flags);
    }
}
