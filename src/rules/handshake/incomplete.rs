//! `handshake/incomplete`

use crate::base::direction::Direction;
use crate::npamp::handshake::message::HandshakeKind;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// Whether an association ended before `CLIENT_AUTH`. The end of the capture is no end.
    /// ## Why it matters
    /// No peer was authenticated; one of them gave up, and its last frame shows how far it came.
    /// ## What to do
    /// Look at the findings about the last handshake frame, and at the logs of the peer that closed.
    pub static INCOMPLETE = {
        id: "handshake/incomplete", severity: Note, certainty: Certain,
        clause: May CORE "5.1", scope: Association, fault: Unknown,
        check: Association(check),
        fixtures: [
            "the client closes after SERVER_AUTH" => 1, |s| { s.client_auth(|auth| { auth.omit(); }).begin().fin(C2s).fin(S2c); };
            "the connection ends after the handshake" => 0, |s| { s.ping(C2s).close(); };
            "the capture ends inside the handshake" => 0, |s| { s.client_auth(|auth| { auth.omit(); }).begin(); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let handshake = &association.state.handshake;
    let done = handshake[HandshakeKind::ClientAuth.index()].is_some();
    let beyond = association.state.first_beyond.iter().any(Option::is_some);
    let heard = association.state.evidence.seen.iter().all(|seen| *seen);
    let watched = Direction::BOTH.into_iter().all(|direction| association.saw_all(direction));
    if done || beyond || !heard || !watched || !association.is_over() {
        return;
    }
    let last = HandshakeKind::ALL.into_iter().rfind(|kind| handshake[kind.index()].is_some());
    let name = last.map_or_else(|| "nothing".to_owned(), |kind| kind.frame_type().label(Channel::CONTROL));
    sink.report(None, format!("the association ended before CLIENT_AUTH; the last handshake frame is {name}")).evidence("last", name);
}
