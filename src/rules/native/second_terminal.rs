//! `native/second-terminal`

use crate::rules::bodies::{corr_place, hears_other_side};
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::session::native::link::Place;

declare_rule! {
    /// ## What it checks
    /// That a request gets one result or error, and a streamed reply is not mixed with a single one.
    /// ## Why it matters
    /// The requester has used the first; the second is lost, or taken for the reply to a later request.
    /// ## What to do
    /// Answer once. Pages say that they are not the last; a stream has its own types and its end.
    pub static SECOND_TERMINAL = {
        id: "native/second-terminal", severity: Error, certainty: Certain,
        clause: Must NATIVE "5.2", scope: Exchange, fault: Responder,
        check: Native(check),
        fixtures: [
            "two results" => 1, |s| {
                s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_record("c")).native(S2c, NativeSpec::memory_record("c"));
            };
            "an error after the result" => 1, |s| {
                s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_record("c")).native(S2c, NativeSpec::memory_error("c", 6));
            };
            "a result after a page" => 1, |s| {
                s.native(C2s, NativeSpec::memory_retrieve("c")).native(S2c, NativeSpec::memory_page("c")).native(S2c, NativeSpec::memory_retrieved("c"));
            };
            "a page after the result" => 1, |s| {
                s.native(C2s, NativeSpec::memory_retrieve("c")).native(S2c, NativeSpec::memory_retrieved("c")).native(S2c, NativeSpec::memory_page("c"));
            };
            "pages of Discovery, of which the last one says so" => 0, |s| {
                let page = |complete| NativeSpec::new(Channel::DISCOVERY, 0x0101).corr("q").list(2, []).flag(3, complete);
                s.native(C2s, NativeSpec::new(Channel::DISCOVERY, 0x0100).corr("q")).native(S2c, page(false)).native(S2c, page(false)).native(S2c, page(true));
            };
            "a subscription that fails later" => 0, |s| {
                s.native(C2s, NativeSpec::telemetry_subscribe("t", 5)).native(S2c, NativeSpec::telemetry_accept("t", 5));
                s.native(S2c, NativeSpec::new(Channel::TELEMETRY, 0x0105).corr("t").int(2, 4));
            };
            "pages and their end" => 0, |s| {
                s.native(C2s, NativeSpec::memory_retrieve("c")).native(S2c, NativeSpec::memory_page("c")).native(S2c, NativeSpec::memory_page("c"));
                s.native(S2c, NativeSpec::memory_pages_end("c"));
            };
            "the next request was lost by the capture" => 0, |s| {
                s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_record("c"));
                s.lose_next(C2s).native(C2s, NativeSpec::memory_read("c")).ping(C2s).native(S2c, NativeSpec::memory_record("c"));
            };
            "a segment sent again" => 0, |s| {
                s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_record("c")).duplicate_last();
            };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let Place::SecondTerminal { first, mixed } = native.link.place else { return };
    if !hears_other_side(native) {
        return;
    }
    let text = if mixed {
        format!("{} mixes a streamed reply with a single one", native.name())
    } else {
        format!("{} answers a request that was answered", native.name())
    };
    sink.report(corr_place(native), text).peer(first).evidence("corr_hex", native.body.corr().unwrap_or_default());
}
