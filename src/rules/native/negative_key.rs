//! `native/negative-key`

use crate::rules::context::{NativeCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That a native body has no negative key: the companions define none, and a receiver that does not know one must reject the body.
    /// ## Why it matters
    /// Negative keys are kept for what may not be ignored.
    /// ## What to do
    /// Use a key from 0 up for what may be ignored, or make sure that both peers know the extension.
    pub static NEGATIVE_KEY = {
        id: "native/negative-key", severity: Error, certainty: Certain,
        clause: Must NATIVE "forward compatibility", scope: Frame, fault: Sender,
        check: Native(check),
        fixtures: [
            "key -1" => 1, |s| { s.native(C2s, NativeSpec::memory_read("c").int(-1, 9)); };
            "an unknown key from 0 up" => 0, |s| { s.native(C2s, NativeSpec::memory_read("c").int(99, 9)); };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let Some(key) = native.body.negative.filter(|_| native.body.is_sound()) else { return };
    let number = key.int().map_or_else(|| "below -2^63".to_owned(), |number| number.to_string());
    let text = format!("{}: the body has the negative key {number}", native.name());
    sink.report(payload(key.span), text).evidence("key_hex", key.raw(native.body.octets));
}
