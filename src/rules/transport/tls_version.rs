//! `transport/tls-version`

use crate::carrier::facts::{Choice, is_npamp};
use crate::carrier::hello::TLS13;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::store::finding::Severity;

use super::offer;

declare_rule! {
    /// ## What it checks
    /// That TLS below N-PAMP is of version 1.3. While the server names no protocol of N-PAMP and no frame is seen, it is a note.
    /// ## Why it matters
    /// Older versions show the certificates and the protocol to everybody, and have ciphers that N-PAMP does not allow.
    /// ## What to do
    /// Set the minimum version of both endpoints to TLS 1.3.
    pub static TLS_VERSION = {
        id: "transport/tls-version", severity: Error, certainty: Certain,
        clause: Must CORE "3", scope: Association, fault: Unknown,
        check: Carrier(check),
        fixtures: [
            "TLS 1.2" => 1, |s| { s.tls(|tls| tls.version = 0x0303).ping(C2s).close(); };
            "TLS 1.2 whose server names no protocol" => 1, |s| {
                s.tls(|tls| {
                    tls.version = 0x0303;
                    tls.alpn = Some(None);
                });
                s.ping(C2s).close();
            };
            "TLS 1.3" => 0, |s| { s.tls(|_| {}).ping(C2s).close(); };
            "TLS 1.2 for another protocol" => 0, |s| {
                s.tls(|tls| {
                    tls.version = 0x0303;
                    tls.alpn_offered = Some(vec!["n-pamp/2".to_owned(), "h2".to_owned()]);
                    tls.alpn = Some(Some("h2".to_owned()));
                });
                s.ping(C2s).close();
            };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let Some(facts) = association.carrier.filter(|facts| facts.version.is_some_and(|version| version < TLS13)) else { return };
    let named = matches!(&facts.alpn, Choice::Protocol(name) if is_npamp(name)) || association.frames.iter().any(|count| *count > 0);
    let severity = if named { Severity::Error } else { Severity::Note };
    let version = facts.version_text().unwrap_or_default();
    let chosen = facts.alpn.protocol().map(crate::base::text::show).unwrap_or_default();
    sink.report(None, format!("N-PAMP is carried by {version}"))
        .severity(severity)
        .evidence("version", version)
        .evidence("offered", offer(facts))
        .evidence("selected", chosen);
}
