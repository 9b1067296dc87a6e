//! What a message does that conformance clauses speak of.

use crate::bridge::carriage::jsonrpc::{JsonRpc, MessageKind};
use crate::bridge::mapping::Reply;
use crate::rules::context::RequestEffect;
use crate::session::arrival::Kind;
use crate::session::association::Association;
use crate::session::link::{Link, Role};
use crate::spec::effect::Effect;
use crate::store::tally::{Deed, Deeds};

use super::super::frame::View;
use super::Message;

/// The codes that JSON-RPC itself defines.
const PREDEFINED: [i64; 5] = [-32700, -32600, -32601, -32602, -32603];

/// Everything the message does.
pub(super) fn of(message: &Message<'_>, view: &View<'_>, link: &Link, effect: &RequestEffect<'_>, state: &Association) -> Deeds {
    let common = Deeds::default()
        .with(Deed::Enveloped, message.payload.envelope.is_some())
        .with(Deed::Carried, !message.payload.foreign.is_empty() && !is_transport(message))
        .with(Deed::Streamed, message.kind.is_stream());
    match message.kind {
        Kind::Request => requested(common, message, view, link, effect, state),
        Kind::Notify => {
            let opens = &*message.method == b"notifications/initialized";
            common.with(Deed::Notified, true).with(Deed::Opened, opens)
        }
        _ => replied(common, message, link),
    }
}

fn is_transport(message: &Message<'_>) -> bool {
    message.slot.is_some_and(|slot| slot.transport_code().is_some())
}

fn requested(deeds: Deeds, message: &Message<'_>, view: &View<'_>, link: &Link, effect: &RequestEffect<'_>, state: &Association) -> Deeds {
    let reply = message.listed.map(|method| method.reply);
    let label = message.payload.safety().map(|label| label.effect);
    let client = state.lifecycle.client.filter(|_| !state.lifecycle.both);
    deeds
        .with(Deed::Requested, true)
        .with(Deed::RequestedUnary, reply == Some(Reply::Single))
        .with(Deed::RequestedInReverse, client.is_some_and(|client| client != view.direction))
        .with(Deed::Changed, effect.class.is_some_and(|class| class > Effect::ReadOnly) || label.is_some_and(|label| label > 0))
        .with(Deed::Unlabelled, label.is_none() && effect.class != Some(Effect::ReadOnly))
        .with(Deed::Opened, &*message.method == b"initialize")
        .with(Deed::Resumed, matches!(link.role, Role::Resume { .. }) || message.resubscribes())
        .with(Deed::Documented, reply == Some(Reply::Document))
        .with(Deed::Pushed, message.method.starts_with(b"tasks/pushNotificationConfig/"))
}

fn replied(deeds: Deeds, message: &Message<'_>, link: &Link) -> Deeds {
    let paired = link.request.is_some() && matches!(link.role, Role::Part | Role::Terminal);
    let json = message.json();
    let success = message.kind == Kind::Response && json.is_some_and(|json| json.kind == MessageKind::Response);
    let failure = message.kind == Kind::Error && json.is_some_and(|json| json.kind == MessageKind::Error);
    let undelivered = message.kind == Kind::Error && is_transport(message);
    deeds
        .with(Deed::Succeeded, message.kind == Kind::Response)
        .with(Deed::Failed, message.kind == Kind::Error && !undelivered)
        .with(Deed::Undelivered, undelivered)
        .with(Deed::Replied, paired)
        .with(Deed::PairOfSuccess, paired && success)
        .with(Deed::PairOfErrorWithData, paired && failure && json.is_some_and(tells_more))
        .with(Deed::PairOfUndelivered, paired && undelivered)
}

/// Whether an error response has a predefined code and data that is not empty.
fn tells_more(json: &JsonRpc<'_>) -> bool {
    let Some(error) = json.error_object() else { return false };
    let predefined = error.code_value(json.octets).is_some_and(|code| PREDEFINED.contains(&code));
    let empty = [&b"null"[..], b"{}", b"[]", b"\"\""];
    predefined && error.data.is_some_and(|data| !empty.contains(&json.raw(data)))
}
