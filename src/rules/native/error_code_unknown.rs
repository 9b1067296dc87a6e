//! `native/error-code-unknown`

use crate::rules::bodies::is_readable;
use crate::rules::context::{NativeCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That the code of a native error is in the channel's table.
    /// ## Why it matters
    /// The requester cannot tell what failed.
    /// ## What to do
    /// Use a code of the table; a newer companion may have more.
    pub static ERROR_CODE_UNKNOWN = {
        id: "native/error-code-unknown", severity: Warning, certainty: Certain,
        clause: Must NATIVE "8", scope: Frame, fault: Responder,
        check: Native(check),
        fixtures: [
            "code 7 of Memory" => 1, |s| { s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_error("c", 7)); };
            "code 6 of Memory" => 0, |s| { s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_error("c", 6)); };
            "code 0 of Stream, which is no error" => 0, |s| {
                s.native(C2s, NativeSpec::stream_open(0, 100));
                s.native(S2c, NativeSpec::new(Channel::STREAM, 0x0103).int(1, 0).int(2, 0).int(3, 0));
            };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let Some((code, span)) = native.body.error_code().filter(|_| is_readable(native)) else { return };
    if native.body.companion.errors.iter().all(|(known, _)| *known != code) {
        let text = format!("code {code} of {} is not in the channel's table", native.name());
        sink.report(payload(span), text).evidence("code", code);
    }
}
