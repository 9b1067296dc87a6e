//! `generation/other-alpn-mixed`

use crate::base::text::show;
use crate::carrier::facts::is_npamp;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;

declare_rule! {
    /// ## What it checks
    /// Whether a client that offers `n-pamp/3` offers protocols beside it that are none of N-PAMP. Reserved values that only exercise
    /// tolerance do not count.
    /// ## Why it matters
    /// A conforming endpoint offers `n-pamp/3` alone: whoever answers with another protocol gets a connection nobody wanted.
    /// ## What to do
    /// Offer one protocol for one purpose.
    pub static OTHER_ALPN_MIXED = {
        id: "generation/other-alpn-mixed", severity: Note, certainty: Certain,
        clause: May CORE "10.1 (generation 3)", scope: Association, fault: Sender,
        check: Carrier(check),
        fixtures: [
            "HTTP is offered beside n-pamp/3" => 1, |s| {
                s.generation(Generation::Three).tls(|tls| tls.alpn_offered = Some(vec!["n-pamp/3".to_owned(), "h2".to_owned()]));
                s.ping(C2s).close();
            };
            "n-pamp/3 alone" => 0, |s| { s.generation(Generation::Three).tls(|_| {}).ping(C2s).close(); };
            "generation 2 says nothing of it" => 0, |s| {
                s.tls(|tls| tls.alpn_offered = Some(vec!["n-pamp/2".to_owned(), "h2".to_owned()])).ping(C2s).close();
            };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let Some(facts) = association.carrier.filter(|facts| facts.alpn_offered.iter().any(|name| **name == *b"n-pamp/3")) else { return };
    let others: Vec<String> = facts.alpn_offered.iter().filter(|name| !is_npamp(name) && !is_grease(name)).map(|name| show(name)).collect();
    if !others.is_empty() {
        let others = others.join(", ");
        sink.report(None, format!("the client offers {others} beside n-pamp/3")).direction(C2s).evidence("others", others);
    }
}

/// Whether a name is a reserved one [RFC 8701].
fn is_grease(name: &[u8]) -> bool {
    matches!(name, [first, second] if first == second && first & 0x0F == 0x0A)
}
