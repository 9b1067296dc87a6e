//! Which secrets what is written needs.

use std::collections::BTreeSet;

use super::Selection;
use crate::base::id::AssociationId;
use crate::base::text::hex;
use crate::store::snapshot::Snapshot;

/// Which secrets were used: those named by an identity that was seen. Where one was not seen, every secret may have been.
pub(super) struct Used {
    names: BTreeSet<String>,
    /// For N-PAMP and for TLS.
    unnamed: [bool; 2],
}

impl Used {
    /// Those of the associations that are selected; of all without a selection.
    pub(super) fn of(snapshot: &Snapshot, selection: Option<&Selection>) -> Self {
        let mut used = Self { names: BTreeSet::new(), unnamed: [false; 2] };
        for (at, row) in snapshot.associations.iter() {
            if selection.is_none_or(|selection| selection.associations.contains(&AssociationId::from_index(at))) {
                match row.id {
                    Some(id) => drop(used.names.insert(hex(&id))),
                    None => used.unnamed[0] = true,
                }
                match row.carrier.as_ref().map(|facts| &facts.random) {
                    Some(Some(random)) => drop(used.names.insert(hex(random))),
                    Some(None) => used.unnamed[1] = true,
                    None => {}
                }
            }
        }
        used
    }

    /// Whether a line of a key log is one of them.
    pub(super) fn needs(&self, line: &[u8]) -> bool {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let (label, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let name = String::from_utf8_lossy(name).to_ascii_lowercase();
        let unnamed = if label.starts_with(b"NPAMP_") { self.unnamed[0] } else { self.unnamed[1] };
        unnamed || self.names.contains(&name)
    }
}
