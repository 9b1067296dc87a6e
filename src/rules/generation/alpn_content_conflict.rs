//! `generation/alpn-content-conflict`

use crate::npamp::keyring::Evidence;
use crate::rules::context::{AssociationCtx, Sink};
use crate::rules::fixture::*;
use crate::spec::generation::{Generation, GenerationSource};

/// Rank of a signature that only one generation's context string verifies.
const SIGNATURE: u8 = 4;
/// Ranks of code points and sizes that only one generation has.
const CODE_POINTS: std::ops::RangeInclusive<u8> = 5..=6;

declare_rule! {
    /// ## What it checks
    /// That the content is of the crypto generation that the protocol negotiated below it names: context strings of the signatures,
    /// sizes of shares, signature schemes. A wrong code point beside signatures of the right generation is that code point's own matter.
    /// ## Why it matters
    /// A peer that believes what was negotiated reads code points by the wrong registry and refuses the signatures.
    /// ## What to do
    /// Offer the identifier of the generation that is implemented: `n-pamp/2` or `n-pamp/3`.
    pub static ALPN_CONTENT_CONFLICT = {
        id: "generation/alpn-content-conflict", severity: Error, certainty: Certain,
        clause: Must CORE "10.1 (generation 3)", scope: Association, fault: Unknown,
        check: Carrier(check),
        fixtures: [
            "generation 2 under n-pamp/3" => 1, |s| { s.tls(|tls| tls.alpn = Some(Some("n-pamp/3".to_owned()))).ping(C2s).close(); };
            "generation 3 under n-pamp/2, which alone was offered" => 1, |s| {
                s.generation(Generation::Three).tls(|tls| {
                    tls.alpn_offered = Some(vec!["n-pamp/2".to_owned()]);
                    tls.alpn = Some(Some("n-pamp/2".to_owned()));
                });
                s.ping(C2s).close();
            };
            "generation 3 under n-pamp/3" => 0, |s| { s.generation(Generation::Three).tls(|_| {}).ping(C2s).close(); };
            "nothing that tells the generations apart could be opened" => 0 also ["record/key-missing"], |s| {
                s.no_keys().tls(|tls| tls.alpn = Some(Some("n-pamp/3".to_owned()))).ping(C2s).close();
            };
        ],
    }
}

fn check(association: &AssociationCtx<'_>, sink: &mut Sink<'_>) {
    let negotiated = association.state.keyring.negotiated();
    let (Some(known), Some(GenerationSource::Negotiated)) = (negotiated.generation, negotiated.source) else { return };
    let signed = |sign: &Evidence| sign.rank == SIGNATURE;
    let signs = || negotiated.evidence.iter().filter(|sign| sign.decisive);
    let backed = signs().any(|sign| signed(sign) && sign.generation == known);
    let speaks = |sign: &&Evidence| sign.generation != known && (signed(sign) || (CODE_POINTS.contains(&sign.rank) && !backed));
    let Some(sign) = signs().filter(speaks).min_by_key(|sign| sign.rank) else { return };
    let what = if signed(sign) { "a signature verifies with the context string" } else { "a code point or the size of a share is" };
    let (content, name) = (sign.generation.number(), known.number());
    let message = format!("n-pamp/{name} was negotiated, and {what} of generation {content}");
    sink.report(None, message).evidence("negotiated", u64::from(name)).evidence("content", u64::from(content));
}
