//! `mcp/direction`

use crate::bridge::mapping::Caller;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::short;
use crate::rules::sessions::{ordinary, session};
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// That a request that only clients send comes from the client, and one that only servers send from the server.
    /// ## Why it matters
    /// The other side does not implement the method, or lets itself be used as what it is not.
    /// ## What to do
    /// Look which side opened the session; a peer that is both opens a session of its own.
    pub static DIRECTION = {
        id: "mcp/direction", severity: Warning, certainty: Certain,
        clause: Must MAP_MCP "4.1", scope: Association, fault: Sender,
        check: Message(check, Request),
        fixtures: [
            "the server calls a tool of the client" => 1, |s| {
                s.mcp_session().request(S2c, "tools/list", "9", "{}").respond(C2s, "9", r#"{"tools":[]}"#);
            };
            "the server asks for roots" => 0, |s| {
                s.mcp_session().request(S2c, "roots/list", "9", "{}").respond(C2s, "9", r#"{"roots":[]}"#);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let (Some(name), Some(client)) = (ordinary(message), session(message).role()) else { return };
    let caller = message.listed.map(|method| method.caller);
    let wrong = match caller {
        Some(Caller::Client) => message.frame.direction != client,
        Some(Caller::Server) => message.frame.direction == client,
        Some(Caller::Either) | None => false,
    };
    if wrong {
        let role = if message.frame.direction == client { "client" } else { "server" };
        let place = message.json.and_then(|json| json.method).map(|token| Place::Foreign(token.span));
        let draft = sink.report(place, format!("the {role} sends {}", short(name))).evidence("method", short(name));
        if let Some(initialize) = session(message).initialize {
            draft.peer(initialize);
        }
    }
}
