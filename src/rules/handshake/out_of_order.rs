//! `handshake/out-of-order`

use crate::base::direction::Direction;
use crate::npamp::handshake::message::HandshakeKind;
use crate::rules::context::{AssociationCtx, Sink, header};
use crate::rules::fixture::*;
use crate::session::association::HandshakeFrame;

declare_rule! {
    /// ## What it checks
    /// That `CLIENT_HELLO`, `SERVER_HELLO`, `SERVER_AUTH` and `CLIENT_AUTH` come in this order, each once, each from its own peer.
    /// ## Why it matters
    /// Both peers hash the handshake in this order; another one ends in different keys, or in an aborted association.
    /// ## What to do
    /// Send one flight at a time. A failed attempt is repeated on a new connection.
    pub static OUT_OF_ORDER = {
        id: "handshake/out-of-order", severity: Error, certainty: Certain,
        clause: Must CORE "5.1", scope: Association, fault: Sender,
        check: Association(check),
        fixtures: [
            "CLIENT_HELLO twice" => 1, |s| { s.client_hello(|hello| { hello.twice(); }).begin(); };
            "CLIENT_AUTH although SERVER_AUTH is missing" => 1 also ["handshake/signature-unverifiable"], |s| { s.server_auth(|auth| { auth.omit(); }).begin(); };
            "CLIENT_AUTH from the server" => 1, |s| {
                s.ping(C2s).frame(S2c, FrameSpec::new(Channel::CONTROL, FrameType::CLIENT_AUTH));
            };
            "all four as they should be" => 0, |s| { s.begin(); };
            "SERVER_AUTH was lost by the capture" => 0, |s| { s.server_auth(|auth| { auth.after(|s| { s.lose_next(S2c); }); }).ping(C2s).ping(C2s); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let frames = &association.state.handshake_frames;
    for (at, shake) in frames.iter().enumerate() {
        let label = shake.kind.frame_type().label(Channel::CONTROL);
        let earlier = frames.iter().take(at).find(|before| before.kind == shake.kind);
        let message = if shake.direction != shake.kind.direction() && !association.late() {
            format!("{label} comes from the {}", shake.direction.sender())
        } else if earlier.is_some() {
            format!("{label} comes a second time")
        } else if let Some(missing) = predecessor(shake.kind).filter(|before| is_missing(association, *before, *shake)) {
            format!("{label} comes without {} before it", missing.frame_type().label(Channel::CONTROL))
        } else {
            continue;
        };
        let draft = sink.report(header(5, 7), message).frame(shake.frame).direction(shake.direction);
        if let Some(first) = earlier {
            draft.peer(first.frame);
        }
    }
}

/// The frame that must have come before.
const fn predecessor(kind: HandshakeKind) -> Option<HandshakeKind> {
    match kind {
        HandshakeKind::ClientHello => None,
        HandshakeKind::ServerHello => Some(HandshakeKind::ClientHello),
        HandshakeKind::ServerAuth => Some(HandshakeKind::ServerHello),
        HandshakeKind::ClientAuth => Some(HandshakeKind::ServerAuth),
    }
}

/// Whether a frame did not come before another although the capture would show it. A hole is known only when the association is over.
fn is_missing(association: &AssociationCtx<'_>, kind: HandshakeKind, shake: HandshakeFrame) -> bool {
    let watched = Direction::BOTH.into_iter().all(|direction| association.saw_all(direction));
    let heard = association.state.evidence.seen[kind.direction().index()];
    let before = association.state.handshake[kind.index()].is_some_and(|seen| seen < shake.frame);
    watched && heard && shake.ordered && !association.state.evidence.disordered && !before
}
