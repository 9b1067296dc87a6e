//! `native/error-internal-detail`

use crate::native::schema::Role;
use crate::rules::bodies::is_readable;
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::rules::naming::gives_away;
use crate::rules::reading::short;

declare_rule! {
    /// ## What it checks
    /// Whether the message of a native error gives internals away: a stack trace, a path, a database statement, an address.
    /// ## Why it matters
    /// The message crosses a trust boundary.
    /// ## What to do
    /// Say what failed, not where in the program.
    pub static ERROR_INTERNAL_DETAIL = {
        id: "native/error-internal-detail", severity: Warning, certainty: Heuristic,
        clause: Should NATIVE "8.2", scope: Frame, fault: Responder,
        alternative: "the text may be meant for the peer",
        check: Native(check),
        fixtures: [
            "a stack trace" => 1, |s| {
                s.native(C2s, NativeSpec::memory_read("c"));
                s.native(S2c, NativeSpec::memory_error("c", 6).text(3, "panicked at src/store.rs:17"));
            };
            "a database statement" => 1, |s| {
                s.native(C2s, NativeSpec::memory_read("c"));
                s.native(S2c, NativeSpec::memory_error("c", 6).text(3, "SELECT * FROM records WHERE id = 7 failed"));
            };
            "an address" => 1, |s| {
                s.native(C2s, NativeSpec::memory_read("c"));
                s.native(S2c, NativeSpec::memory_error("c", 6).text(3, "no answer from 10.0.0.7:5432"));
            };
            "what failed" => 0, |s| {
                s.native(C2s, NativeSpec::memory_read("c"));
                s.native(S2c, NativeSpec::memory_error("c", 6).text(3, "the store is full, select fewer records or revision 1.2.3.4"));
            };
        ],
    }
}

/// What gives away a database statement or a place in a program, in lower case.
const SIGNS: [&[u8]; 12] = [
    b"sqlstate",
    b"syntax error at or near",
    b"select * from",
    b"insert into ",
    b"delete from ",
    b"at java.",
    b"at org.",
    b".py\", line ",
    b".go:",
    b"/usr/",
    b"/opt/",
    b"0x7ff",
];

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let said = ["message", "reason"].into_iter().find_map(|name| Some((name, native.body.text(name)?)));
    let Some((name, text)) = said.filter(|_| native.body.schema.role == Role::Error && is_readable(native)) else { return };
    let lower = text.to_ascii_lowercase();
    let sign = gives_away(&lower).or_else(|| SIGNS.into_iter().find(|sign| memchr::memmem::find(&lower, sign).is_some()));
    if let Some(sign) = sign.or_else(|| address(&lower)) {
        let text = format!("the message of {} gives internals away: {}", native.name(), short(sign.trim_ascii()));
        sink.report(native.place_of(name), text).evidence("sign", short(sign.trim_ascii()));
    }
}

/// An IPv4 address with a port.
fn address(text: &[u8]) -> Option<&[u8]> {
    let words = text.split(|octet| !(octet.is_ascii_digit() || matches!(octet, b'.' | b':')));
    words.into_iter().find(|word| std::str::from_utf8(word).is_ok_and(|word| word.parse::<std::net::SocketAddrV4>().is_ok()))
}
