//! One line per conformance clause.

use std::io::{self, Write};

use super::{Listing, json};
use crate::report::conformance::{Conformance, Place};
use crate::report::row::conformance::Clause;

/// Writes how each clause stands, as JSON lines. A filter selects rows; clauses are about all of them.
pub fn conformance(listing: &Listing<'_>, out: &mut dyn Write) -> io::Result<()> {
    let conformance = Conformance::of(listing.context.snapshot);
    Place::all().try_for_each(|place| json::line(out, &Clause::of(&conformance, place)))
}
