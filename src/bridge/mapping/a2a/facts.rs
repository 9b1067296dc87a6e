//! What a session needs to know of A2A messages beyond the JSON-RPC digest.

use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::codec::json::token::{Kind, Token};
use crate::codec::json::{text, walk};

/// An event of a streamed reply: the result of a JSON-RPC response.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StreamEvent {
    /// `result.kind`.
    pub kind: Option<Token>,
    /// Whether the event is a status update, by its kind.
    pub is_status_update: bool,
    /// `result.final`, when it is a boolean.
    pub is_final: Option<bool>,
}

impl StreamEvent {
    /// Reads the event that a stream frame carries; `None` when the object has no result object.
    pub fn of(message: &JsonRpc<'_>) -> Option<Self> {
        let result = message.result.filter(|token| token.kind == Kind::Object)?;
        let mut event = Self::default();
        for member in walk::members(message.octets, result.span) {
            match &*text::decode(member.name.of(message.octets)) {
                b"kind" => event.kind = Some(member.value),
                b"final" => event.is_final = member.value.truth(),
                _ => {}
            }
        }
        event.is_status_update = event.kind.is_some_and(|token| text::is(message.raw(token), b"status-update"));
        Some(event)
    }

    /// Whether it is the status update that ends its stream.
    pub fn ends_stream(&self) -> bool {
        self.is_status_update && self.is_final == Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::json::scan::Bounds;

    #[test]
    fn only_a_status_update_with_final_true_ends_a_stream() {
        let event = |text: &str| StreamEvent::of(&JsonRpc::digest(text.as_bytes(), Bounds::default()));
        assert!(event(r#"{"id":1,"result":{"kind":"status-update","status":{"final":false},"final":true}}"#).unwrap().ends_stream());
        assert!(!event(r#"{"id":1,"result":{"kind":"status-update","final":"true"}}"#).unwrap().ends_stream());
        assert!(!event(r#"{"id":1,"result":{"kind":"message","final":true}}"#).unwrap().ends_stream());
        assert_eq!(event(r#"{"id":1,"error":{}}"#), None);
    }
}
