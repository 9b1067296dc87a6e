//! `native/approval-id`

use crate::native::schema::Role;
use crate::rules::bodies::is_readable;
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That an error carries an `approval_id` when, and only when, its code says that a human must approve first.
    /// ## Why it matters
    /// Without it the requester cannot ask again once the approval is given; with another code it promises one that nobody gives.
    /// ## What to do
    /// Send both, or neither.
    pub static APPROVAL_ID = {
        id: "native/approval-id", severity: Error, certainty: Certain,
        clause: Must NATIVE "8", scope: Frame, fault: Responder,
        check: Native(check),
        fixtures: [
            "approval_required without one" => 1, |s| { s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_error("c", 4)); };
            "not_found with one" => 1, |s| {
                s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_error("c", 5).text(5, "appr-7"));
            };
            "approval_required with one" => 0, |s| {
                s.native(C2s, NativeSpec::memory_read("c")).native(S2c, NativeSpec::memory_error("c", 4).text(5, "appr-7"));
            };
            "code 4 of Knowledge, which is another" => 0, |s| {
                s.native(C2s, NativeSpec::new(Channel::KNOWLEDGE, 0x0100).corr("k"));
                s.native(S2c, NativeSpec::new(Channel::KNOWLEDGE, 0x0109).corr("k").int(2, 4).text(3, "no such filter"));
            };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let body = native.body;
    let (Some(wanted), Some((code, _)), Role::Error) = (body.companion.approval, body.error_code(), body.schema.role) else { return };
    let has = body.named("approval_id").is_some();
    if is_readable(native) && has != (code == wanted) {
        let text =
            if has { "carries an approval_id that its code does not call for" } else { "asks for an approval without an approval_id" };
        let place = native.place_of(if has { "approval_id" } else { "code" });
        sink.report(place, format!("{} {text}", native.name())).evidence("code", code);
    }
}
