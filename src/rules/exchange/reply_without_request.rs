//! `exchange/reply-without-request`

use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{answers_notification, correlation, correlation_place, rejects_malformed, short};
use crate::session::arrival::Kind;
use crate::session::link::Role;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a reply's correlation was asked for by the other side.
    /// ## Why it matters
    /// The receiver cannot place it; a careless one gives it to a caller who asked something else.
    /// ## What to do
    /// Echo the correlation of the request, in the direction against it, and nothing else.
    pub static REPLY_WITHOUT_REQUEST = {
        id: "exchange/reply-without-request", severity: Error, certainty: Certain,
        clause: Must BRIDGE "5", scope: Association, fault: Responder,
        check: Message(check, OddRole),
        fixtures: [
            "a reply that nobody asked for" => 1, |s| { answer(s, "77"); };
            "the right id under the wrong correlation" => 1 also ["exchange/unanswered"], |s| {
                ask(s, "10");
                answer_as(s, "11", "10");
            };
            "a capture that begins after the request" => 1, |s| {
                ask(s.late(), "1");
                answer(s, "1");
                answer(s, "77");
            };
            "the request was sealed with a key that is not known" => 0 also ["record/open-failed"], |s| {
                s.ping(C2s).bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "7", "{}").frame(|frame| frame.sealed_as(crate::scenario::Sealing::Unknown)));
                answer(s, "7");
            };
            "EnvelopeMalformed for a frame without envelope" => 0 also ["bridge/envelope-absent"], |s| {
                s.bridge(C2s, BridgeSpec::request(Protocol::A2A, "tasks/get", "7", "{}").no_envelope());
                s.protocol(Protocol::A2A).transport_error(S2c, "unknown", 1, "no envelope");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Role::Stray(stray) = &message.link.role else { return };
    let spoken_for = stray.echoes.is_some() || correlation(message).is_empty();
    let asker = message.frame.direction.flip();
    let state = message.association().state;
    // Where frames of the asker could not be read, one of them is as likely the request.
    if spoken_for || state.evidence.unread[asker.index()] || answers_notification(message).is_some() || rejects_malformed(message) {
        return;
    }
    let text = format!("no request of the other side has correlation {}", short(correlation(message)));
    let mut draft = sink.report(correlation_place(message), text).evidence("correlation_hex", correlation(message));
    if let Some(request) = stray.same_id {
        draft = draft.peer(request);
    }
    // The sender may reject, cancel or stream under a correlation of its own whose request was lost.
    let own = !matches!(message.kind, Kind::Response) && !state.evidence.is_whole(message.frame.direction);
    if own || state.evidence.disordered || !state.evidence.is_whole(asker) || state.malformed[asker.index()].is_some() {
        draft.at_most(Severity::Note);
    }
}
