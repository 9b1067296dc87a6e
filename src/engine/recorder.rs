//! Writes findings: the user's severities, the caps, and the indices by frame and exchange.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::id::{AssociationId, FindingId};
use crate::rules;
use crate::rules::select::Selection;
use crate::store::finding::Finding;
use crate::store::snapshot::Store;

use super::Options;
use super::assoc::Assoc;

/// Stores findings up to the caps and counts the rest.
pub(super) struct Recorder {
    selection: Selection,
    per_rule: u32,
    most: usize,
    counts: FxHashMap<(&'static str, Option<AssociationId>), u32>,
    dropped: FxHashMap<&'static str, u64>,
}

impl Recorder {
    pub(super) fn new(options: &Options) -> Self {
        Self {
            selection: options.selection.clone(),
            per_rule: options.limits.findings_per_rule,
            most: options.limits.findings,
            counts: FxHashMap::default(),
            dropped: FxHashMap::default(),
        }
    }

    /// Stores `found`; their association, when it is one, counts them.
    pub(super) fn store(&mut self, found: Vec<Finding>, store: &mut Store, mut assoc: Option<&mut Assoc>) {
        let foreign = assoc.as_deref().is_some_and(Assoc::is_foreign_generation);
        for mut finding in found {
            if foreign && !holds_for_any_generation(finding.rule.id) {
                continue;
            }
            if let Some(assoc) = assoc.as_deref_mut() {
                let Some(told) = pass(assoc, finding) else { continue };
                finding = told;
            }
            finding.severity = self.selection.severity(finding.rule, finding.severity);
            if let Some(id) = replaced_by(&finding, store) {
                replace(id, finding, store);
                continue;
            }
            if let Some(assoc) = assoc.as_deref_mut() {
                assoc.count_finding(finding.severity);
            }
            if self.admits(&finding, store) {
                keep(finding, store);
            } else {
                *self.dropped.entry(finding.rule.id).or_default() += 1;
                let mut dropped: Vec<_> = self.dropped.iter().map(|(id, count)| (*id, *count)).collect();
                dropped.sort_unstable();
                store.findings_dropped = Arc::new(dropped);
            }
        }
    }

    /// Caps that were reached.
    pub(super) fn limits(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let sum: u64 = self.dropped.values().sum();
        (sum > 0).then_some(("findings", sum)).into_iter()
    }

    fn admits(&mut self, finding: &Finding, store: &Store) -> bool {
        let count = self.counts.entry((finding.rule.id, finding.association)).or_default();
        *count = count.saturating_add(1);
        *count <= self.per_rule && store.findings.len() < self.most
    }
}

/// Whether a rule can be judged without knowing the generation's documents: it looks at the capture or at the carrier.
fn holds_for_any_generation(id: &str) -> bool {
    let layers = ["capture/", "generation/", "transport/alpn-", "transport/tls-"];
    layers.iter().any(|layer| id.starts_with(layer))
}

/// A finding that can be told now. One that rests on the silence of a peer may have to wait.
fn pass(assoc: &mut Assoc, finding: Finding) -> Option<Finding> {
    if let Some(old) = rules::takes_over(finding.rule.id) {
        assoc.silence.drop_of(finding.frame, old);
    }
    assoc.silence.pass(finding)
}

/// The finding that a more specific one about the same frame takes the place of.
fn replaced_by(finding: &Finding, store: &Store) -> Option<FindingId> {
    let old = rules::takes_over(finding.rule.id)?;
    let ids = store.findings_by_frame.get(&finding.frame?)?;
    ids.iter().copied().find(|id| store.findings.get(id.index()).is_some_and(|found| found.rule.id == old))
}

/// Puts a finding in the place of another one. It belongs to the exchange of both.
fn replace(id: FindingId, mut finding: Finding, store: &mut Store) {
    if let Some(exchange) = finding.exchange {
        if let Some(row) = store.exchanges.get_mut(exchange.index()) {
            row.worst = row.worst.max(Some(finding.severity));
            finding.method = row.method;
        }
        Arc::make_mut(&mut store.findings_by_exchange).entry(exchange).or_default().push(id);
    }
    if let Some(old) = store.findings.get_mut(id.index()) {
        *old = finding;
    }
}

fn keep(mut finding: Finding, store: &mut Store) {
    let id = FindingId::from_index(store.findings.len());
    if let Some(frame) = finding.frame {
        if let Some(row) = store.frames.get_mut(frame.index()) {
            row.worst = row.worst.max(Some(finding.severity));
            finding.exchange = finding.exchange.or_else(|| row.exchange());
        }
        Arc::make_mut(&mut store.findings_by_frame).entry(frame).or_default().push(id);
    }
    if let Some(exchange) = finding.exchange {
        if let Some(row) = store.exchanges.get_mut(exchange.index()) {
            row.worst = row.worst.max(Some(finding.severity));
            finding.method = row.method;
            finding.protocol = Some(row.protocol);
        }
        Arc::make_mut(&mut store.findings_by_exchange).entry(exchange).or_default().push(id);
    }
    store.findings.push(finding);
}
