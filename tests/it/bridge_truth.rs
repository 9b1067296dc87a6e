//! Payloads of the recorded captures against what their senders wrote down.

use std::path::PathBuf;

use npscope::base::text::{hex, unhex};
use npscope::bridge::carriage::class_of;
use npscope::bridge::carriage::jsonrpc::JsonRpc;
use npscope::bridge::payload::{self, Payload};
use npscope::bridge::transport_error;
use npscope::codec::json::scan::Bounds;
use npscope::spec::transport_code::TransportCode;
use serde_json::{Value, json};

/// Every truth file; none when the captures are not there.
fn truths() -> Vec<Value> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/captures");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        assert!(std::env::vars().all(|(key, value)| key != "CI" || value != "true"), "{} is missing", folder.display());
        eprintln!("skipped: {} is missing", folder.display());
        return Vec::new();
    };
    let names = entries.map(|entry| entry.unwrap().path()).filter(|path| path.to_string_lossy().ends_with(".truth.json"));
    names.map(|path| serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()).collect()
}

/// What a sender wrote down and what was read, as far as both say something.
fn compare(truth: &Value, payload: &Payload<'_>) {
    let envelope = payload.envelope.unwrap();
    assert_eq!(truth["protocol_id"], json!(envelope.protocol.0));
    assert_eq!(truth["message_kind"], json!(envelope.message_kind));
    assert_eq!(truth["content_type"], json!(envelope.content_type));
    assert_eq!(truth["flags"], json!(envelope.flags));
    assert_eq!(truth["final"], json!(envelope.is_final()));
    assert_eq!(truth["correlation_id_hex"], json!(hex(envelope.correlation)));
    assert_eq!(truth["method"].as_str().unwrap().as_bytes(), envelope.method);
    assert_eq!(truth["foreign_len"], json!(payload.foreign.len()));
    if let Some(foreign) = truth["foreign"].as_str() {
        assert_eq!(foreign.as_bytes(), payload.foreign);
    }
    assert_eq!(truth["safety_label_present"], json!(payload.label.is_some()));
    if let Some(label) = payload.safety() {
        assert_eq!(truth["effect"], json!(label.effect));
        assert_eq!(truth.get("scope").and_then(Value::as_str).unwrap_or_default().as_bytes(), label.scope);
    }
    let control = payload.control().map(
        |control| json!({ "version": control.version, "control": control.control, "flags": control.flags, "event_id": control.event_id }),
    );
    assert_eq!(truth.get("stream_control"), control.as_ref());
}

fn compare_error(truth: &Value, payload: &Payload<'_>) {
    let class = class_of(payload.envelope.unwrap().protocol, None);
    let slot = transport_error::classify(payload.foreign, class, Bounds::default());
    let found = slot.transport_code().zip(slot.message()).map(|(code, message)| {
        let message = String::from_utf8_lossy(message.of(payload.foreign));
        json!({ "code": code, "name": TransportCode(code).name(), "message": message })
    });
    assert_eq!(truth.get("transport_error"), found.as_ref());
}

#[test]
fn reads_what_the_reference_implementation_wrote() {
    let mut seen = 0;
    for truth in truths() {
        let frames = truth["frames"].as_array().unwrap().iter();
        for frame in frames.filter(|frame| frame["bridge"].is_object() && frame["planted"].is_null()) {
            let Some(octets) = frame["plaintext_hex"].as_str().and_then(unhex) else { continue };
            if frame["plaintext_len"] != json!(octets.len()) {
                continue;
            }
            let payload = payload::decode(&octets, |protocol| class_of(protocol, None), None);
            compare(&frame["bridge"], &payload);
            if frame["frame_type"] == json!(0x0102) {
                compare_error(&frame["bridge"], &payload);
            } else if !payload.foreign.is_empty() {
                assert!(JsonRpc::digest(payload.foreign, Bounds::default()).scan.is_strict(), "{frame}");
            }
            seen += 1;
        }
    }
    assert!(seen == 0 || seen > 1000, "{seen}");
}
