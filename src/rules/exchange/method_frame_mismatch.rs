//! `exchange/method-frame-mismatch`

use crate::bridge::carriage::CarriageClass;
use crate::bridge::mapping::Form;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{is_mcp, is_memofs, is_toa, method, short};
use crate::session::arrival::Kind;
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// Whether the method fits the frame: a name of a notification in a notification, a listed request in a request.
    /// ## Why it matters
    /// The presence of an id decides what the object is, but the endpoint may expect something else of the name.
    /// ## What to do
    /// Send requests with an id and notifications without.
    pub static METHOD_FRAME_MISMATCH = {
        id: "exchange/method-frame-mismatch", severity: Warning, certainty: Certain,
        clause: Must CC_JSONRPC "4", scope: Frame, fault: Sender,
        check: Message(check, Call),
        fixtures: [
            "tasks/get as a notification" => 1, |s| {
                s.protocol(Protocol::A2A).notify(C2s, "tasks/get", r#"{"id":"t-1"}"#);
            };
            "tasks/get as a request" => 0, |s| {
                ask(s, "7");
                answer(s, "7");
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let carried = message.class == CarriageClass::JsonRpc
        && !is_mcp(message)
        && !is_toa(message)
        && !is_memofs(message)
        && !message.frame.is_replay();
    let Some(json) = message.json.filter(|json| carried && json.scan.fault.is_none() && json.method.is_some()) else { return };
    let name = method(message);
    let text = match message.kind {
        Kind::Request if name.starts_with(b"notifications/") => "is carried as a request",
        Kind::Notify if json.id.is_none() && is_request(message) => "is carried as a notification",
        _ => return,
    };
    let place = json.method.map(|token| Place::Foreign(token.span));
    sink.report(place, format!("{} {text}", short(&name))).evidence("method", short(&name));
}

fn is_request(message: &MessageCtx<'_>) -> bool {
    message.listed.is_some_and(|method| method.form == Form::Request)
}
