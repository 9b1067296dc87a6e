//! `native/commerce-legs`

use std::collections::BTreeSet;

use crate::base::text::show;
use crate::codec::cbor::item::Item;
use crate::codec::cbor::walk;
use crate::native::body::Body;
use crate::rules::bodies::is_readable;
use crate::rules::context::{NativeCtx, Sink, payload};
use crate::rules::fixture::*;

declare_rule! {
    /// ## What it checks
    /// That every leg of a settlement intent runs between parties that it names, that a decision is one of three, and that legs come
    /// with a counter-proposal and with nothing else.
    /// ## Why it matters
    /// Value would move to somebody who is no party, or a counter-proposal would propose nothing.
    /// ## What to do
    /// Name every party; send `counter_legs` with decision 2 only.
    pub static COMMERCE_LEGS = {
        id: "native/commerce-legs", severity: Error, certainty: Certain,
        clause: Must COMMERCE "6.6", scope: Frame, fault: Sender,
        check: Native(check),
        fixtures: [
            "a leg to somebody who is no party" => 1, |s| { s.native(C2s, proposal("party:c")); };
            "a counter-proposal without legs" => 1, |s| { s.native(C2s, response(2)); };
            "an acceptance with legs" => 1, |s| { s.native(C2s, response(0).list(4, [leg("party:b")])); };
            "a decision that is not defined" => 1, |s| { s.native(C2s, response(3)); };
            "a leg between two parties" => 0, |s| { s.native(C2s, proposal("party:b")); };
            "a counter-proposal with legs" => 0, |s| { s.native(C2s, response(2).list(4, [leg("party:b")])); };
        ],
    }
}

fn leg(to: &'static str) -> Cbor {
    let amount = Cbor::record([(0, Cbor::Int(1250)), (1, Cbor::Int(2)), (2, Cbor::Text("USD"))]);
    Cbor::record([(0, Cbor::Text("party:a")), (1, Cbor::Text(to)), (2, amount)])
}

fn proposal(to: &'static str) -> NativeSpec {
    let parties = [Cbor::Text("party:a"), Cbor::Text("party:b")];
    NativeSpec::new(Channel::COMMERCE, 0x0108).corr("c").list(2, parties).list(3, [leg(to)]).int(7, 2)
}

fn response(decision: i64) -> NativeSpec {
    NativeSpec::new(Channel::COMMERCE, 0x010A).corr("c").text(2, "intent:7").int(3, decision).int(6, 2)
}

/// The decision that is a counter-proposal, and the last one that is defined.
const COUNTER: u64 = 2;

fn check(native: &NativeCtx<'_>, sink: &mut Sink<'_>) {
    if native.frame.header.channel != Channel::COMMERCE || !is_readable(native) {
        return;
    }
    let body = native.body;
    if let Some((leg, party)) = stranger(body) {
        let text = format!("a leg names {}, who is no party", show(party));
        sink.report(payload(leg.span), text).evidence("party", show(party));
    }
    let Some(decision) = body.uint("decision") else { return };
    let legs = body.named("counter_legs").is_some();
    let text = match (decision, legs) {
        (COUNTER, false) => "a counter-proposal has no legs".to_owned(),
        (0 | 1, true) => "legs come with a decision that is no counter-proposal".to_owned(),
        (0..=COUNTER, _) => return,
        _ => format!("decision {decision} is not defined"),
    };
    sink.report(native.place_of("decision"), text).evidence("decision", decision);
}

/// The first leg that names somebody who is no party.
fn stranger<'a>(body: &Body<'a>) -> Option<(Item, &'a [u8])> {
    body.named("parties")?;
    let parties: BTreeSet<&[u8]> = body.list("parties").filter_map(|party| party.text(body.octets)).collect();
    body.list("legs").find_map(|leg| {
        let ends = [0, 1].into_iter().filter_map(|key| walk::find(body.octets, &leg, key)?.text(body.octets));
        ends.into_iter().find(|end| !parties.contains(*end)).map(|end| (leg, end))
    })
}
