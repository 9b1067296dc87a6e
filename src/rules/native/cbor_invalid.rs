//! `native/cbor-invalid`

use crate::codec::cbor::fault::{Fault, Reason};
use crate::rules::context::{NativeCtx, Sink, payload};
use crate::rules::fixture::*;
use crate::rules::shape::{is_bridge_payload, is_handshake_body, is_ratchet_body};
use crate::spec::generation::Generation;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That the body of a native frame is exactly one CBOR map in the one deterministic encoding: shortest heads, definite lengths,
    /// sorted keys that differ, nothing behind. Generation 3 adds: keys in the order of their octets, no tags, eight levels at most,
    /// and no floating-point numbers where no companion asks for one.
    /// ## Why it matters
    /// A receiver must reject the body; two receivers that read it leniently may read it differently.
    /// ## What to do
    /// Encode by RFC 8949 section 4.2.1.
    pub static CBOR_INVALID = {
        id: "native/cbor-invalid", severity: Error, certainty: Certain,
        clause: Must NATIVE "4 (A-54)", scope: Frame, fault: Sender,
        check: Native(check),
        fixtures: [
            "a key in two octets" => 1, |s| { s.frame(C2s, memory(&[0xA1, 0x18, 0x00, 0x00])); };
            "a map of indefinite length" => 1, |s| { s.frame(C2s, memory(&[0xBF, 0x00, 0x19, 0x01, 0x02, 0xFF])); };
            "keys out of order" => 1, |s| { s.frame(C2s, memory(&[0xA2, 0x01, 0x41, 0x63, 0x00, 0x19, 0x01, 0x02])); };
            "a key twice" => 1, |s| { s.frame(C2s, memory(&[0xA2, 0x00, 0x19, 0x01, 0x02, 0x00, 0x19, 0x01, 0x02])); };
            "a number instead of a map" => 1, |s| { s.frame(C2s, memory(&[0x05])); };
            "no octets at all" => 1, |s| { s.frame(C2s, memory(&[])); };
            "octets behind the map" => 1, |s| { read(s).native(C2s, NativeSpec::memory_read("d").trailing(&[0xF6])); };
            "text that is no CBOR" => 1, |s| { s.frame(C2s, memory(b"{\"record\":1}")); };
            "keys ordered by length, in generation 3" => 1, |s| {
                s.generation(Generation::Three).native(C2s, by_length("c"));
            };
            "keys ordered by length, in generation 2, are noted" => 1, |s| { s.native(C2s, by_length("c")); };
            "a tag in generation 3" => 1, |s| {
                s.generation(Generation::Three).native(C2s, NativeSpec::memory_read("c").set(99, Cbor::Raw(&[0xC1, 0x01])));
            };
            "a floating-point number that no companion knows, in generation 3" => 1, |s| {
                s.generation(Generation::Three).native(C2s, NativeSpec::memory_read("c").set(99, Cbor::Float(0.5)));
            };
            "nine levels in generation 3" => 1, |s| {
                s.generation(Generation::Three).native(C2s, NativeSpec::memory_read("c").set(99, deep()));
            };
            "nine levels and a floating-point number while nothing forbids them" => 0, |s| {
                s.native(C2s, NativeSpec::memory_read("c").set(99, Cbor::Float(0.5)));
            };
            "a score, which the companion wants as a floating-point number" => 0, |s| {
                s.generation(Generation::Three).native(C2s, NativeSpec::new(Channel::KNOWLEDGE, 0x0100).corr("k").set(7, Cbor::Float(0.5)));
            };
            "an unknown key, which is ignored" => 0, |s| { s.native(C2s, NativeSpec::memory_read("c").text(99, "future")); };
            "a type that no companion lists" => 0, |s| {
                s.frame(C2s, FrameSpec::new(Channel(0x0020), FrameType(0x0120)).payload(b"hello"));
            };
            "a compressed body" => 0, |s| { s.frame(C2s, memory(&[0x05]).flags(0x06)); };
        ],
    }
}

fn memory(body: &[u8]) -> FrameSpec {
    FrameSpec::new(Channel::MEMORY, FrameType(0x0102)).payload(body)
}

fn read(s: &mut crate::scenario::Scenario) -> &mut crate::scenario::Scenario {
    s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_record("c"))
}

/// A free map under a key that no companion names, with a text before an integer that is longer.
fn by_length(corr: &str) -> NativeSpec {
    NativeSpec::memory_read(corr).set(99, Cbor::Raw(&[0xA2, 0x61, 0x61, 0x00, 0x19, 0x01, 0x00, 0x00]))
}

fn deep() -> Cbor {
    Cbor::Raw(&[0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0x00])
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let body = native.body;
    // What looks like the body of another layer is reported as that.
    if is_bridge_payload(body.octets) || is_handshake_body(body.octets) || is_ratchet_body(body.octets) {
        return;
    }
    let newest = native.association().is_gen3();
    let ranked = body.scan.faults.iter().map(|fault| (severity(fault.reason, newest), fault));
    let worst = ranked.reduce(|best, next| if next.0 > best.0 { next } else { best });
    if let Some((severity, fault)) = worst {
        report(native, sink, fault, severity);
    } else if let Some(span) = body.stray_float.filter(|_| newest) {
        let text = format!("{}: octet {}: a floating-point number stands where no companion allows one", native.name(), span.start);
        sink.report(payload(span), text).severity(Severity::Warning).evidence("reason", "float").evidence("offset", span.start);
    }
}

/// How bad a deviation is; what only generation 3 settles is noted elsewhere.
const fn severity(reason: Reason, newest: bool) -> Severity {
    match reason {
        Reason::Tag | Reason::Nesting | Reason::LengthFirst if !newest => Severity::Note,
        _ => Severity::Error,
    }
}

fn report(native: &NativeCtx<'_>, sink: &mut Sink<'_>, fault: &Fault, severity: Severity) {
    let octets = native.body.octets;
    let text = format!("{}: octet {}: the body {}", native.name(), fault.at(), fault.reason.text());
    let draft = sink.report(payload(fault.span), text).severity(severity).evidence("reason", fault.reason.name());
    let draft = draft.evidence("offset", fault.at()).evidence("octets_hex", fault.span.of(octets));
    if let Some(other) = fault.other {
        draft.evidence("other_hex", other.of(octets));
    }
}
