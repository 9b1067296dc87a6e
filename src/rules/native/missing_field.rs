//! `native/missing-field`

use crate::native::fault::FieldReason;
use crate::rules::bodies::report;
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;
use crate::store::finding::Severity;

declare_rule! {
    /// ## What it checks
    /// That a native body has the fields that its companion requires, and that every field is of its type and within its bounds.
    /// ## Why it matters
    /// A receiver must reject the body.
    /// ## What to do
    /// Fill the fields as the table of the companion says.
    pub static MISSING_FIELD = {
        id: "native/missing-field", severity: Error, certainty: Certain,
        clause: Must NATIVE "6", scope: Frame, fault: Sender,
        check: Native(check),
        fixtures: [
            "no record_id" => 1, |s| { s.native(C2s, NativeSpec::memory_read("c").without(2)); };
            "a record_id that is a number" => 1, |s| { s.native(C2s, NativeSpec::memory_read("c").int(2, 7)); };
            "no frame kind" => 1, |s| { s.native(C2s, NativeSpec::memory_read("c").without(0)); };
            "a record without content" => 1, |s| {
                s.native(C2s, NativeSpec::memory_read("c"));
                s.native(S2c, NativeSpec::memory_record("c").set(2, Cbor::record([(0, Cbor::Text("rec-1"))])));
            };
            "an optional field of another type" => 1, |s| { s.native(C2s, NativeSpec::memory_retrieve("c").text(7, "ten")); };
            "an update of nothing" => 1, |s| {
                let subscribe = NativeSpec::new(Channel::KNOWLEDGE, 0x0104).corr("k").text(2, "n-pamp").int(9, 5);
                let accept = NativeSpec::new(Channel::KNOWLEDGE, 0x0105).corr("k").bytes(2, &[7]).int(3, 5);
                s.native(C2s, subscribe).native(S2c, accept);
                s.native(S2c, NativeSpec::new(Channel::KNOWLEDGE, 0x0106).corr("k").bytes(2, &[7]).int(3, 1));
            };
            "a subscription id of 33 octets" => 1, |s| {
                s.native(C2s, NativeSpec::telemetry_subscribe("t", 5)).native(S2c, NativeSpec::telemetry_accept("t", 5).bytes(2, &[7; 33]));
            };
            "a status request with and without an effect (A-55)" => 0, |s| {
                s.native(C2s, NativeSpec::new(Channel::MEMORY, 0x010C).corr("a"));
                s.native(C2s, NativeSpec::new(Channel::MEMORY, 0x010C).corr("b").int(2, 0));
            };
            "a severity that a newer companion may name" => 0, |s| {
                s.native(C2s, NativeSpec::new(Channel::IMMUNE, 0x0100).corr("c").text(2, "anomaly-42").int(3, 9).int(4, 9));
            };
        ],
    }
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    let own = |reason: FieldReason| !reason.is_corr() && reason != FieldReason::Amount;
    for fault in native.body.faults.iter().filter(|fault| own(fault.reason)) {
        let draft = report(native, sink, fault);
        if is_spelled_as_integer(fault.reason) {
            draft.at_most(Severity::Warning);
        }
    }
}

/// Whether an integer stands for a floating-point number of the same value: some encoders write 1.0 as 1.
fn is_spelled_as_integer(reason: FieldReason) -> bool {
    matches!(reason, FieldReason::Type { wanted: "a floating-point number", found: "unsigned integer" | "negative integer" })
}
