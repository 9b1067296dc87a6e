//! `handshake/app-before-auth`

use crate::npamp::handshake::message::HandshakeKind;
use crate::rules::context::{AssociationCtx, Sink, header};
use crate::rules::fixture::*;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That nothing but the handshake is sent before `CLIENT_AUTH`: by the client in its own stream, by the server as one tap sees it.
    /// Said for the first frame of a direction.
    /// ## Why it matters
    /// The peer has not proven who it is; whoever answers such a frame answers anybody.
    /// ## What to do
    /// Hold messages back until the handshake is complete.
    pub static APP_BEFORE_AUTH = {
        id: "handshake/app-before-auth", severity: Error, certainty: Certain,
        clause: Must CORE "5.1", scope: Association, fault: Sender,
        check: Association(check),
        fixtures: [
            "the client sends a PING before CLIENT_AUTH" => 1, |s| {
                s.client_auth(|auth| { auth.after(|s| { s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::PING)); }); }).ping(C2s);
            };
            "the server sends a PING before CLIENT_AUTH" => 1, |s| {
                s.client_auth(|auth| { auth.after(|s| { s.frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::PING)); }); }).ping(C2s);
            };
            "both wait" => 0, |s| { s.ping(S2c).ping(C2s); };
            "the handshake was not captured" => 0, |s| { s.late().ping(C2s); };
            "CLIENT_AUTH was lost by the capture" => 0, |s| { s.client_auth(|auth| { auth.after(|s| { s.lose_next(C2s); }); }).ping(C2s).ping(C2s); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    if !association.saw_all(C2s) || !association.state.evidence.seen[C2s.index()] {
        return;
    }
    let early = association.early_data();
    let authenticated = association.state.handshake[HandshakeKind::ClientAuth.index()];
    // A capture may show the two directions in another order than the peers saw them: the server is not accused by it.
    for (direction, severity) in [(C2s, Severity::Error), (S2c, Severity::Note)] {
        let Some((frame, channel, frame_type)) = association.state.first_beyond[direction.index()] else { continue };
        let hello = channel == Channel::CONTROL && frame_type == FrameType::HELLO && direction == C2s;
        let said = direction == C2s && early.is_some();
        if !said && !hello && authenticated.is_none_or(|authenticated| frame < authenticated) {
            let message =
                format!("the {} sends {} on {} before CLIENT_AUTH", direction.sender(), frame_type.label(channel), channel.label());
            sink.report(header(5, 9), message).severity(severity).frame(frame).direction(direction);
        }
    }
}
