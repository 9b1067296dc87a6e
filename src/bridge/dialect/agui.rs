//! AG-UI: a run is answered by events, each of them a JSON object with a type.

use crate::codec::json::scan::{self, Bounds};
use crate::codec::json::token::{Kind, Token};
use crate::codec::json::{text, walk};

/// The event that a run begins with.
pub const STARTED: &[u8] = b"RUN_STARTED";
/// The event of a run that failed.
pub const FAILED: &[u8] = b"RUN_ERROR";
/// The events that a run ends with.
const LAST: [&[u8]; 2] = [b"RUN_FINISHED", FAILED];

/// The value of a text member of a JSON object; `None` when the octets are no such object.
pub fn text_member<'a>(octets: &'a [u8], name: &[u8]) -> Option<(std::borrow::Cow<'a, [u8]>, Token)> {
    if !octets.trim_ascii_start().starts_with(b"{") {
        return None;
    }
    let found = scan::scan(octets, Bounds::default(), |_| {});
    let root = found.root.filter(|root| found.is_one_value() && root.kind == Kind::Object)?;
    let value = walk::dig(octets, root.span, &[name]).filter(|value| value.kind == Kind::String)?;
    Some((text::decode(value.raw(octets)), value))
}

/// The type of an event.
pub fn event_type(octets: &[u8]) -> Option<Vec<u8>> {
    text_member(octets, b"type").map(|(name, _)| name.into_owned())
}

/// Whether an event ends a run.
pub fn ends_run(octets: &[u8]) -> bool {
    event_type(octets).is_some_and(|name| LAST.contains(&&*name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_an_object_with_a_type() {
        assert_eq!(event_type(br#"{"type":"RUN_STARTED","runId":"r"}"#).as_deref(), Some(STARTED));
        assert!(ends_run(br#"{"type":"RUN_FINISHED"}"#) && ends_run(br#"{"type":"RUN_ERROR","message":"x"}"#));
        assert!(!ends_run(br#"{"type":"TEXT_MESSAGE_END"}"#));
        assert_eq!(event_type(b"RUN_STARTED"), None);
        assert_eq!(event_type(br#"{"type":7}"#), None);
    }
}
