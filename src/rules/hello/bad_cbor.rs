//! `hello/bad-cbor`

use crate::codec::cbor::fault::Reason;
use crate::native::dissect::words;
use crate::rules::context::{HelloCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That the body of `HELLO` is one deterministic CBOR map with a version and a list of ids.
    /// ## Why it matters
    /// The receiver does not learn what the peer carries.
    /// ## What to do
    /// Encode by RFC 8949 section 4.2.1, with keys 0 and 1.
    pub static BAD_CBOR = {
        id: "hello/bad-cbor", severity: Error, certainty: Certain,
        clause: Must HELLO "4 (A-54)", scope: Frame, fault: Sender,
        check: Hello(check),
        fixtures: [
            "an array" => 1, |s| { s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::HELLO).payload(&[0x80])); };
            "keys out of order" => 1, |s| {
                s.frame(C2s, FrameSpec::new(Channel::CONTROL, FrameType::HELLO).payload(&[0xA3, 0x01, 0x81, 0x01, 0x00, 0x01, 0x03, 0x81, 0x07]));
            };
            "no version" => 1, |s| { s.native(C2s, NativeSpec::hello(&[1]).without(0)); };
            "ids as text" => 1, |s| { s.native(C2s, NativeSpec::hello(&[1]).list(1, [Cbor::Text("mcp")])); };
            "an unknown key" => 0, |s| { s.native(C2s, NativeSpec::hello(&[1]).text(9, "later")); };
        ],
    }
}

fn check(hello: &HelloCtx<'_>, sink: &mut Sink<'_>) {
    let body = hello.body;
    let newest = hello.frame.association.generation() == Some(Generation::Three);
    let mild = |reason: Reason| !newest && matches!(reason, Reason::Tag | Reason::Nesting | Reason::LengthFirst);
    let faults = &body.scan.faults;
    if let Some(fault) = faults.iter().find(|fault| !mild(fault.reason)).or_else(|| faults.first()) {
        let text = format!("HELLO: octet {}: the body {}", fault.at(), fault.reason.text());
        let draft = sink.report(payload(fault.span), text).evidence("reason", fault.reason.name());
        if mild(fault.reason) {
            draft.at_most(Severity::Note);
        }
    } else if let Some(fault) = body.faults.first() {
        sink.report(payload(fault.span), format!("HELLO: {}", words(fault))).evidence("field", fault.name);
    }
}
