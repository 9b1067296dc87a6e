//! `transport/alpn-deprecated`

use crate::base::text::show;
use crate::carrier::facts::Facts;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::Generation;
use crate::store::finding::Severity;

use super::offer;

/// Identifiers, oldest first: each is deprecated by those after it.
const NAMES: [&[u8]; 3] = [b"n-pamp/1", b"n-pamp/2", b"n-pamp/3"];

declare_rule! {
    /// ## What it checks
    /// Whether `n-pamp/1` is offered or chosen, or `n-pamp/2` chosen although `n-pamp/3` was offered. An old identifier that is
    /// offered beside a newer one which is chosen is a note. `n-pamp/2` alone is what generation 2 demands.
    /// ## Why it matters
    /// What came before was replaced for its faults; whoever still offers it can be brought to use it.
    /// ## What to do
    /// Offer `n-pamp/3` alone.
    pub static ALPN_DEPRECATED = {
        id: "transport/alpn-deprecated", severity: Warning, certainty: Certain,
        clause: Should CORE "10.1 (generation 3)", scope: Association, fault: Sender,
        check: Carrier(check),
        fixtures: [
            "n-pamp/1 is offered and chosen" => 1, |s| {
                s.tls(|tls| {
                    tls.alpn_offered = Some(vec!["n-pamp/1".to_owned()]);
                    tls.alpn = Some(Some("n-pamp/1".to_owned()));
                });
                s.ping(C2s).close();
            };
            "n-pamp/2 is chosen although n-pamp/3 was offered" => 1, |s| {
                s.tls(|tls| tls.alpn_offered = Some(vec!["n-pamp/3".to_owned(), "n-pamp/2".to_owned()])).ping(C2s).close();
            };
            "n-pamp/2 is offered beside n-pamp/3, which is chosen" => 1, |s| {
                s.generation(Generation::Three);
                s.tls(|tls| tls.alpn_offered = Some(vec!["n-pamp/3".to_owned(), "n-pamp/2".to_owned()])).ping(C2s).close();
            };
            "n-pamp/2 alone" => 0, |s| { s.tls(|_| {}).ping(C2s).close(); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let Some(facts) = association.carrier else { return };
    let Some((severity, message)) = judge(facts) else { return };
    let chosen = facts.alpn.protocol().map(show).unwrap_or_default();
    sink.report(None, message).severity(severity).evidence("offered", offer(facts)).evidence("selected", chosen);
}

fn judge(facts: &Facts) -> Option<(Severity, String)> {
    let rank = |name: &[u8]| NAMES.iter().position(|known| *known == name);
    let offered = || facts.alpn_offered.iter().filter_map(|name| rank(name));
    let newest = offered().max()?;
    match facts.protocol().and_then(rank) {
        Some(0) => Some((Severity::Warning, "n-pamp/1 is in force, which is deprecated".to_owned())),
        Some(chosen) if chosen < newest => {
            Some((Severity::Warning, format!("{} was chosen although {} was offered", show(NAMES[chosen]), show(NAMES[newest]))))
        }
        _ => {
            let old = offered().min().filter(|old| *old < newest)?;
            Some((Severity::Note, format!("the client still offers {}, which is deprecated", show(NAMES[old]))))
        }
    }
}
