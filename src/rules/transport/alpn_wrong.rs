//! `transport/alpn-wrong`

use crate::base::text::show;
use crate::carrier::facts::{Choice, is_npamp};
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::store::finding::Severity;

use super::offer;

declare_rule! {
    /// ## What it checks
    /// That TLS or QUIC negotiated an identifier of N-PAMP where frames follow. That none was negotiated, or only that none was
    /// offered, is a note: so is a generation that is not known here.
    /// ## Why it matters
    /// The identifier names the crypto generation, and keeps a connection meant for one protocol from being taken for another.
    /// ## What to do
    /// Offer `n-pamp/3` (or `n-pamp/2`) and nothing else, and close when the server chooses otherwise.
    pub static ALPN_WRONG = {
        id: "transport/alpn-wrong", severity: Error, certainty: Certain,
        clause: Must CORE "10.1 (generation 3)", scope: Association, fault: Unknown,
        check: Carrier(check),
        fixtures: [
            "HTTP was negotiated" => 1, |s| {
                s.tls(|tls| {
                    tls.alpn_offered = Some(vec!["n-pamp/2".to_owned(), "h2".to_owned()]);
                    tls.alpn = Some(Some("h2".to_owned()));
                });
                s.ping(C2s).close();
            };
            "nothing was negotiated" => 1, |s| { s.tls(|tls| tls.alpn = Some(None)).ping(C2s).close(); };
            "N-PAMP was negotiated" => 0, |s| { s.tls(|_| {}).ping(C2s).close(); };
            "plain TCP negotiates nothing" => 0, |s| { s.ping(C2s).close(); };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let frames = association.frames.iter().any(|count| *count > 0);
    let Some(facts) = association.carrier.filter(|_| frames) else { return };
    let (severity, message) = match &facts.alpn {
        Choice::Protocol(name) if !is_npamp(name) => {
            (Severity::Error, format!("{} was negotiated, and frames of N-PAMP follow", show(name)))
        }
        Choice::Protocol(name) if facts.is_foreign_generation() && **name != *b"n-pamp/1" => {
            (Severity::Note, format!("{} was negotiated, which is no generation known here", show(name)))
        }
        Choice::Nothing => (Severity::Note, "no protocol was negotiated, and frames of N-PAMP follow".to_owned()),
        Choice::Unknown if facts.hello && !facts.offers_npamp() => {
            (Severity::Note, "the client offers no identifier of N-PAMP, and frames of N-PAMP follow".to_owned())
        }
        _ => return,
    };
    let chosen = facts.alpn.protocol().map(show).unwrap_or_default();
    sink.report(None, message).severity(severity).evidence("offered", offer(facts)).evidence("selected", chosen);
}
