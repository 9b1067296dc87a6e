//! The association object.

use serde::Serialize;

use super::{PerDirection, PerSeverity};
use crate::base::id::AssociationId;
use crate::base::text::{hex, show};
use crate::report::Context;
use crate::store::row::{AssociationRow, SealedReason, Start};

/// An association, as JSON.
#[derive(Serialize, Debug)]
#[expect(clippy::struct_field_names, reason = "the names are the keys of the contract")]
pub(in crate::report) struct Association {
    pub(in crate::report) association: u64,
    kind: &'static str,
    client: String,
    server: String,
    carrier: &'static str,
    alpn_offered: Vec<String>,
    alpn: Option<String>,
    sealed_reason: Option<&'static str>,
    id_hex: Option<String>,
    generation: Option<u8>,
    generation_source: Option<&'static str>,
    profile: Option<String>,
    kem: Option<String>,
    signature: Option<String>,
    aead: Vec<String>,
    client_identity_hex: Option<String>,
    server_identity_hex: Option<String>,
    authenticated: Option<bool>,
    start: &'static str,
    end: &'static str,
    first_time: String,
    last_time: String,
    frames: PerDirection,
    opened: u64,
    sealed: u64,
    exchanges: u64,
    findings: PerSeverity,
}

impl Association {
    /// The object of a row; `None` when there is no such row.
    pub(in crate::report) fn of(context: &Context<'_>, id: AssociationId) -> Option<Self> {
        let row = context.snapshot.association(id)?;
        let identity = |at: usize| row.identities.get(at)?.as_deref().map(hex);
        Some(Self {
            association: context.number(id),
            kind: "npamp",
            client: row.client.to_string(),
            server: row.server.to_string(),
            carrier: row.carrier_kind().name(),
            alpn_offered: row.carrier.iter().flat_map(|facts| &facts.alpn_offered).map(|name| show(name)).collect(),
            alpn: row.carrier.as_ref().and_then(|facts| facts.alpn.protocol()).map(show),
            sealed_reason: row.carrier_closed().map(SealedReason::name),
            id_hex: row.id.map(|id| hex(&id)),
            generation: row.generation.map(crate::spec::generation::Generation::number),
            generation_source: row.generation_source.map(crate::spec::generation::GenerationSource::name),
            profile: row.profile.map(|profile| profile.to_string()),
            kem: row.kem.map(|kem| kem.label(row.generation)),
            signature: row.signature.map(|signature| signature.label(row.generation)),
            aead: row.aead.iter().map(ToString::to_string).collect(),
            client_identity_hex: identity(0),
            server_identity_hex: identity(1),
            authenticated: row.authenticated,
            start: start(row),
            end: row.end.name(),
            first_time: row.first_time.to_string(),
            last_time: row.last_time.to_string(),
            frames: PerDirection { c2s: row.frames[0], s2c: row.frames[1] },
            opened: row.opened,
            sealed: row.sealed_total(),
            exchanges: row.exchanges,
            findings: PerSeverity::new(row.findings),
        })
    }
}

/// How the capture of an association began, in the word of the report.
pub(in crate::report) const fn start(row: &AssociationRow) -> &'static str {
    match row.start {
        Start::Handshake => "handshake",
        Start::MidStream => "mid-stream",
    }
}
