//! JSON-RPC messages [cc-jsonrpc §4–§8]: ids are JSON tokens, and the correlation is the id token as written.

use crate::base::direction::Direction;
use crate::spec::effect::Effect;
use crate::spec::protocol::Protocol;

use super::Scenario;
use super::bridge::BridgeSpec;

/// What the JSON-RPC calls carry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carried(pub(super) Protocol);

impl Default for Carried {
    fn default() -> Self {
        Self(Protocol::MCP)
    }
}

impl Scenario {
    /// The protocol that later JSON-RPC calls carry; MCP unless told otherwise.
    pub fn protocol(&mut self, protocol: Protocol) -> &mut Self {
        self.carried = Carried(protocol);
        self
    }

    /// A request without label. `params` is JSON text, or empty for none.
    pub fn request(&mut self, direction: Direction, method: &str, id: &str, params: &str) -> &mut Self {
        let message = BridgeSpec::request(self.carried.0, method, id, request(method, id, params));
        self.bridge(direction, message)
    }

    /// A request with a label of empty scope.
    pub fn request_labelled(&mut self, direction: Direction, method: &str, id: &str, params: &str, effect: Effect) -> &mut Self {
        let message = BridgeSpec::request(self.carried.0, method, id, request(method, id, params));
        self.bridge(direction, message.label(effect, ""))
    }

    /// A success reply. `result` is JSON text.
    pub fn respond(&mut self, direction: Direction, id: &str, result: &str) -> &mut Self {
        let message = BridgeSpec::response(self.carried.0, id, response(id, result));
        self.bridge(direction, message)
    }

    /// A foreign error reply.
    pub fn fail(&mut self, direction: Direction, id: &str, code: i64, text: &str) -> &mut Self {
        let message = BridgeSpec::error(self.carried.0, id, error(id, code, text));
        self.bridge(direction, message)
    }

    /// A notification. `params` is JSON text, or empty for none.
    pub fn notify(&mut self, direction: Direction, method: &str, params: &str) -> &mut Self {
        let message = BridgeSpec::notify(self.carried.0, method, notification(method, params));
        self.bridge(direction, message)
    }

    /// An N-PAMP transport error in place of a reply.
    pub fn transport_error(&mut self, direction: Direction, id: &str, code: u8, text: &str) -> &mut Self {
        let message = BridgeSpec::transport_error(self.carried.0, id, code, text);
        self.bridge(direction, message)
    }
}

/// The JSON text of a request object.
pub fn request(method: &str, id: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{}{}}}"#, quoted(method), member(params))
}

/// The JSON text of a response object with a result.
pub fn response(id: &str, result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#)
}

/// The JSON text of a response object with an error.
pub fn error(id: &str, code: i64, text: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":{}}}}}"#, quoted(text))
}

/// The JSON text of a notification object.
pub fn notification(method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","method":{}{}}}"#, quoted(method), member(params))
}

fn member(params: &str) -> String {
    if params.is_empty() { String::new() } else { format!(r#","params":{params}"#) }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
