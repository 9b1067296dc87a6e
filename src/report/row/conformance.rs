//! A conformance section, as JSON.

use serde::Serialize;

use crate::report::conformance::{BOOKS, Conformance, Place};

/// The conformance section of a document.
#[derive(Serialize)]
pub(in crate::report) struct Book {
    document: &'static str,
    section: &'static str,
    clauses: Vec<Clause>,
    recorded: Vec<Recorded>,
}

/// One clause.
#[derive(Serialize)]
pub(in crate::report) struct Clause {
    document: &'static str,
    section: &'static str,
    #[serde(rename = "clause")]
    number: usize,
    title: &'static str,
    exercised: u64,
    violated: u64,
    suspected: u64,
    verdict: &'static str,
}

/// An exchange that a test suite is asked to record.
#[derive(Serialize)]
struct Recorded {
    name: &'static str,
    seen: bool,
}

impl Book {
    /// Every section.
    pub(in crate::report) fn all(conformance: &Conformance) -> Vec<Self> {
        let of = |(at, book): (usize, &&crate::report::conformance::book::Book)| Self {
            document: book.document.title,
            section: book.section,
            clauses: Place::all().filter(|place| place.book == at).map(|place| Clause::of(conformance, place)).collect(),
            recorded: book
                .recorded
                .iter()
                .map(|recorded| Recorded { name: recorded.name, seen: conformance.was_recorded(book, recorded.shown_by) })
                .collect(),
        };
        BOOKS.iter().enumerate().map(of).collect()
    }
}

impl Clause {
    /// A clause and how it stands.
    pub(in crate::report) fn of(conformance: &Conformance, place: Place) -> Self {
        let (book, item) = place.clause();
        let standing = conformance.standing(place);
        Self {
            document: book.document.title,
            section: book.section,
            number: place.item + 1,
            title: item.title,
            exercised: standing.exercised,
            violated: standing.violated,
            suspected: standing.suspected,
            verdict: standing.verdict.name(),
        }
    }
}
