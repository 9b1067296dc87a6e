//! `memofs/unknown-code`

use crate::rules::carried::at;
use crate::rules::context::{MessageCtx, Sink};
use crate::rules::dialects::failure;
use crate::rules::fixture::*;
use crate::rules::reading::is_memofs;
use crate::spec::transport_code::TransportCode;

declare_rule! {
    /// ## What it checks
    /// Whether an error code is one of the five of the library, or of the range that JSON-RPC leaves to servers.
    /// ## Why it matters
    /// A client knows what the five mean, and no others.
    /// ## What to do
    /// Nothing, when the application defines the code.
    pub static UNKNOWN_CODE = {
        id: "memofs/unknown-code", severity: Note, certainty: Certain,
        clause: May MEMOFS "error codes", scope: Frame, fault: Responder,
        check: Dialect(check, Error),
        fixtures: [
            "a code of the application" => 1, |s| {
                memofs(s, RECALL);
                refuses_with(s, "1", 4290);
            };
            "a code of the server's range" => 0, |s| {
                memofs(s, RECALL);
                refuses_with(s, "1", -32050);
            };
        ],
    }
}

fn check(message: &MessageCtx<'_>, sink: &mut Sink<'_>) {
    let Some(mapping) = message.mapping.filter(|_| is_memofs(message) && !message.frame.is_replay()) else { return };
    let Some((_, _, code, token)) = failure(message) else { return };
    let reserved = (-32768..=-32000).contains(&code);
    let of_transport = u8::try_from(code).is_ok_and(|code| TransportCode(code).name().is_some());
    if !mapping.defines_code(code) && !reserved && !of_transport {
        sink.report(at(token), format!("the library does not define code {code}")).evidence("code", code);
    }
}
