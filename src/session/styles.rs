//! How each peer sets its JSON texts.

use crate::base::direction::Direction;
use crate::bridge::carriage::jsonrpc::JsonRpc;
use crate::bridge::carriage::jsonrpc::style::{Style, canonical};
use crate::spec::protocol::Protocol;

/// What was seen of one sender and protocol. Bounded: an identifier is one octet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Seen {
    style: Option<Style>,
    replies: u32,
    /// Two replies differ.
    mixed: bool,
    canonical: u32,
    /// An object inside a message was sorted too.
    nested: bool,
    /// A message was not in canonical form.
    loose: bool,
}

/// Styles by sender and protocol.
#[derive(Debug, Default)]
pub struct Styles(Vec<(Direction, Protocol, Seen)>);

impl Styles {
    /// A JSON-RPC object was sent.
    pub fn take(&mut self, direction: Direction, protocol: Protocol, json: &JsonRpc<'_>) {
        let at = self.position(direction, protocol);
        let Some((_, _, seen)) = self.0.get_mut(at) else { return };
        if !seen.mixed
            && let Some(style) = Style::of(json)
        {
            seen.mixed = *seen.style.get_or_insert(style) != style;
            seen.replies = seen.replies.saturating_add(1);
        }
        if seen.loose || json.id.is_none() {
            return;
        }
        match canonical(json) {
            Some(nested) => {
                seen.canonical = seen.canonical.saturating_add(1);
                seen.nested |= nested;
            }
            None => seen.loose = true,
        }
    }

    /// The style of every reply of a sender so far and their number; `None` when they differ.
    pub fn usual(&self, direction: Direction, protocol: Protocol) -> Option<(Style, u32)> {
        let (_, _, seen) = self.0.iter().find(|(of, what, _)| (*of, *what) == (direction, protocol))?;
        seen.style.filter(|_| !seen.mixed).map(|style| (style, seen.replies))
    }

    /// Senders of which every message was in canonical form, and their number.
    pub fn canonical(&self) -> impl Iterator<Item = (Direction, Protocol, u32)> {
        let all = self.0.iter().filter(|(_, _, seen)| !seen.loose && seen.nested);
        all.map(|(direction, protocol, seen)| (*direction, *protocol, seen.canonical))
    }

    /// Client and server were taken for each other.
    pub fn swap_roles(&mut self) {
        self.0.iter_mut().for_each(|(direction, _, _)| *direction = direction.flip());
    }

    fn position(&mut self, direction: Direction, protocol: Protocol) -> usize {
        let known = self.0.iter().position(|(of, what, _)| (*of, *what) == (direction, protocol));
        known.unwrap_or_else(|| {
            self.0.push((direction, protocol, Seen::default()));
            self.0.len().saturating_sub(1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::json::scan::Bounds;

    #[test]
    fn one_odd_reply_ends_what_was_usual() {
        let mut styles = Styles::default();
        let mut take = |text: &str| {
            styles.take(Direction::S2c, Protocol::MCP, &JsonRpc::digest(text.as_bytes(), Bounds::default()));
            (styles.usual(Direction::S2c, Protocol::MCP).map(|(_, count)| count), styles.canonical().count())
        };
        assert_eq!(take(r#"{"id":1,"jsonrpc":"2.0","result":{"a":1,"b":2}}"#), (Some(1), 1));
        assert_eq!(take(r#"{"id":2,"jsonrpc":"2.0","result":{}}"#), (Some(2), 1));
        assert_eq!(take(r#"{"jsonrpc": "2.0", "id": 3, "result": {}}"#), (None, 0));
    }
}
