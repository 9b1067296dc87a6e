//! `violations`: every exchange breaks another rule, so that one finding leads to one frame.

use crate::base::direction::Direction::{C2s, S2c};
use crate::scenario::{BridgeSpec, FrameSpec, Scenario, jsonrpc};
use crate::spec::channel::Channel;
use crate::spec::effect::Effect;
use crate::spec::frame_type::FrameType;
use crate::spec::protocol::Protocol;

/// A session full of faults.
pub(super) fn violations(s: &mut Scenario) {
    s.mcp_session().wait(20);
    labels(s);
    identities(s);
    errors(s);
    envelopes(s);
    records(s);
    s.close();
}

/// A destructive call without label, and one whose label is too mild.
fn labels(s: &mut Scenario) {
    s.call("3", "delete_branch", None).wait(15).called("3", "deleted").wait(40);
    s.call("4", "send_mail", Some(Effect::ReadOnly)).wait(15).called("4", "sent").wait(40);
}

/// An id that becomes a string, a correlation used twice at once, a second answer, an answer to a notification.
fn identities(s: &mut Scenario) {
    s.request(C2s, "resources/list", "5", "{}").wait(3);
    s.bridge(S2c, BridgeSpec::response(Protocol::MCP, "5", jsonrpc::response(r#""5""#, r#"{"resources":[]}"#))).wait(30);
    s.request(C2s, "prompts/list", "6", "{}");
    s.bridge(
        C2s,
        BridgeSpec::request(Protocol::MCP, "resources/templates/list", "6", jsonrpc::request("resources/templates/list", "7", "{}")),
    );
    s.respond(S2c, "6", r#"{"prompts":[]}"#).wait(30);
    s.request(C2s, "ping", "8", "").respond(S2c, "8", "{}").respond(S2c, "8", "{}").wait(30);
    s.notify(C2s, "notifications/roots/list_changed", "");
    s.bridge(S2c, BridgeSpec::response(Protocol::MCP, "", jsonrpc::response("null", "{}"))).wait(30);
}

/// An error as bare text, an error in a success frame, a JSON-RPC code squeezed into the transport's octet, a hostile message.
fn errors(s: &mut Scenario) {
    s.request(C2s, "resources/read", "9", r#"{"uri":"note://1"}"#).wait(5);
    s.bridge(S2c, BridgeSpec::error(Protocol::MCP, "9", "backend exploded")).wait(30);
    s.request(C2s, "resources/read", "10", r#"{"uri":"note://2"}"#).wait(5);
    s.bridge(S2c, BridgeSpec::response(Protocol::MCP, "10", jsonrpc::error("10", -32002, "no such resource"))).wait(30);
    s.request(C2s, "prompts/get", "11", r#"{"name":"greet"}"#).wait(5);
    s.transport_error(S2c, "11", 0xA7, "Method not found").wait(30);
    s.request(C2s, "resources/read", "12", r#"{"uri":"note://3"}"#).wait(5);
    s.fail(S2c, "12", -32000, "\u{1b}[2J\u{1b}[Hall is well").wait(30);
}

/// An envelope that says response on a request frame, one whose method is not the object's, a batch.
fn envelopes(s: &mut Scenario) {
    s.bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "13", jsonrpc::request("ping", "13", "")).kind(2)).wait(5);
    s.respond(S2c, "13", "{}").wait(30);
    s.bridge(C2s, BridgeSpec::request(Protocol::MCP, "resources/list", "14", jsonrpc::request("prompts/list", "14", "{}"))).wait(5);
    s.respond(S2c, "14", r#"{"prompts":[]}"#).wait(30);
    let batch = format!("[{},{}]", jsonrpc::request("ping", "15", ""), jsonrpc::request("ping", "16", ""));
    s.bridge(C2s, BridgeSpec::request(Protocol::MCP, "ping", "15", batch)).wait(5);
    s.fail(S2c, "15", -32600, "Invalid Request").wait(30);
}

/// A jump of sequence numbers, a replayed frame, reserved octets, a bad checksum: each on a channel of its own.
fn records(s: &mut Scenario) {
    let ping = |channel| FrameSpec::new(channel, FrameType::PING);
    s.frame(C2s, ping(Channel::TELEMETRY)).frame(C2s, ping(Channel::TELEMETRY).seq(4)).wait(10);
    s.frame(C2s, ping(Channel::KNOWLEDGE)).frame(C2s, ping(Channel::KNOWLEDGE).seq(0)).wait(10);
    s.frame(C2s, ping(Channel::WORKFLOW).reserved(3, 1)).wait(10);
    s.frame(C2s, ping(Channel::MEMORY).bad_crc()).wait(10);
}
