//! `MemoFS`: a library that validates requests before it dispatches them. A request is a plain object of JSON-RPC 2.0 with a
//! method that is not empty, an id that is a string, a number, null or absent, and params that are a plain object or absent.

use super::{CallFault, CallFaults, basic_faults};
use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::codec::json::text;
use crate::codec::json::token::Kind;

/// The code for a text that is no JSON.
pub const PARSE_ERROR: i64 = -32700;
/// The code for an object that is no request.
pub const INVALID_REQUEST: i64 = -32600;
/// The code for a method that is not there.
pub const METHOD_NOT_FOUND: i64 = -32601;
/// The code for params that are no plain object.
pub const INVALID_PARAMS: i64 = -32602;
/// The code for everything that a handler did not mean to answer.
pub const INTERNAL_ERROR: i64 = -32603;

/// Which checks of the library a request fails.
pub(super) fn call_faults(call: &JsonRpc<'_>) -> CallFaults {
    let mut faults = basic_faults(call);
    if faults.has_any(&[CallFault::Unreadable, CallFault::NotObject]) {
        return faults;
    }
    if is_nameless(call) {
        faults.add(CallFault::Method);
    }
    if call.id.is_some_and(|id| matches!(id.kind, Kind::True | Kind::False | Kind::Object | Kind::Array)) {
        faults.add(CallFault::Id);
    }
    if call.params.is_some_and(|params| params.kind != Kind::Object) {
        faults.add(CallFault::Params);
    }
    faults
}

/// Whether a call has no method, one that is no string, or an empty one.
pub fn is_nameless(call: &JsonRpc<'_>) -> bool {
    call.method.is_none_or(|method| method.kind != Kind::String || text::content(call.raw(method)).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::json::scan::Bounds;

    #[test]
    fn the_five_checks_are_those_of_the_library() {
        let faults = |text: &str| call_faults(&JsonRpc::digest(text.as_bytes(), Bounds::default()));
        assert!(faults(r#"{"jsonrpc":"2.0","id":null,"method":"recall","params":{}}"#).is_none());
        assert!(faults(r#"{"jsonrpc":"2.0","method":"recall"}"#).is_none());
        let rows = [
            ("[]", CallFault::NotObject),
            ("{", CallFault::Unreadable),
            (r#"{"jsonrpc":"2.0","id":1,"method":"recall"}x"#, CallFault::Unreadable),
            (r#"{"jsonrpc":2.0,"id":1,"method":"recall"}"#, CallFault::Version),
            (r#"{"id":1,"method":"recall"}"#, CallFault::Version),
            (r#"{"jsonrpc":"2.0","id":1,"method":""}"#, CallFault::Method),
            (r#"{"jsonrpc":"2.0","id":1}"#, CallFault::Method),
            (r#"{"jsonrpc":"2.0","id":true,"method":"recall"}"#, CallFault::Id),
            (r#"{"jsonrpc":"2.0","id":1,"method":"recall","params":[]}"#, CallFault::Params),
            (r#"{"jsonrpc":"2.0","id":1,"method":"recall","params":null}"#, CallFault::Params),
        ];
        for (text, fault) in rows {
            let mut only = CallFaults::default();
            only.add(fault);
            assert_eq!(faults(text), only, "{text}");
        }
    }
}
