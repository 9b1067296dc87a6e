//! The published Bridge vectors: what they call valid is decoded to the same values, what they call invalid shows its fault.

use std::path::PathBuf;

use npscope::base::text::{hex, unhex};
use npscope::bridge::carriage::class_of;
use npscope::bridge::envelope::{Envelope, EnvelopeFault, message_kind};
use npscope::bridge::payload::{self, Payload};
use npscope::bridge::safety::Label;
use npscope::spec::channel::Channel;
use npscope::spec::frame_type::FrameType;
use npscope::spec::protocol::Protocol;
use serde_json::Value;

/// The test groups of a vector file; `None` when the vectors are not there.
fn groups(name: &str) -> Option<Vec<Value>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/vectors").join(name);
    let Ok(text) = std::fs::read_to_string(&path) else {
        assert!(std::env::vars().all(|(key, value)| key != "CI" || value != "true"), "{} is missing", path.display());
        eprintln!("skipped: {} is missing", path.display());
        return None;
    };
    let parsed: Value = serde_json::from_str(&text).unwrap();
    Some(parsed.get("testGroups").unwrap_or(&parsed).as_array().unwrap().clone())
}

/// Runs `check` on every test of an operation, in both corpora and the oracle's file, and wants at least `least` of them.
fn each(operation: &str, least: usize, check: impl Fn(&Value)) {
    for file in ["gen2/conformance-corpus.json", "gen3/conformance-corpus.json", "gen2/bridge-oracle.json"] {
        let Some(groups) = groups(file) else { return };
        let tests: Vec<&Value> =
            groups.iter().filter(|group| group["op"] == operation).flat_map(|group| group["tests"].as_array().unwrap()).collect();
        assert!(tests.len() >= least, "{file} has {} tests of {operation}", tests.len());
        if file.ends_with("corpus.json") {
            crate::vectors::ran(tests.len());
        }
        for test in tests {
            check(test);
        }
    }
}

fn octets(value: &Value) -> Vec<u8> {
    unhex(value.as_str().unwrap()).unwrap()
}

fn open(octets: &[u8]) -> Payload<'_> {
    payload::decode(octets, |protocol| class_of(protocol, None), None)
}

/// The flag that the vectors give to the first fault of a frame.
fn flag(payload: &Payload<'_>, frame_type: FrameType) -> Option<&'static str> {
    let Some(kind) = message_kind::of(frame_type) else { return Some("NotABridgeFrame") };
    match payload.envelope_fault {
        Some(EnvelopeFault::Absent { .. }) => return Some("EnvelopeAbsent"),
        Some(_) => return Some("EnvelopeTruncated"),
        None => {}
    }
    let envelope = payload.envelope?;
    if envelope.message_kind != kind {
        return Some("MessageKindMismatch");
    }
    if envelope.correlation.is_empty() != (frame_type == FrameType::BRIDGE_NOTIFY) {
        return Some("CorrelationRule");
    }
    payload.label.and_then(|label| label.fault).map(|_| "SafetyLabelMalformed")
}

#[test]
pub(crate) fn decodes_every_published_payload() {
    each("bridge.envelope.decode", 16, |test| {
        let frame_type = FrameType(u16::try_from(test["in"]["frameType"].as_u64().unwrap()).unwrap());
        let octets = octets(&test["in"]["payload"]);
        let payload = open(&octets);
        let flag = flag(&payload, frame_type);
        if test["result"] == "invalid" {
            let flags: Vec<&str> = test["flags"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
            assert!(flag.is_some_and(|flag| flags.contains(&flag)), "{test} gave {flag:?}");
            return;
        }
        assert_eq!(flag, None, "{test}");
        let envelope = payload.envelope.unwrap();
        let safety =
            payload.safety().map(|label| serde_json::json!({ "effect": label.effect, "scope": String::from_utf8_lossy(label.scope) }));
        let found = serde_json::json!({
            "protocol_id": envelope.protocol.0,
            "message_kind": envelope.message_kind,
            "content_type": envelope.content_type,
            "flags": envelope.flags,
            "final": envelope.is_final(),
            "corr": hex(envelope.correlation),
            "method": String::from_utf8_lossy(envelope.method),
            "safety": safety,
            "foreign": hex(payload.foreign),
        });
        assert_eq!(found, test["expected"], "{test}");
        assert!(!payload.reference_diverges());
        assert!(frame_type.is_bridge(Channel::BRIDGE));
    });
}

#[test]
pub(crate) fn encodes_every_published_payload() {
    each("bridge.envelope.encode", 6, |test| {
        let fields = &test["in"]["fields"];
        let octet = |name: &str| u8::try_from(fields[name].as_u64().unwrap()).unwrap();
        let correlation = octets(&fields["corr"]);
        let mut out = Vec::new();
        let envelope = Envelope {
            protocol: Protocol(octet("protocol_id")),
            message_kind: octet("message_kind"),
            content_type: octet("content_type"),
            flags: octet("flags"),
            correlation: &correlation,
            method: fields["method"].as_str().unwrap().as_bytes(),
        };
        envelope.encode(&mut out);
        if let Some(safety) = fields["safety"].as_object() {
            let effect = u8::try_from(safety["effect"].as_u64().unwrap()).unwrap();
            Label { effect, scope: safety["scope"].as_str().unwrap().as_bytes() }.encode(&mut out);
        }
        out.extend(octets(&fields["foreign"]));
        assert_eq!(hex(&out), test["expected"]["payload"].as_str().unwrap(), "{test}");
    });
}

#[test]
pub(crate) fn correlations_match_as_octets() {
    each("bridge.correlate", 3, |test| {
        let (request, reply) = (octets(&test["in"]["requestPayload"]), octets(&test["in"]["replyPayload"]));
        let (request, reply) = (open(&request).envelope.unwrap(), open(&reply).envelope.unwrap());
        assert_eq!(test["expected"]["match"], Value::Bool(request.correlation == reply.correlation), "{test}");
    });
}
