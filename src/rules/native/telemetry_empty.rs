//! `native/telemetry-empty`

use crate::rules::bodies::{is_readable, whole};
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a telemetry report has metrics, events or health in it.
    /// ## Why it matters
    /// A receiver must reject a report of nothing.
    /// ## What to do
    /// Send no report when there is nothing to report.
    pub static TELEMETRY_EMPTY = {
        id: "native/telemetry-empty", severity: Error, certainty: Certain,
        clause: Must TELEMETRY "5", scope: Frame, fault: Sender,
        check: Native(check),
        fixtures: [
            "a report of nothing" => 1, |s| { s.native(S2c, NativeSpec::telemetry_alone(0).without(6)); };
            "a report with an empty list" => 1, |s| { s.native(S2c, NativeSpec::telemetry_alone(0).list(6, [])); };
            "a report of health alone" => 0, |s| { s.native(S2c, NativeSpec::telemetry_alone(0)); };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let report = native.frame.header.channel == Channel::TELEMETRY && native.body.schema.frame_type == FrameType(0x0100);
    if !report || !is_readable(native) {
        return;
    }
    let lists = ["metrics", "events", "health"];
    if lists.into_iter().all(|name| native.body.named(name).is_none()) {
        sink.report(whole(native), "the report has neither metrics nor events nor health");
    } else if lists.into_iter().all(|name| native.body.list(name).next().is_none()) && native.body.faults.is_empty() {
        sink.report(whole(native), "every list of the report is empty").severity(Severity::Warning);
    }
}
