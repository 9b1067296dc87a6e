//! `native/reply-type`

use crate::rules::bodies::{hears_other_side, is_unsettled, whole};
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::session::native::link::Place;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That the type of a reply is one that answers the type of its request.
    /// ## Why it matters
    /// The requester expects other fields; it must reject the reply or misread it.
    /// ## What to do
    /// Answer with the type that the companion pairs with the request, or with an error.
    pub static REPLY_TYPE = {
        id: "native/reply-type", severity: Error, certainty: Certain,
        clause: Must NATIVE "3 (A-56)", scope: Exchange, fault: Responder,
        check: Native(check),
        fixtures: [
            "a read answered like a creation" => 1, |s| {
                s.native(C2s, NativeSpec::memory_read("c"));
                s.native(S2c, NativeSpec::new(Channel::MEMORY, 0x0101).corr("c").text(2, "rec-1").text(3, "ok"));
            };
            "a read answered with a page" => 1, |s| { s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_page("c")); };
            "an eviction answered like a creation (A-56)" => 0, |s| {
                s.native(C2s, NativeSpec::new(Channel::MEMORY, 0x0035).corr("c").text(2, "rec-1").int(4, 3));
                s.native(S2c, NativeSpec::new(Channel::MEMORY, 0x0101).corr("c").text(2, "rec-1").text(3, "evicted"));
            };
            "an error, which answers every request" => 0, |s| { s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_error("c", 5)); };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let (Place::WrongType, Some(asked)) = (native.link.place, native.link.asked) else { return };
    if !hears_other_side(native) {
        return;
    }
    let request = asked.frame_type.label(native.frame.header.channel);
    let text = format!("{} answers {request}, which has another reply", native.name());
    let draft = sink.report(whole(native), text).peer(asked.frame).evidence("request_type", asked.frame_type.0);
    if is_unsettled(native) {
        draft.at_most(Severity::Note);
    }
}
