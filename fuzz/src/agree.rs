//! Our JSON reader against another one.

use npscope::bridge::carriage::jsonrpc::{JsonRpc, MessageKind, Version};
use npscope::codec::json::scan::Bounds;
use serde_json::Value;

/// Nesting at which the other reader gives up; ours goes on.
const OTHER_DEPTH: u32 = 127;

/// What the other reader takes, ours takes, and understands alike. What ours calls strict, the other one takes too, but for what
/// is a fact to us and an error to it: deep nesting, lone surrogates, numbers that no double holds.
pub fn json(octets: &[u8]) {
    let digest = JsonRpc::digest(octets, Bounds::default());
    let scan = &digest.scan;
    match serde_json::from_slice::<Value>(octets) {
        Ok(value) => {
            assert!(scan.is_strict(), "{scan:?}");
            understood(&digest, &value);
        }
        Err(error) => {
            let excused = scan.depth > OTHER_DEPTH || scan.lone_surrogate.is_some() || scan.overflow.is_some();
            assert!(excused || !scan.is_strict(), "{error} {scan:?}");
        }
    }
    let _ = (digest.error_object(), digest.id_raw(), digest.methods().count());
}

fn understood(digest: &JsonRpc<'_>, value: &Value) {
    let method = value.get("method").and_then(Value::as_str);
    assert_eq!(digest.method_text().as_deref(), method.map(str::as_bytes));
    assert_eq!(digest.version == Version::Two, value.get("jsonrpc").is_some_and(|version| version == "2.0"));
    assert_eq!(digest.kind == MessageKind::Batch, value.is_array());
    for (token, name) in [(digest.id, "id"), (digest.params, "params"), (digest.result, "result"), (digest.error, "error")] {
        let ours = token.map(|token| serde_json::from_slice::<Value>(digest.raw(token)).expect("a value of a strict text"));
        assert_eq!(ours.as_ref(), value.get(name), "{name}");
    }
}
