//! `text/suspicious`

use std::borrow::Cow;

use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::bridge::text::{Suspicion, look_alike, suspicious};
use crate::bridge::transport_error::ErrorSlot;
use crate::codec::json::text;
use crate::codec::json::token::{Kind, Token};
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::reading::{may_be_foreign, short};
use crate::store::finding::Place;

declare_rule! {
    /// ## What it checks
    /// Whether a method, scope, id, error message or tool name carries terminal escapes, control characters,
    /// characters that reorder text or take no room, or letters that look like those of a registered method.
    /// ## Why it matters
    /// Such text acts on the terminal that shows it, hides what follows, or passes for another name.
    /// ## What to do
    /// Find out who composed it. Escape every text from the wire before showing it.
    pub static SUSPICIOUS = {
        id: "text/suspicious", severity: Warning, certainty: Heuristic,
        clause: May OBSERVER "", scope: Frame, fault: Sender,
        alternative: "The text may be legitimate, such as coloured output of a tool.",
        check: Message(check),
        fixtures: [
            "an error message that clears the screen" => 1, |s| {
                ask(s, "7");
                let object = "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32001,\"message\":\"\\u001b[2Jgone\"}}";
                s.bridge(S2c, BridgeSpec::error(Protocol::A2A, "7", object));
            };
            "a scope that runs backwards" => 1, |s| {
                let object = r#"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"read_file"}}"#;
                let message = BridgeSpec::request(Protocol::MCP, "tools/call", "9", object).label(Effect::ReadOnly, "\u{202e}cod.exe");
                s.mcp_session().bridge(C2s, message).called("9", "ok");
            };
            "a message with lines and tabs, in another script" => 0, |s| {
                ask(s, "7");
                let object = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"לא נמצא\n\tsee the log"}}"#;
                s.bridge(S2c, BridgeSpec::error(Protocol::A2A, "7", object));
            };
            "a correlation is opaque: random octets" => 0, |s| {
                let object = r#"{"jsonrpc":"2.0","id":7,"method":"tasks/get","params":{"id":"t-1"}}"#;
                s.bridge(C2s, BridgeSpec::request(Protocol::A2A, "tasks/get", [0x1B, 0x00, 0x9D, 0x07], object));
                let reply = format!(r#"{{"jsonrpc":"2.0","id":7,"result":{TASK}}}"#);
                s.bridge(S2c, BridgeSpec::response(Protocol::A2A, [0x1B, 0x00, 0x9D, 0x07], reply));
            };
        ],
    }
}

/// A text of the message: what it is, its characters, and where it lies.
struct Field<'a> {
    name: &'static str,
    text: Cow<'a, [u8]>,
    place: Option<Place>,
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    if message.frame.is_replay() {
        return;
    }
    for field in fields(message) {
        let odd = match suspicious(&field.text) {
            Some(suspect) => Some((suspect.suspicion, u32::from(suspect.character))),
            None => disguised(message, &field).map(|suspicion| (suspicion, 0)),
        };
        if let Some((suspicion, code_point)) = odd {
            let text = format!("the {} carries {}", field.name, suspicion.text());
            let draft = sink.report(field.place, text).evidence("field", field.name).evidence("text", short(&field.text));
            let draft = draft.evidence("text_hex", &*field.text);
            if code_point != 0 {
                draft.evidence("code_point", format!("U+{code_point:04X}"));
            }
            return;
        }
    }
}

/// Whether octets are printable ASCII without escapes: nothing can hide in them.
fn is_plain(octets: &[u8]) -> bool {
    octets.iter().fold(true, |plain, octet| plain & matches!(octet, b' '..=b'[' | b']'..=b'~'))
}

fn disguised<'a>(message: &MessageCtx<'a>, field: &Field<'_>) -> Option<Suspicion<'a>> {
    let method = field.name.ends_with("method");
    message.mapping.filter(|_| method).and_then(|mapping| look_alike(&field.text, mapping)).map(Suspicion::LookAlike)
}

/// The texts of the message in which something may hide: none, of most messages.
fn fields<'a>(message: &MessageCtx<'a>) -> Vec<Field<'a>> {
    let mut fields = Vec::new();
    if let Some(envelope) = message.envelope.filter(|envelope| !is_plain(envelope.method)) {
        let place = Some(Place::Payload(envelope.method_span()));
        fields.push(Field { name: "envelope's method", text: Cow::Borrowed(envelope.method), place });
    }
    let label = message.payload.label.as_ref().and_then(|part| Some((part.value.as_ref()?, part)));
    if let Some((label, part)) = label.filter(|(label, _)| !is_plain(label.scope)) {
        fields.push(Field { name: "label's scope", text: Cow::Borrowed(label.scope), place: Some(Place::Payload(part.span)) });
    }
    if let Some(json) = message.json {
        object_fields(json, &message.params.tools, !message.kind.is_reply(), &mut fields);
    }
    let certain = !(may_be_foreign(message) && matches!(message.slot, Some(ErrorSlot::TransportUnknownCode { .. })));
    if let Some(span) = message.slot.filter(|_| certain).and_then(ErrorSlot::message) {
        let text = Cow::Borrowed(span.of(message.foreign()));
        fields.push(Field { name: "transport error's message", text, place: Some(Place::Foreign(span)) });
    }
    fields
}

/// The same, of an object. A reply only repeats the id that it was given.
fn object_fields<'a>(json: &JsonRpc<'a>, tools: &[(Token, Cow<'a, [u8]>)], own_id: bool, fields: &mut Vec<Field<'a>>) {
    let mut look = |name: &'static str, token: Token| {
        let raw = json.raw(token);
        if token.kind == Kind::String && !is_plain(raw) {
            fields.push(Field { name, text: text::decode(raw), place: Some(Place::Foreign(token.span)) });
        }
    };
    if let Some(method) = json.method {
        look("object's method", method);
    }
    if let Some(id) = json.id.filter(|_| own_id) {
        look("id", id);
    }
    if let Some(message) = json.error_object().and_then(|error| error.message) {
        look("error message", message);
    }
    if json.method.is_some() {
        for (token, _) in tools {
            look("tool name", *token);
        }
    }
}
