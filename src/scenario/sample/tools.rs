//! `mcp-session`.

use crate::base::direction::Direction::{C2s, S2c};
use crate::scenario::{BridgeSpec, Scenario, jsonrpc};
use crate::spec::channel::Channel;
use crate::spec::effect::Effect;
use crate::spec::protocol::Protocol;

/// A conformant session.
pub(super) fn session(s: &mut Scenario) {
    s.mcp_session().wait(40);
    reading(s);
    writing(s);
    asking_back(s);
    rotating(s);
    ending(s);
}

/// A `tools/call` whose label names the tool.
fn call(s: &mut Scenario, id: &str, tool: &str, arguments: &str, effect: Effect) {
    let object = jsonrpc::request("tools/call", id, &format!(r#"{{"name":"{tool}","arguments":{arguments}}}"#));
    s.bridge(C2s, BridgeSpec::request(Protocol::MCP, "tools/call", id, object).label(effect, tool)).wait(25);
}

fn reading(s: &mut Scenario) {
    s.request(C2s, "resources/list", "3", "{}").wait(3);
    s.respond(S2c, "3", r#"{"resources":[{"uri":"note://7","name":"seven"}]}"#).wait(60);
    s.request(C2s, "resources/read", "4", r#"{"uri":"note://7"}"#).wait(4);
    s.respond(S2c, "4", r#"{"contents":[{"uri":"note://7","mimeType":"text/plain","text":"Ring the archive."}]}"#).wait(200);
    call(s, "5", "read_file", r#"{"path":"notes/today.txt"}"#, Effect::ReadOnly);
    s.called("5", "Nothing planned.").wait(300);
}

fn writing(s: &mut Scenario) {
    call(s, "6", "write_note", r#"{"name":"seven","text":"Rang the archive."}"#, Effect::IdempotentWrite);
    s.called("6", "stored").wait(150);
    s.request_labelled(C2s, "logging/setLevel", "7", r#"{"level":"info"}"#, Effect::IdempotentWrite).wait(2);
    s.respond(S2c, "7", "{}").wait(30);
    s.notify(S2c, "notifications/message", r#"{"level":"info","logger":"archive","data":"index rebuilt"}"#).wait(500);
    call(s, "8", "delete_branch", r#"{"name":"draft"}"#, Effect::Destructive);
    s.called("8", "deleted").wait(80);
    call(s, "9", "read_file", r#"{"path":7}"#, Effect::ReadOnly);
    s.fail(S2c, "9", -32602, "path must be a string").wait(120);
}

/// The server asks while it serves, and under the same id numbers: each side counts its own requests.
fn asking_back(s: &mut Scenario) {
    call(s, "10", "send_mail", r#"{"to":"desk@example.org"}"#, Effect::NonIdempotentWrite);
    let question = r#"{"message":"Send it now?","requestedSchema":{"type":"object","properties":{"ok":{"type":"boolean"}}}}"#;
    s.request_labelled(S2c, "elicitation/create", "1", question, Effect::NonIdempotentWrite).wait(900);
    s.respond(C2s, "1", r#"{"action":"accept","content":{"ok":true}}"#).wait(20);
    let draft = r#"{"messages":[{"role":"user","content":{"type":"text","text":"Draft the mail."}}],"maxTokens":200}"#;
    s.request_labelled(S2c, "sampling/createMessage", "2", draft, Effect::NonIdempotentWrite).wait(1400);
    s.respond(C2s, "2", r#"{"role":"assistant","content":{"type":"text","text":"Dear desk,"},"model":"small","stopReason":"endTurn"}"#)
        .wait(35);
    s.called("10", "sent").wait(90);
}

fn rotating(s: &mut Scenario) {
    s.key_update(C2s, Channel::BRIDGE).key_update_ack(S2c, Channel::BRIDGE, 1);
    s.key_update(S2c, Channel::BRIDGE).key_update_ack(C2s, Channel::BRIDGE, 1).wait(10);
    s.request(S2c, "roots/list", "3", "").wait(2);
    s.respond(C2s, "3", r#"{"roots":[{"uri":"file:///home/desk","name":"home"}]}"#).wait(700);
}

fn ending(s: &mut Scenario) {
    s.request(C2s, "ping", "11", "").wait(1);
    s.respond(S2c, "11", "{}").wait(1000);
    s.ping(C2s).wait(250);
    s.close();
}
