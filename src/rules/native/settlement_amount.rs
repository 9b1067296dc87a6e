//! `native/settlement-amount`

use crate::native::fault::FieldReason;
use crate::rules::bodies::report;
use crate::rules::context::{NativeCtx, Sink};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That an amount of Settlement is a decimal number as text, and one of Commerce an integer of units with a scale and a currency.
    /// ## Why it matters
    /// An amount that is read in two ways is two amounts.
    /// ## What to do
    /// Write `12.50`, or 1250 units of scale 2; never a floating-point number.
    pub static SETTLEMENT_AMOUNT = {
        id: "native/settlement-amount", severity: Error, certainty: Certain,
        clause: Must SETTLEMENT "6.1", scope: Frame, fault: Sender,
        check: Native(check),
        fixtures: [
            "words" => 1, |s| { s.native(C2s, intent().text(5, "twelve")); };
            "a floating-point number" => 1, |s| { s.native(C2s, intent().set(5, Cbor::Float(12.5))); };
            "units of Commerce as a floating-point number" => 1, |s| { s.native(C2s, mandate(Cbor::Float(12.5))); };
            "an amount of Commerce without currency" => 1, |s| {
                s.native(C2s, mandate(Cbor::Int(1)).set(4, Cbor::record([(0, Cbor::Int(1250)), (1, Cbor::Int(2))])));
            };
            "a decimal text" => 0, |s| { s.native(C2s, intent().text(5, "12.50")); };
            "units, scale and currency" => 0, |s| { s.native(C2s, mandate(Cbor::Int(-1250))); };
            "no amount at all" => 0, |s| { s.native(C2s, intent()); };
        ],
    }
}

fn intent() -> NativeSpec {
    NativeSpec::new(Channel::SETTLEMENT, 0x0100).corr("c").text(2, "obligation:7").int(8, 2)
}

fn mandate(units: Cbor) -> NativeSpec {
    let amount = Cbor::record([(0, units), (1, Cbor::Int(2)), (2, Cbor::Text("USD"))]);
    NativeSpec::new(Channel::COMMERCE, 0x0100).corr("c").text(2, "payer:a").text(3, "payee:b").set(4, amount).int(13, 3)
}

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    for fault in native.body.faults.iter().filter(|fault| fault.reason == FieldReason::Amount) {
        report(native, sink, fault);
    }
}
